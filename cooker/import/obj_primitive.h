#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cooker/import/obj_file.h"
#include "cooker/import/polygon.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Makes vertex and index buffers of ranges of faces: one vertex for each different corner.
class ObjPrimitiveBuilder {
 public:
  ObjPrimitiveBuilder(const ObjFile& file, Vec3d origin, std::uint64_t max_triangles)
      : file_(file), origin_(origin), max_triangles_(max_triangles), first_vertex_(file.positions.size(), no_index) {}

  /// `ranges`: first and one past the last face. Fails with non_finite, or over_triangle_limit once all that was built
  /// together exceeds the limit.
  Result<Primitive> build(std::span<const std::pair<std::size_t, std::size_t>> ranges);

  [[nodiscard]] std::uint64_t crossing_polygons() const noexcept { return crossing_polygons_; }

 private:
  Status add_face(std::size_t face);
  std::uint32_t vertex_of(const ObjCorner& corner);
  Result<Primitive> finish();

  const ObjFile& file_;
  Vec3d origin_;
  std::uint64_t max_triangles_;
  std::uint64_t triangles_ = 0;
  std::uint64_t crossing_polygons_ = 0;
  PolygonCutter cutter_;
  std::vector<Vec3d> ring_;
  std::vector<std::uint32_t> cut_;
  std::vector<std::uint32_t> indices_;
  std::vector<ObjCorner> corners_;           ///< Of each vertex.
  std::vector<std::uint32_t> next_vertex_;   ///< The next vertex at the same position.
  std::vector<std::uint32_t> first_vertex_;  ///< For each position.
};

}  // namespace lodcook::cooker
