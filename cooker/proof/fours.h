#pragma once

#include <cstdint>
#include <vector>

#include "cooker/proof/surface.h"

namespace lodcook::proof {

/// Four consecutive triangles by their distinct corners, at most eight, each as its place among the twelve in four
/// bits; `no_four` where they have more.
using Four = std::uint32_t;
constexpr Four no_four = 0xFFFFFFFFU;

/// Of all triangles, in their order; the last may be fewer than four.
std::vector<Four> make_fours(const Surface& surface);

}  // namespace lodcook::proof
