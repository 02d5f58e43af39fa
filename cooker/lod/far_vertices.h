#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cooker/lod/level_mesh.h"

namespace lodcook::cooker {

/// A vertex that lost its triangles and its distance, exact but for rounding, to what is left.
struct FarVertex {
  std::uint32_t vertex = 0;  ///< Of the mesh; the first one at its place.
  float distance = 0;
};

/// The positions of `mesh` that no triangle of `kept` (corners in `mesh`) uses any more and that are farther than
/// `limit` from all of them, in order of their vertices. `place_of` gives the position number of each vertex (equal
/// where positions are equal), below `place_count`. `kept` holds at least one triangle with an area.
/// `asked`: by position number, which are looked at; empty: all. Cheap
/// where little is far: most positions are near a triangle at a neighbour that stayed.
std::vector<FarVertex> find_far_vertices(const LevelMesh& mesh, std::span<const std::uint32_t> place_of,
                                         std::size_t place_count, std::span<const std::uint32_t> kept, float limit,
                                         std::span<const unsigned char> asked = {});

}  // namespace lodcook::cooker
