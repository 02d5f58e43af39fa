#pragma once

#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// The nearest multiples of `step`, a power of two, in each coordinate: what positions on that lattice decode to, while
/// the multiples have at most 24 bits. A step of 0 keeps the positions.
std::vector<Vec3f> snap_positions(const std::vector<Vec3f>& positions, double step);

}  // namespace lodcook::cooker
