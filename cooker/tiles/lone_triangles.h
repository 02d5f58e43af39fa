#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

#include "cooker/tiles/plan.h"

namespace lodcook::cooker {

/// Triangles by the places of their corners, three each, and where the places are.
struct PlacedTriangles {
  std::span<const std::uint32_t> corners;
  std::span<const Vec3f> positions;
};

/// Of triangles that have two corners at one place those that nothing stands for: no planned triangle (`planned`, by
/// number) has all their places, and no earlier one of them the same. Ascending. Without them a small piece by itself
/// would vanish from level 0, farther from what is left than the lattice's error.
std::vector<std::uint32_t> find_lone_triangles(const PlacedTriangles& triangles,
                                               std::span<const std::uint32_t> planned);

/// Adds triangles to the plan's leaves, behind those of each: to the one whose box is nearest. Gives for each node how
/// many triangles it had. What tiles must lock does not change.
std::vector<std::uint32_t> add_to_leaves(TilePlan& plan, std::span<const std::uint32_t> lone,
                                         const PlacedTriangles& triangles);

}  // namespace lodcook::cooker
