#include "cooker/lod/triangle_tree.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "cooker/lod/vec.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {

namespace {

constexpr std::size_t leaf_size = 4;

float axis_of(Vec3f v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

struct NodeCounts {
  std::size_t here, with_one_more;  // of so many triangles, and of one more
};

NodeCounts node_counts(std::size_t triangles) {
  if (triangles < leaf_size) return {1, 1};
  const auto [half, more] = node_counts(triangles / 2);
  if (triangles == leaf_size) return {1, 1 + half + more};
  return triangles % 2 == 0 ? NodeCounts{1 + 2 * half, 1 + half + more} : NodeCounts{1 + half + more, 1 + 2 * more};
}

Vec3f lower(Vec3f a, Vec3f b) { return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)}; }
Vec3f upper(Vec3f a, Vec3f b) { return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}; }

float squared_distance_to_box(Vec3f p, Vec3f low, Vec3f high) {
  const Vec3f d{std::max(std::max(low.x - p.x, p.x - high.x), 0.0F),
                std::max(std::max(low.y - p.y, p.y - high.y), 0.0F),
                std::max(std::max(low.z - p.z, p.z - high.z), 0.0F)};
  return dot(d, d);
}

}  // namespace

TrianglePoint closest_point(Vec3f p, Vec3f a, Vec3f b, Vec3f c) noexcept {
  // The seven regions of a triangle: three corners, three edges, the face (Ericson, Real-Time Collision
  // Detection, 5.1.5).
  const auto at = [&](Vec3f w) {
    const Vec3f d = p - blend(a, b, c, w);
    return TrianglePoint{w, dot(d, d)};
  };
  const Vec3f ab = b - a, ac = c - a, ap = p - a;
  const float d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return at({1, 0, 0});
  const Vec3f bp = p - b;
  const float d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return at({0, 1, 0});
  const float vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const float t = d1 - d3 > 0 ? d1 / (d1 - d3) : 0;
    return at({1 - t, t, 0});
  }
  const Vec3f cp = p - c;
  const float d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return at({0, 0, 1});
  const float vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const float t = d2 - d6 > 0 ? d2 / (d2 - d6) : 0;
    return at({1 - t, 0, t});
  }
  const float va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const float sum = (d4 - d3) + (d5 - d6);
    const float t = sum > 0 ? (d4 - d3) / sum : 0;
    return at({0, 1 - t, t});
  }
  if (!(va + vb + vc > 0)) return at({1, 0, 0});  // no area left after rounding
  const float scale = 1 / (va + vb + vc);
  const float v = vb * scale, w = vc * scale;
  return at({1 - v - w, v, w});
}

struct TriangleTree::Search {
  Vec3f p;
  std::uint32_t material = any_material;
  bool facing = false;
  Vec3f direction;
  float limit = std::numeric_limits<float>::max();
  Hit hit;
};

TriangleTree::TriangleTree(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices,
                           std::span<const std::uint32_t> vertex_materials)
    : positions_(positions), indices_(indices), vertex_materials_(vertex_materials) {
  std::vector<Center> centers;
  centers.reserve(indices.size() / 3);
  for (std::uint32_t t = 0; t < indices.size() / 3; ++t) {
    centers.push_back({lower(lower(corner(t, 0), corner(t, 1)), corner(t, 2)) +
                           upper(upper(corner(t, 0), corner(t, 1)), corner(t, 2)),
                       t});
  }
  if (centers.empty()) return;
  order_.resize(centers.size());
  nodes_.resize(node_counts(centers.size()).here);
  build(centers, 0, 0);
}

void TriangleTree::build_leaf(std::span<const Center> centers, Node& leaf, std::size_t first) {
  leaf.first = static_cast<std::uint32_t>(first);
  leaf.count = static_cast<std::uint32_t>(centers.size());
  leaf.low = leaf.high = corner(centers.front().triangle, 0);
  for (const Center& center : centers) {
    order_[first++] = center.triangle;
    for (std::uint32_t k = 0; k < 3; ++k) {
      leaf.low = lower(leaf.low, corner(center.triangle, k));
      leaf.high = upper(leaf.high, corner(center.triangle, k));
    }
  }
}

