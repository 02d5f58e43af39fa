#include "cooker/tiles/near_borders.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "cooker/lod/vec.h"
#include "cooker/tiles/open_edges.h"

namespace lodcook::cooker {
namespace {

using Coordinates = std::array<float, 3>;

Coordinates coordinates(Vec3f p) { return {p.x, p.y, p.z}; }

/// The lowest position of each one's part.
std::vector<std::uint32_t> find_parts(std::size_t count, std::span<const std::uint32_t> indices) {
  std::vector<std::uint32_t> parts(count);
  std::iota(parts.begin(), parts.end(), 0U);
  const auto root = [&](std::uint32_t p) {
    while (parts[p] != p) p = parts[p] = parts[parts[p]];
    return p;
  };
  const auto unite = [&](std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    parts[std::max(a, b)] = std::min(a, b);
  };
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    unite(indices[i], indices[i + 1]);
    unite(indices[i], indices[i + 2]);
  }
  for (std::uint32_t p = 0; p < count; ++p) parts[p] = root(p);
  return parts;
}

float squared_distance(Vec3f p, Vec3f a, Vec3f b) {
  const Vec3f along = b - a;
  const float squared_length = dot(along, along);
  const float t = squared_length > 0 ? std::clamp(dot(p - a, along) / squared_length, 0.0F, 1.0F) : 0;
  const Vec3f off = p - (a + along * t);
  return dot(off, off);
}

/// Segments in boxes of boxes, halved at the median of the longest side.
class SegmentTree {
 public:
  struct Segment {
    Vec3f a, b;
    std::uint32_t part = 0;
  };

  explicit SegmentTree(std::vector<Segment> segments) : segments_(std::move(segments)) {
    nodes_.reserve(2 * segments_.size() / leaf_size + 1);
    if (!segments_.empty()) build(0, segments_.size());
  }

  [[nodiscard]] bool any_of_other_part(Vec3f p, std::uint32_t part, float distance) const {
    std::vector<std::size_t> stack;
    if (!nodes_.empty()) stack.push_back(0);
    while (!stack.empty()) {
      const Node& node = nodes_[stack.back()];
      const std::size_t number = stack.back();
      stack.pop_back();
      if (is_far(node, p, distance)) continue;
      if (node.right != 0) {
        stack.push_back(number + 1);
        stack.push_back(node.right);
        continue;
      }
      const auto first = segments_.begin() + static_cast<std::ptrdiff_t>(node.first);
      if (std::any_of(first, first + static_cast<std::ptrdiff_t>(node.count), [&](const Segment& s) {
            return s.part != part && squared_distance(p, s.a, s.b) <= distance * distance;
          })) {
        return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::size_t leaf_size = 4;

  struct Node {
    Coordinates low{}, high{};
    std::size_t first = 0, count = 0;
    std::size_t right = 0;  // the left child follows; 0: a leaf
  };

  static bool is_far(const Node& node, Vec3f p, float distance) {
    const Coordinates at = coordinates(p);
    for (std::size_t c = 0; c < 3; ++c) {
      if (at[c] < node.low[c] - distance || at[c] > node.high[c] + distance) return true;
    }
    return false;
  }

  void build(std::size_t first, std::size_t count) {
    const std::size_t number = nodes_.size();
    Node node;
    node.first = first;
    node.count = count;
    node.low = node.high = coordinates(segments_[first].a);
    for (std::size_t s = first; s < first + count; ++s) {
      for (const Vec3f end : {segments_[s].a, segments_[s].b}) {
        const Coordinates at = coordinates(end);
        for (std::size_t c = 0; c < 3; ++c) {
          node.low[c] = std::min(node.low[c], at[c]);
          node.high[c] = std::max(node.high[c], at[c]);
        }
      }
    }
    nodes_.push_back(node);
    if (count <= leaf_size) return;
    std::size_t axis = 0;
    for (std::size_t c = 1; c < 3; ++c) {
      if (node.high[c] - node.low[c] > node.high[axis] - node.low[axis]) axis = c;
    }
    const auto begin = segments_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto half = static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(
        begin, begin + half, begin + static_cast<std::ptrdiff_t>(count), [axis](const Segment& x, const Segment& y) {
          return coordinates(x.a)[axis] + coordinates(x.b)[axis] < coordinates(y.a)[axis] + coordinates(y.b)[axis];
        });
    build(first, count / 2);
    nodes_[number].right = nodes_.size();
    build(first + count / 2, count - count / 2);
  }

  std::vector<Segment> segments_;
  std::vector<Node> nodes_;
};

}  // namespace

std::vector<bool> near_borders(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices,
                               float distance) {
  std::vector<bool> near(positions.size());
  std::vector<std::uint32_t> places(positions.size());
  std::iota(places.begin(), places.end(), 0U);
  const std::vector<OpenEdge> open = open_edges(indices, places, positions.size());
  if (open.empty()) return near;
  const std::vector<std::uint32_t> parts = find_parts(positions.size(), indices);
  std::vector<SegmentTree::Segment> segments;
  segments.reserve(open.size());
  for (const OpenEdge& edge : open) segments.push_back({positions[edge.low], positions[edge.high], parts[edge.low]});
  const SegmentTree tree(std::move(segments));
  for (const OpenEdge& edge : open) {
    for (const std::uint32_t p : {edge.low, edge.high}) {
      if (!near[p]) near[p] = tree.any_of_other_part(positions[p], parts[p], distance);
    }
  }
  return near;
}

}  // namespace lodcook::cooker
