#pragma once

#include <cstdint>
#include <vector>

#include "cooker/proof/surface.h"

/// Guesses which triangle of one level stands where another level's was, from the positions that both have. A wrong
/// guess costs time, never truth.
namespace lodcook::proof {

/// The triangle of `level` at a corner that triangle `t` of `parent` shares with it; none where no corner is shared.
std::uint32_t by_kept_vertex(const Surface& parent, std::uint32_t t, const Surface& level);

/// For every triangle of the parent, one of the level near it.
std::vector<std::uint32_t> map_triangles(const Surface& parent, const Surface& level);

/// For every triangle of the level, the largest of the parent's that map to it, or none.
std::vector<std::uint32_t> invert_map(const std::vector<std::uint32_t>& map, const Surface& parent,
                                      const Surface& level);

}  // namespace lodcook::proof
