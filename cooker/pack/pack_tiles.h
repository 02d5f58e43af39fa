#pragma once

#include <span>
#include <vector>

#include <lodcook/result.h>

#include "cooker/pack/pack.h"
#include "cooker/pack/pack_instances.h"
#include "cooker/tiles/tile_tree.h"
#include "formats/src/container_write.h"

namespace lodcook::cooker {

/// Tiles in the order of the container: level 0 first, tree order inside a level.
std::vector<std::uint32_t> container_order(const TileTree& tree);

struct TileLattice {
  double step = 0;        ///< 0: positions stay floats.
  bool holds_all = true;  ///< Every tile has a triangle with three corners on it.
};

/// The lattice that pack_tiles takes, if it holds all tiles.
TileLattice choose_tile_lattice(const TileTree& tree, const PackOptions& options);

/// Quantises every tile of a tree on one lattice, so that what tiles share decodes to the same bits. Every triangle is
/// kept: where the lattice collapses one, its neighbour in another tile still meets the rest. A tile's box holds the
/// level 0 that it stands for, its own geometry as it will be decoded, and its children's boxes; its error is
/// its bound (prove_tiles) or, where that is not wanted or impossible, its estimate, and not below any child's, nor
/// below its slide with slide_switches; a leaf's is the lattice's. `materials` say which UV sets may slide. Level k
/// groups the tiles of level k; its error and box are those of the cut of the coarsest tiles of level at most k. Of the
/// object only names and flags are looked at; a mesh of the tree is given back as soon as it is packed. Keeps positions
/// as floats where the lattice does not hold all tiles (float_positions). Leaves with instances (`leaves`, by tile) are
/// proven with the triangles that those show and stored without; their boxes hold both. Fails with internal for a tree
/// that is none.
Result<PackedObject> pack_tiles(const Object& object, TileTree tree, const PackOptions& options,
                                std::vector<Warning>& warnings, std::span<const Material> materials = {},
                                std::span<const LeafInstances> leaves = {});

}  // namespace lodcook::cooker
