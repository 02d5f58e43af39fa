#pragma once

#include <cstdint>

#include "cooker/proof/surface.h"

namespace lodcook::proof {

/// Root mean square distance from `count` points of `from`, spread evenly over its area, to `to`. The same points for
/// the same surface.
double sample_rms(const Surface& from, const Surface& to, std::uint32_t count);

}  // namespace lodcook::proof
