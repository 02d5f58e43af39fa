#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cooker/tiles/plan.h"

namespace lodcook::cooker {

/// Triangles as the plan numbers them.
struct PlannedParts {
  std::span<const std::uint32_t> places;  ///< Three for each triangle.
  std::span<const std::uint32_t> parts;   ///< By triangle.
  std::size_t place_count = 0;
};

/// By part, whether the leaf that holds it can show it as an instance of its mesh (`meshes`: by part, no_index for
/// none): where all of it is in one leaf and no other part touches a place of it, so that no seam passes through. A
/// leaf keeps at least one part that is none (its smallest, of equal ones the first), and a mesh has no instance where
/// only one would be left. None in a plan of one leaf, whose levels load as those of a chain do.
std::vector<bool> find_instances(const TilePlan& plan, const PlannedParts& planned,
                                 std::span<const std::uint32_t> meshes);

}  // namespace lodcook::cooker
