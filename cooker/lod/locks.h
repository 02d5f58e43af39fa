#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cooker/lod/level_mesh.h"

namespace lodcook::cooker {

/// What keeps the simplifier from moving the vertices of a level.
struct Locks {
  std::size_t places = 0;            ///< Positions that the simplifier will not move of its own.
  std::size_t folded = 0;            ///< Vertices of edges between two faces folded by more than 150 degrees.
  std::vector<unsigned char> flags;  ///< By vertex of the level, anchors included: 1 where folded.
};

/// `place_of` gives the position number of each vertex of the level (equal where positions are equal), below
/// `place_count`. Follows the simplifier's own rules: more than two vertices at a position, two whose seam does not go
/// on, or a vertex with more than one open edge each way. Flaps folded over shrink at no cost to a quadric and leave
/// holes, so their vertices are worth locking while they are few.
Locks find_locks(const LevelMesh& mesh, std::span<const std::uint32_t> place_of, std::size_t place_count);

}  // namespace lodcook::cooker
