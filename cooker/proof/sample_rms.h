#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cooker/proof/surface.h"

namespace lodcook::proof {

/// `count` points of a surface, spread evenly over its area; none where it has no area. The same points for the same
/// surface.
std::vector<Vec3f> spread_points(const Surface& surface, std::uint32_t count);

/// Root mean square distance from the points to a surface; 0 without points. Points that follow each other should be
/// near each other.
double rms_distance(std::span<const Vec3f> points, const Surface& to);

}  // namespace lodcook::proof
