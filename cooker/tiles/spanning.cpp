#include "cooker/tiles/spanning.h"

#include <algorithm>

#include "cooker/scene/parallel.h"

namespace lodcook::cooker {
namespace {

double centroid_side(const TilePlan& plan, const TileNode& leaf, const PlanTriangles& triangles) {
  std::array<float, 3> low = triangles.centroid(plan.order[leaf.first_triangle]), high = low;
  for (std::uint32_t i = leaf.first_triangle; i < leaf.first_triangle + leaf.triangle_count; ++i) {
    const std::array<float, 3> c = triangles.centroid(plan.order[i]);
    for (std::size_t a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], c[a]);
      high[a] = std::max(high[a], c[a]);
    }
  }
  return std::max({double{high[0]} - low[0], double{high[1]} - low[1], double{high[2]} - low[2]});
}

}  // namespace

double tile_side(const TilePlan& plan, const PlanTriangles& triangles, const TilePlanOptions& options) {
  const float cell = std::max({options.cell_size.x, options.cell_size.y, options.cell_size.z});
  if (cell > 0) return double{cell};
  std::vector<double> sides;
  std::vector<const TileNode*> leaves;
  for (const TileNode& node : plan.nodes) {
    if (node.is_leaf()) leaves.push_back(&node);
  }
  sides.resize(leaves.size());
  for_each_index(leaves.size(), [&](std::size_t l) { sides[l] = centroid_side(plan, *leaves[l], triangles); });
  const auto middle = sides.begin() + static_cast<std::ptrdiff_t>(sides.size() / 2);
  std::nth_element(sides.begin(), middle, sides.end());
  return *middle;
}

std::vector<bool> find_spanning(const PlanTriangles& triangles, double limit, std::uint32_t most) {
  struct Long {
    double length;
    std::uint32_t triangle;
  };
  constexpr std::size_t most_of_block = 1 << 15;
  std::vector<std::vector<Long>> blocks(triangles.count() / most_of_block + 1);
  for_ranges(triangles.count(), most_of_block, [&](std::size_t first, std::size_t last) {
    for (auto t = static_cast<std::uint32_t>(first); t < last; ++t) {
      const double length = triangles.longest_edge(t);
      if (length > limit) blocks[first / most_of_block].push_back({length, t});
    }
  });
  std::vector<Long> found;
  for (const std::vector<Long>& block : blocks) found.insert(found.end(), block.begin(), block.end());
  std::vector<bool> marks;
  if (found.empty()) return marks;
  if (found.size() > most) {
    std::sort(found.begin(), found.end(), [](const Long& a, const Long& b) {
      return a.length != b.length ? a.length > b.length : a.triangle < b.triangle;
    });
    found.resize(most);
  }
  marks.resize(triangles.count(), false);
  for (const Long& each : found) marks[each.triangle] = true;
  return marks;
}

void add_shared_leaf(TilePlan& plan, const std::vector<bool>& spanning) {
  std::vector<std::uint32_t> shared;
  for (std::uint32_t t = 0; t < spanning.size(); ++t) {
    if (spanning[t]) shared.push_back(t);
  }
  const auto count = static_cast<std::uint32_t>(shared.size());
  for (TileNode& node : plan.nodes) {
    for (std::int32_t* const link : {&node.parent, &node.left, &node.right}) *link += *link > 0 ? 1 : 0;
    node.first_triangle += node.parent == no_tile_node ? 0 : count;
    node.first_leaf += node.parent == no_tile_node ? 0 : 1;
  }
  plan.nodes.front().triangle_count += count;
  plan.nodes.front().leaf_count += 1;
  TileNode leaf;
  leaf.parent = 0;
  leaf.depth = 1;
  leaf.triangle_count = count;
  leaf.leaf_count = 1;
  std::copy(std::begin(plan.nodes.front().cell), std::end(plan.nodes.front().cell), leaf.cell);
  plan.shared = 1;
  plan.nodes.insert(plan.nodes.begin() + 1, leaf);
  plan.order.insert(plan.order.begin(), shared.begin(), shared.end());
}

}  // namespace lodcook::cooker
