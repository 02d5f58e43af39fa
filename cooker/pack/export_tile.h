#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/result.h>

#include "cooker/pack/shared_geometry.h"

namespace lodcook::cooker {

/// One tile of Container::tiles() as a GLB in the space of its object, without the object's origin: a node for its own
/// triangles, whose translation is the tile's origin on the lattice, so that corners are small numbers (floats of a
/// lossless tile stay as they are), and one for each instance, all of a mesh showing one glTF mesh. An instance whose
/// matrix a glTF node cannot say, because it shears, is baked into a node of its own. Only the materials that it uses.
/// `shared` is the container's. Fails where load_tile and load_shared_mesh do.
Result<std::vector<std::byte>> export_tile(const Container& container, std::uint32_t tile, SharedGeometries& shared);

}  // namespace lodcook::cooker
