#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cooker/tiles/plan.h"

namespace lodcook::cooker {

/// By position: the depth of the lowest node that holds all triangles at it, so that tiles of that depth and above may
/// move it. `plan` has its nodes and its order; `indices` are below `position_count`. 0 where no triangle is.
std::vector<std::uint32_t> free_depths(const TilePlan& plan, std::span<const std::uint32_t> indices,
                                       std::size_t position_count);

}  // namespace lodcook::cooker
