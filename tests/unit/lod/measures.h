#pragma once

#include <utility>
#include <vector>

#include "cooker/lod/chain.h"

/// What the tests of this room measure on a level, each by its definition.
namespace lodcook::cooker {

std::vector<std::size_t> triangle_counts(const LodChain& chain);

double surface_area(const LodLevel& level);

/// Positive for a closed surface that faces outward.
double signed_volume(const LodLevel& level);

/// The ends of edges, by equal positions, that the triangles do not use as often one way as the other.
std::vector<std::pair<Vec3f, Vec3f>> open_edges(const LodLevel& level);

/// The material of each index by the draw ranges; fails the test where they do not cover the indices in order, are not
/// ascending or are empty.
std::vector<std::uint32_t> materials_of_indices(const LodLevel& level);

/// Fails the test where a law of every chain is broken: counts fall strictly, no level is empty, every index is in
/// range and every vertex used, the draws cover the indices, estimates do not fall, weights sum to 1, the bounds hold
/// all vertices.
void check_laws(const LodChain& chain);

}  // namespace lodcook::cooker
