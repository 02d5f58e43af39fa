#include "cooker/tiles/free_depths.h"

#include <algorithm>
#include <limits>

namespace lodcook::cooker {
namespace {

/// Depth of the lowest common ancestor of two nodes.
std::uint32_t common_depth(const std::vector<TileNode>& nodes, std::int32_t a, std::int32_t b) {
  while (a != b) {
    std::int32_t& deeper = nodes[static_cast<std::size_t>(a)].depth >= nodes[static_cast<std::size_t>(b)].depth ? a : b;
    deeper = nodes[static_cast<std::size_t>(deeper)].parent;
  }
  return nodes[static_cast<std::size_t>(a)].depth;
}

}  // namespace

// The first and the last leaf in tree order suffice: their common ancestor is that of all leaves between them.
std::vector<std::uint32_t> free_depths(const TilePlan& plan, std::span<const std::uint32_t> indices,
                                       std::size_t position_count) {
  std::vector<std::int32_t> leaf_node;
  std::vector<std::uint32_t> first(position_count, std::numeric_limits<std::uint32_t>::max()), last(position_count, 0);
  for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
    const TileNode& node = plan.nodes[n];
    if (!node.is_leaf()) continue;
    const auto leaf = static_cast<std::uint32_t>(leaf_node.size());
    leaf_node.push_back(static_cast<std::int32_t>(n));
    for (std::uint32_t i = node.first_triangle; i < node.first_triangle + node.triangle_count; ++i) {
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const std::uint32_t p = indices[3 * std::size_t{plan.order[i]} + corner];
        first[p] = std::min(first[p], leaf);
        last[p] = std::max(last[p], leaf);
      }
    }
  }
  std::vector<std::uint32_t> depths(position_count, 0);
  for (std::size_t p = 0; p < position_count; ++p) {
    if (first[p] < leaf_node.size()) depths[p] = common_depth(plan.nodes, leaf_node[first[p]], leaf_node[last[p]]);
  }
  return depths;
}

}  // namespace lodcook::cooker
