#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lodcook/loader.h>

#include "cooker/pack/shared_geometry.h"

namespace lodcook::cooker {

/// Proves on decoded tiles that cuts through one object's tree meet without a crack. Corners are welded where their
/// lattice points are equal (where positions are floats: where their values are). An edge of a set of triangles is open
/// where it is not used equally often in both directions. Level 0's open edges are the border of the source.
/// Simplifying may move a border along itself, and where a surface is no manifold it may open one inside a tile. So an
/// open edge of a cut is a crack where neither of its ends is on that border and one of them is on a seam: where level
/// 0 below one tile of the cut meets level 0 below another.
class TileSeams {
 public:
  /// The container must outlive it.
  TileSeams(const Container& container, std::uint32_t object);

  /// Tile numbers of the object.
  [[nodiscard]] std::vector<std::uint32_t> tiles() const;

  /// Whether a tile has a parent; where not there is one tile to a level and no seam.
  [[nodiscard]] bool is_tree() const { return is_tree_; }

  /// Takes what is needed of one tile of the object. Every tile is to be added before anything is asked.
  void add(std::uint32_t tile, const DecodedTile& decoded);

  /// The same of an instance of a tile that was added. Its corners count where the lattice point next to them is.
  void add(std::uint32_t tile, const MeshInstance& instance, const SharedGeometry& mesh);

  /// What is wrong, in words: a tile that leaves its box, a cut that cracks. Tried are every level's cut and
  /// `random_cuts` others.
  std::optional<std::string> find_fault(std::uint32_t random_cuts = 32);

  /// Cracks of one cut, given by tile numbers of the container.
  std::uint64_t count_cracks(const std::vector<std::uint32_t>& cut);

  /// Open edges of one cut; level 0's are the border.
  [[nodiscard]] std::uint64_t count_open(const std::vector<std::uint32_t>& cut) const { return open_edges(cut).size(); }

  /// Whether the cut's open edges are level 0's, each used as often: what holds where the border was locked.
  [[nodiscard]] bool border_is_kept(const std::vector<std::uint32_t>& cut) const;

  /// A cut that depends on nothing but the tree and `number`: from the root down a tile gives way to its children by
  /// chance, in some cuts more often than in others. Starts below the single tiles that follow a tree's root.
  [[nodiscard]] std::vector<std::uint32_t> random_cut(std::uint64_t number) const;

  /// All leaves.
  [[nodiscard]] std::vector<std::uint32_t> leaf_cut() const;

 private:
  using Point = std::array<std::int64_t, 3>;
  struct Edge {
    std::array<Point, 2> ends;  ///< Ascending.
    std::int32_t uses = 0;      ///< Upwards less downwards.
  };

  void add_edges(std::uint32_t tile, std::span<const Point> points, std::span<const std::uint32_t> indices);
  static std::vector<Edge> sum_uses(std::vector<Edge> edges);
  static std::vector<Point> ends_of(const std::vector<Edge>& edges);
  [[nodiscard]] std::vector<Edge> open_edges(const std::vector<std::uint32_t>& cut) const;
  [[nodiscard]] std::vector<Point> points_of(std::uint32_t tile, const DecodedTile& decoded) const;
  [[nodiscard]] std::uint32_t below_tail(std::uint32_t tile) const;
  void check_box(std::uint32_t tile, const DecodedTile& decoded);
  void find_border();
  void find_outlines();
  [[nodiscard]] std::vector<Point> seam_of(const std::vector<std::uint32_t>& cut) const;

  const Container& container_;
  std::uint32_t object_, first_ = 0;
  std::vector<std::vector<Edge>> edges_;     ///< Open edges of each tile alone, by its number less first_.
  std::vector<std::vector<Edge>> outlines_;  ///< Open edges of level 0 below each tile, likewise.
  std::vector<Point> border_;                ///< Ends of level 0's open edges, sorted.
  bool border_known_ = false, is_tree_ = false;
  std::optional<std::string> box_fault_;
};

}  // namespace lodcook::cooker
