#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/result.h>

#include "cooker/pack/pack.h"
#include "cooker/scene/object.h"
#include "cooker/scene/shared_mesh.h"
#include "cooker/tiles/tile_tree.h"
#include "formats/src/container_write.h"

namespace lodcook::cooker {

/// By part of an object, the number in `shared` of the mesh whose triangles, moved by the part's transform, it has and
/// no others, in the same materials; no_index where it has not, where the transform flattens, or where the part is to
/// have draw ranges of its own. The materials of the meshes found are renumbered to those of the object.
std::vector<std::uint32_t> match_parts(const Object& object, std::span<SharedMesh> shared);

/// What a leaf shows in place of triangles.
struct LeafInstances {
  std::vector<MeshInstance> instances;  ///< `mesh`: into PackedInstances::meshes.
  Aabb box;                             ///< Of all their corners as decoded and moved, rounded outward.
};

struct PackedInstances {
  std::vector<ObjectContent> meshes;
  std::vector<LeafInstances> leaves;  ///< By tile of the tree.
};

/// Packs the meshes that the leaves of a tree have instances of, each on a lattice fine enough for the largest instance
/// of it. `meshes` are by part, as match_parts gives them. Every corner of an instance, as it will be decoded and
/// moved, is within `most` of the object's own; a leaf with one that is not loses `instanced` and is stored whole.
/// Meshes are numbered by their first use in the order of the tiles. Fails where pack_chain does.
Result<PackedInstances> pack_instances(const Object& object, std::span<const SharedMesh> shared,
                                       std::span<const std::uint32_t> meshes, TileTree& tree, double most,
                                       const PackOptions& options);

}  // namespace lodcook::cooker
