#include "cooker/tiles/lone_triangles.h"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {
namespace {

/// The one or two places of a collapsed triangle; those of an edge otherwise.
std::uint64_t key_of(std::uint32_t a, std::uint32_t b) noexcept {
  return std::uint64_t{std::min(a, b)} << 32U | std::max(a, b);
}

std::span<const std::uint32_t> corners_of(const PlacedTriangles& triangles, std::uint32_t triangle) {
  return triangles.corners.subspan(3 * std::size_t{triangle}, 3);
}

std::uint64_t key_of_collapsed(std::span<const std::uint32_t> corners) {
  return corners[0] == corners[1] ? key_of(corners[0], corners[2]) : key_of(corners[0], corners[1]);
}

class LeafBoxes {
 public:
  LeafBoxes(const TilePlan& plan, const PlacedTriangles& triangles) {
    for (std::uint32_t n = 0; n < plan.nodes.size(); ++n) {
      const TileNode& node = plan.nodes[n];
      if (!node.is_leaf()) continue;
      Aabb box{{infinite, infinite, infinite}, {-infinite, -infinite, -infinite}};
      for (std::uint32_t i = node.first_triangle; i < node.first_triangle + node.triangle_count; ++i) {
        for (const std::uint32_t place : corners_of(triangles, plan.order[i])) grow(box, triangles.positions[place]);
      }
      boxes_.emplace_back(n, box);
    }
  }

  [[nodiscard]] std::uint32_t nearest(Vec3f p) const {
    std::uint32_t best = no_index;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [node, box] : boxes_) {
      const double x = outside(p.x, box.min.x, box.max.x), y = outside(p.y, box.min.y, box.max.y),
                   z = outside(p.z, box.min.z, box.max.z);
      const double squared = x * x + y * y + z * z;
      if (best != no_index && squared >= least) continue;
      least = squared;
      best = node;
    }
    return best;
  }

 private:
  static constexpr float infinite = std::numeric_limits<float>::infinity();

  static void grow(Aabb& box, Vec3f p) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
  }
  static double outside(float value, float low, float high) {
    return std::max({0.0, double{low} - double{value}, double{value} - double{high}});
  }

  std::vector<std::pair<std::uint32_t, Aabb>> boxes_;
};

/// Leaves in the order of their triangles.
std::vector<std::uint32_t> leaves_in_order(const TilePlan& plan) {
  std::vector<std::uint32_t> leaves;
  for (std::uint32_t n = 0; n < plan.nodes.size(); ++n) {
    if (plan.nodes[n].is_leaf()) leaves.push_back(n);
  }
  std::sort(leaves.begin(), leaves.end(), [&](std::uint32_t a, std::uint32_t b) {
    return plan.nodes[a].first_triangle < plan.nodes[b].first_triangle;
  });
  return leaves;
}

}  // namespace

std::vector<std::uint32_t> find_lone_triangles(const PlacedTriangles& triangles,
                                               std::span<const std::uint32_t> planned) {
  std::vector<std::uint32_t> collapsed, lone;
  std::unordered_set<std::uint64_t> open;  // what the collapsed ones ask for
  const auto count = static_cast<std::uint32_t>(triangles.corners.size() / 3);
  for (std::uint32_t t = 0; t < count; ++t) {
    const std::span<const std::uint32_t> c = corners_of(triangles, t);
    if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0]) continue;
    collapsed.push_back(t);
    open.insert(key_of_collapsed(c));
  }
  for (const std::uint32_t t : planned) {
    if (open.empty()) return {};
    const std::span<const std::uint32_t> c = corners_of(triangles, t);
    for (std::size_t k = 0; k < 3; ++k) {
      open.erase(key_of(c[k], c[k]));
      open.erase(key_of(c[k], c[(k + 1) % 3]));
    }
  }
  for (const std::uint32_t t : collapsed) {
    if (open.erase(key_of_collapsed(corners_of(triangles, t))) > 0) lone.push_back(t);
  }
  return lone;
}

std::vector<std::uint32_t> add_to_leaves(TilePlan& plan, std::span<const std::uint32_t> lone,
                                         const PlacedTriangles& triangles) {
  std::vector<std::uint32_t> planned;
  for (const TileNode& node : plan.nodes) planned.push_back(node.triangle_count);
  if (lone.empty()) return planned;
  std::vector<std::vector<std::uint32_t>> added(plan.nodes.size());
  const LeafBoxes boxes(plan, triangles);
  for (const std::uint32_t t : lone) {
    added[boxes.nearest(triangles.positions[corners_of(triangles, t)[0]])].push_back(t);
  }
  std::vector<std::uint32_t> order;
  for (const std::uint32_t leaf : leaves_in_order(plan)) {
    TileNode& node = plan.nodes[leaf];
    const auto first = plan.order.begin() + node.first_triangle;
    node.first_triangle = static_cast<std::uint32_t>(order.size());
    order.insert(order.end(), first, first + node.triangle_count);
    order.insert(order.end(), added[leaf].begin(), added[leaf].end());
    node.triangle_count += static_cast<std::uint32_t>(added[leaf].size());
  }
  plan.order = std::move(order);
  for (std::size_t n = plan.nodes.size(); n-- > 0;) {  // parents stand before their children
    TileNode& node = plan.nodes[n];
    if (node.is_leaf()) continue;
    const TileNode& left = plan.nodes[static_cast<std::size_t>(node.left)];
    const TileNode& right = plan.nodes[static_cast<std::size_t>(node.right)];
    node.first_triangle = left.first_triangle;
    node.triangle_count = left.triangle_count + right.triangle_count;
  }
  plan.nodes.front().first_triangle = 0;  // the shared leaf is neither left nor right
  plan.nodes.front().triangle_count = static_cast<std::uint32_t>(plan.order.size());
  return planned;
}

}  // namespace lodcook::cooker