void TriangleTree::build(std::span<Center> centers, std::size_t self, std::size_t first) {
  constexpr std::size_t worth_a_thread = 1 << 14;
  Node& node = nodes_[self];
  if (centers.size() <= leaf_size) return build_leaf(centers, node, first);
  Vec3f low = centers.front().point, high = low;
  for (const Center& center : centers) {
    low = lower(low, center.point);
    high = upper(high, center.point);
  }
  const Vec3f side = high - low;
  const int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  const std::size_t half = centers.size() / 2;
  std::nth_element(centers.begin(), centers.begin() + static_cast<std::ptrdiff_t>(half), centers.end(),
                   [axis](const Center& a, const Center& b) {
                     const float x = axis_of(a.point, axis), y = axis_of(b.point, axis);
                     return x != y ? x < y : a.triangle < b.triangle;
                   });
  const std::size_t second = self + 1 + node_counts(half).here;
  const auto build_half = [&](std::size_t which) {
    which == 0 ? build(centers.first(half), self + 1, first) : build(centers.subspan(half), second, first + half);
  };
  if (centers.size() >= worth_a_thread) {
    for_each_index(2, build_half);
  } else {
    build_half(0);
    build_half(1);
  }
  node.first = static_cast<std::uint32_t>(second);
  node.low = lower(nodes_[self + 1].low, nodes_[second].low);
  node.high = upper(nodes_[self + 1].high, nodes_[second].high);
}

void TriangleTree::visit_leaf(const Node& node, Search& search) const {
  for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
    const std::uint32_t triangle = order_[i];
    if (search.material != any_material && vertex_materials_[indices_[3 * std::size_t{triangle}]] != search.material) {
      continue;
    }
    const Vec3f a = corner(triangle, 0), b = corner(triangle, 1), c = corner(triangle, 2);
    if (search.facing && !(dot(cross(b - a, c - a), search.direction) > 0)) continue;
    const TrianglePoint point = closest_point(search.p, a, b, c);
    const float best = search.hit.point.squared_distance;
    if (point.squared_distance > search.limit) continue;
    if (search.hit.triangle == no_triangle || point.squared_distance < best ||
        (point.squared_distance == best && triangle < search.hit.triangle)) {
      search.hit = {triangle, point};
      search.limit = point.squared_distance;
    }
  }
}

void TriangleTree::walk(Search& search) const {
  if (nodes_.empty()) return;
  struct Waiting {
    std::uint32_t node;
    float squared_distance;
  };
  const auto waiting = [&](std::uint32_t node) {
    return Waiting{node, squared_distance_to_box(search.p, nodes_[node].low, nodes_[node].high)};
  };
  std::array<Waiting, 64> stack;  // a tree of medians over 32-bit numbers is at most 32 deep
  std::size_t depth = 0;
  stack[depth++] = waiting(0);
  while (depth > 0) {
    const Waiting next = stack[--depth];
    if (next.squared_distance > search.limit) continue;
    const Node& node = nodes_[next.node];
    if (node.count > 0) {
      visit_leaf(node, search);
      continue;
    }
    Waiting near = waiting(next.node + 1), far = waiting(node.first);
    if (far.squared_distance < near.squared_distance) std::swap(near, far);
    if (far.squared_distance <= search.limit) stack[depth++] = far;
    if (near.squared_distance <= search.limit) stack[depth++] = near;
  }
}

TriangleTree::Hit TriangleTree::nearest(Vec3f p, std::uint32_t hint, std::uint32_t material) const {
  Search search;
  search.p = p;
  search.material = material;
  if (hint != no_triangle) {
    search.hit = {hint, closest_point(p, corner(hint, 0), corner(hint, 1), corner(hint, 2))};
    search.limit = search.hit.point.squared_distance;
  }
  walk(search);
  return search.hit;
}

TriangleTree::Hit TriangleTree::nearest_facing(Vec3f p, Vec3f direction, float slack, std::uint32_t hint,
                                               std::uint32_t material) const {
  return facing(p, direction, slack, nearest(p, hint, material), material);
}

TriangleTree::Hit TriangleTree::facing(Vec3f p, Vec3f direction, float slack, const Hit& plain,
                                       std::uint32_t material) const {
  if (plain.triangle == no_triangle) return plain;
  const Vec3f a = corner(plain.triangle, 0), b = corner(plain.triangle, 1), c = corner(plain.triangle, 2);
  if (dot(cross(b - a, c - a), direction) > 0) return plain;
  const float reach = std::sqrt(plain.point.squared_distance) + slack;
  Search search;
  search.p = p;
  search.material = material;
  search.facing = true;
  search.direction = direction;
  search.limit = reach * reach;
  walk(search);
  return search.hit.triangle == no_triangle ? plain : search.hit;
}

}  // namespace lodcook::cooker
