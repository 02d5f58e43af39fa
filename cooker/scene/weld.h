#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Snaps positions that lie within `distance` of an earlier one onto it, so that they are equal bit by bit. The lowest
/// index stands for its cluster and every member lies within `distance` of it (no drifting along a row of points).
/// Near short edges the distance shrinks to a quarter of the shortest edge at the vertex, but not below
/// `least_distance`: a weld must not eat small parts of a large model. `distance` 0 changes nothing. Returns for each
/// vertex the lowest one at the same position.
std::vector<std::uint32_t> weld_positions(std::vector<Vec3f>& positions, std::span<const std::uint32_t> indices,
                                          double distance, double least_distance);

}  // namespace lodcook::cooker
