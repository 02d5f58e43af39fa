#pragma once

#include "cooker/lod/identity.h"

namespace lodcook::cooker {

/// Which vertices of an identity the simplifier sees at one position.
struct Parts {
  std::vector<std::uint32_t> of_vertex;  ///< By vertex of the identity; its place where it was not moved.
  std::size_t count = 0;
};

/// Parts that merely touch: where each of several vertices at one position has a closed fan of its own, none of them
/// needs another to keep the surface whole, yet the simplifier would hold all of them in place. All but the first are
/// moved by the least that a float allows, so that it sees them as vertices of their own. Only positions of
/// `identity.mesh` change; levels take theirs from level 0. Where any vertex at a position has an open edge, all stay,
/// since they may be joined there. Finer rungs than that of positions are left alone: they lead to it where they stall.
Parts part_touching(const LevelZero& zero, Identity& identity);

}  // namespace lodcook::cooker
