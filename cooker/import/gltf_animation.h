#pragma once

#include <vector>

#include <lodcook/result.h>

#include "cooker/import/gltf_document.h"
#include "cooker/import/gltf_node.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// All animations. Channels of unknown paths and of nodes outside the scene are left out; one whose numbers do not fit
/// together (values for keys, ascending times) is left out with a warning.
Result<std::vector<Animation>> read_animations(GltfDocument& document, const NodeTree& tree);

}  // namespace lodcook::cooker
