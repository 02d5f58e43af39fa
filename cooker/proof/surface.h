#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/proof/triangle_record.h"

namespace lodcook::proof {

constexpr std::uint32_t none = 0xFFFFFFFFU;

/// A triangle mesh as the proof takes it. Lengths are in units of level 0's largest side, coordinates about in [0, 1].
struct Mesh {
  std::span<const Vec3f> positions;
  std::span<const std::uint32_t> indices;  ///< Three per triangle.
  /// Per position: the number of the level-0 position it stands for. Positions of one number are one point. Numbers
  /// from Surface::id_count of level 0 on stand for points that level 0 does not have.
  std::span<const std::uint32_t> ids;
};

/// Eight boxes, each of a child node or of four consecutive triangles.
struct BoxGroup {
  Lanes low_x[2], low_y[2], low_z[2], high_x[2], high_y[2], high_z[2];
};

/// A mesh prepared for nearest-triangle queries and for walking from triangle to triangle: triangles in Morton order,
/// an implicit tree of eight children over leaves of four triangles, neighbours and vertex fans.
class Surface {
 public:
  /// What is asked of a surface.
  enum class Use : std::uint8_t {
    all,
    nearest,  ///< No neighbours and no fans.
  };

  /// Fails for an empty mesh, an index out of range or a position that is not finite. Triangles with two corners of one
  /// id are left out.
  static Result<Surface> make(const Mesh& mesh, Use use = Use::all);

  [[nodiscard]] std::uint32_t triangle_count() const noexcept { return static_cast<std::uint32_t>(records_.size()); }
  [[nodiscard]] const TriangleRecord& record(std::uint32_t triangle) const noexcept { return records_[triangle]; }
  [[nodiscard]] const std::uint32_t* corners(std::uint32_t triangle) const noexcept {
    return &indices_[3 * std::size_t{triangle}];
  }
  /// Which triangle of the mesh it was; triangles that were left out have no place here.
  [[nodiscard]] std::uint32_t source(std::uint32_t triangle) const noexcept { return sources_[triangle]; }
  [[nodiscard]] Vec3f position(std::uint32_t vertex) const noexcept { return positions_[vertex]; }
  [[nodiscard]] Vec3f corner(std::uint32_t triangle, int k) const noexcept { return positions_[corners(triangle)[k]]; }
  [[nodiscard]] Vec3f centroid(std::uint32_t triangle) const noexcept;
  [[nodiscard]] std::uint32_t id(std::uint32_t vertex) const noexcept { return ids_[vertex]; }
  /// One more than the largest id.
  [[nodiscard]] std::uint32_t id_count() const noexcept { return static_cast<std::uint32_t>(vertex_of_id_.size()); }
  /// The vertex that has an id, or none.
  [[nodiscard]] std::uint32_t vertex_of(std::uint32_t id) const noexcept {
    return id < vertex_of_id_.size() ? vertex_of_id_[id] : none;
  }
  /// The triangle beyond edge `edge` (0: a-b, 1: b-c, 2: c-a) with opposite winding, or none.
  [[nodiscard]] std::uint32_t neighbor(std::uint32_t triangle, int edge) const noexcept {
    return neighbors_[3 * std::size_t{triangle} + static_cast<std::size_t>(edge)];
  }

  /// The triangle of a vertex's fan whose wedge holds the direction to `towards`; any near one where none does.
  [[nodiscard]] std::uint32_t fan_triangle(std::uint32_t vertex, Vec3f towards) const noexcept;

  /// Looks for a triangle nearer to `p` than the squared distance `best` and lowers `best` and `triangle` to the
  /// nearest. Stops at the first one at or under `stop` (a square; negative: never) and then gives false; else the
  /// result is exact and it gives true.
  bool nearest(Vec3f p, float& best, std::uint32_t& triangle, float stop = -1) const noexcept;

  [[nodiscard]] std::size_t tree_height() const noexcept { return levels_.size(); }
  [[nodiscard]] const BoxGroup& group(std::size_t height, std::size_t index) const noexcept {
    return levels_[height][index];
  }
  /// Number of boxes at a height; box b of height h covers triangles from 4 * 8^h * b on.
  [[nodiscard]] std::size_t box_count(std::size_t height) const noexcept { return box_counts_[height]; }

 private:
  void sort_triangles(const Mesh& mesh);
  void number_vertices(const Mesh& mesh);
  void build_fans();
  void build_neighbors();
  void build_tree();

  std::vector<Vec3f> positions_;
  std::vector<std::uint32_t> ids_, vertex_of_id_;
  std::vector<std::uint32_t> indices_, sources_;
  std::vector<TriangleRecord> records_;
  std::vector<std::uint32_t> neighbors_;
  std::vector<std::uint32_t> fan_offsets_, fan_;  ///< Places in indices_, by vertex.
  std::vector<std::vector<BoxGroup>> levels_;
  std::vector<std::size_t> box_counts_;
};

}  // namespace lodcook::proof
