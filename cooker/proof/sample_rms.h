#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "cooker/proof/surface.h"

namespace lodcook::proof {

struct SurfacePoint {
  Vec3f position;
  std::uint32_t triangle = 0;  ///< That it lies on.
};

/// `count` points of a surface, spread evenly over its area; none where it has no area. The same points for the same
/// surface.
std::vector<SurfacePoint> spread_points(const Surface& surface, std::uint32_t count);

/// Root mean square distance from the points to a surface; 0 without points. `hint_of` gives, for the triangle that a
/// point lies on, one of the surface that is near it, or none.
template <class HintOf>
double rms_distance(std::span<const SurfacePoint> points, const Surface& to, const HintOf& hint_of) {
  double sum = 0;
  std::uint32_t nearest = 0;
  for (const SurfacePoint& point : points) {
    if (const std::uint32_t hint = hint_of(point.triangle); hint != none) nearest = hint;
    float best = distance2(to.record(nearest), point.position) * 1.0001F;
    to.nearest(point.position, best, nearest);
    sum += double{best};
  }
  return points.empty() ? 0 : std::sqrt(sum / static_cast<double>(points.size()));
}

}  // namespace lodcook::proof
