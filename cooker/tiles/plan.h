#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

namespace lodcook::cooker {

enum class TileAxes : std::uint8_t {
  automatic,  ///< xz where the box is flat in y (under a quarter of the longer of x and z, or under a cell), else xyz.
  xz,
  xyz,
};

struct TilePlanOptions {
  std::uint32_t budget = 16384;  ///< Most triangles of a leaf.
  TileAxes axes = TileAxes::automatic;
  Vec3f cell_size{0, 0,
                  0};  ///< Sides of a cell in model units; 0 along an axis: that axis is not cut. All 0: by median.
  bool every_cell = false;     ///< Blocks are cut down to single cells however little they hold.
  Vec3d cell_origin{0, 0, 0};  ///< The object's origin: cell lines are multiples of the size in world space.
};

constexpr std::int32_t no_tile_node = -1;
constexpr double spanning_sides = 4;

/// One node of the binary tree. Its triangles are order[first_triangle ...) of the plan; a leaf has no children. The
/// root may have the shared leaf as a third, first child.
struct TileNode {
  std::int32_t parent = no_tile_node, left = no_tile_node, right = no_tile_node;
  std::uint32_t depth = 0;
  std::uint32_t first_triangle = 0, triangle_count = 0;
  std::uint32_t first_leaf = 0, leaf_count = 0;  ///< Leaves below it, numbered from left to right.
  std::int32_t cell[3] = {};                     ///< Lowest cell of its block where cells are given.

  [[nodiscard]] bool is_leaf() const noexcept { return left == no_tile_node; }
};

/// Which triangles each tile holds at level 0, and which positions each tile must lock.
struct TilePlan {
  std::vector<TileNode> nodes;         ///< Parents before children; nodes[0] is the root.
  std::int32_t shared = no_tile_node;  ///< The leaf of triangles that span many tiles.
  std::vector<std::uint32_t> order;    ///< Triangle numbers of the source, leaf by leaf: every one exactly once.
  /// Per position: depth of the lowest common ancestor of all leaves whose level-0 triangles touch it. A tile locks
  /// each position whose free depth is below its own depth, so neighbours keep what they share until their ancestor.
  std::vector<std::uint32_t> free_depth;
};

/// Splits triangles (three indices into `positions` each; equal positions must have equal indices) into a tree.
/// By median: centroids are split at the median along the longest side of their box, ties by triangle number, until a
/// leaf holds at most `budget`, so leaves are equal to within one. By cells: blocks of cells are halved at their middle
/// line, longest side first; empty halves vanish and a block under budget / 8 is not cut further (unless every_cell).
/// No triangle is cut. A part (`parts`: by triangle; empty: there is one) of at most budget / 4 triangles stays whole:
/// it counts with all of them at the centre of its box, and leaves are then as equal as that allows. Triangles with an
/// edge longer than spanning_sides tile sides (tile_side in spanning.h) are in the shared leaf, at most `budget`, the
/// longest first; a part that is longer is not kept whole. There is no shared leaf where the rest would be a single
/// one. Fails for an empty input, an index out of range or a cell size that needs more than 2^20 cells along a side or
/// a cell 2^30 or more from the origin.
Result<TilePlan> plan_tiles(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices,
                            const TilePlanOptions& options, std::span<const std::uint32_t> parts = {});

}  // namespace lodcook::cooker
