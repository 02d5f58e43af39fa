#pragma once

#include <lodcook/result.h>

#include "cooker/import/gltf_document.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// The meshes that `nodes` show, in the order of the file; the others keep their place and name, but are empty. They,
/// points, lines and primitives without positions are left out and counted in a warning. Fails with invalid_index for
/// an index that is not below the number of vertices, with over_triangle_limit and over_mesh_limit before anything of
/// that size is allocated, and as read_attributes does.
Result<std::vector<Mesh>> read_meshes(GltfDocument& document, const std::vector<Node>& nodes);

}  // namespace lodcook::cooker
