#pragma once

#include <vector>

#include <lodcook/result.h>

#include "cooker/import/gltf_document.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// The nodes of the scene to show and where each node of the file went.
struct NodeTree {
  std::vector<Node> nodes;             ///< Parents before children.
  std::vector<std::uint32_t> numbers;  ///< Of each node of the file, into `nodes`; no_index: not in the scene.
  std::vector<SceneLight> lights;
};

/// The nodes below the default scene, below all scenes where none is the default, or all where there is no scene; and
/// joints of skins with their ancestors, wherever they are (without their meshes if outside the scene).
/// Fails with inconsistent for a node that is its own ancestor, over_depth_limit, non_finite for a transform.
Result<NodeTree> read_nodes(GltfDocument& document);

/// All skins; joints are numbers into `tree.nodes`.
Result<std::vector<Skin>> read_skins(GltfDocument& document, const NodeTree& tree);

}  // namespace lodcook::cooker
