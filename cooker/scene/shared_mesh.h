#pragma once

#include <cstdint>
#include <vector>

#include "cooker/scene/group.h"
#include "cooker/scene/object.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// A mesh that a scene shows more than once, as it is before any of its nodes places it.
struct SharedMesh {
  std::uint32_t mesh = no_index;  ///< Of the scene.
  Object object;                  ///< With triangle_sources; its materials are numbered within the mesh.
};

/// Meshes of a checked scene that can be shown as instances: shown twice or more, never by a node with a skin, without
/// morph targets, of 8 (an instance's record is about as large) to `most_triangles` triangles. Ascending by mesh.
std::vector<SharedMesh> find_shared_meshes(const Scene& scene, const SceneOptions& options,
                                           std::uint64_t most_triangles);

}  // namespace lodcook::cooker
