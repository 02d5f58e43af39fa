#include "cooker/proof/triangle_map.h"

#include <limits>

namespace lodcook::proof {

namespace {

constexpr float search_above = 1.0001F;  // so that rounding does not hide the hint itself

}  // namespace

std::uint32_t by_kept_vertex(const Surface& parent, std::uint32_t t, const Surface& level) {
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t v = level.vertex_of(parent.id(parent.corners(t)[k]));
    if (v != none) return level.fan_triangle(v, parent.centroid(t));
  }
  return none;
}

std::vector<std::uint32_t> map_triangles(const Surface& parent, const Surface& level) {
  std::vector<std::uint32_t> map(parent.triangle_count());
  std::vector<std::uint32_t> rest;
  for (std::uint32_t t = 0; t < parent.triangle_count(); ++t) {
    map[t] = by_kept_vertex(parent, t, level);
    if (map[t] == none) rest.push_back(t);
  }
  std::uint32_t last = 0;
  for (const std::uint32_t t : rest) {
    const Vec3f center = parent.centroid(t);
    float best = std::numeric_limits<float>::max();
    for (int e = 0; e < 3; ++e) {
      const std::uint32_t beside = parent.neighbor(t, e);
      if (beside == none || map[beside] == none) continue;
      const float d = distance2(level.record(map[beside]), center);
      if (d < best) {
        best = d;
        map[t] = map[beside];
      }
    }
    if (map[t] == none) {
      best = distance2(level.record(last), center) * search_above;
      map[t] = last;
      level.nearest(center, best, map[t]);
    }
    last = map[t];
  }
  return map;
}

std::vector<std::uint32_t> invert_map(const std::vector<std::uint32_t>& map, const Surface& parent,
                                      const Surface& level) {
  std::vector<std::uint32_t> inverse(level.triangle_count(), none);
  for (std::uint32_t t = 0; t < map.size(); ++t) {
    std::uint32_t& best = inverse[map[t]];
    if (best == none || parent.record(t).longest_edge2 > parent.record(best).longest_edge2) best = t;
  }
  return inverse;
}

}  // namespace lodcook::proof
