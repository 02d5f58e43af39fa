#include <algorithm>
#include <new>
#include <utility>

#include "cooker/import/gltf_animation.h"
#include "cooker/import/gltf_document.h"
#include "cooker/import/gltf_material.h"
#include "cooker/import/gltf_mesh.h"
#include "cooker/import/gltf_node.h"
#include "cooker/import/readers.h"

namespace lodcook::cooker {
namespace {

// Joint numbers come with the mesh, the skin with the node: only together can they be checked.
Status check_joints(const Scene& scene) {
  for (const Node& node : scene.nodes) {
    if (node.mesh == no_index || node.skin == no_index) continue;
    const std::size_t joints = scene.skins[node.skin].joints.size();
    for (const Primitive& primitive : scene.meshes[node.mesh].primitives) {
      const std::vector<std::uint16_t>& used = primitive.vertices.joints;
      const auto most = std::max_element(used.begin(), used.end());
      if (most == used.end() || *most < joints) continue;
      return Error{ErrorCode::invalid_index,
                   "a vertex refers to joint " + std::to_string(*most) + ", its skin has " + std::to_string(joints),
                   place_of("meshes", node.mesh)};
    }
  }
  return Done{};
}

// A node may set its mesh's weights; a mesh has room for one set.
void apply_node_weights(GltfDocument& document, const NodeTree& tree, std::vector<Mesh>& meshes) {
  std::vector<bool> is_set(meshes.size(), false);
  for (std::size_t i = 0; i < tree.numbers.size(); ++i) {
    const cgltf_node& from = document.root().nodes[i];
    if (tree.numbers[i] == no_index || from.weights_count == 0 || from.mesh == nullptr) continue;
    const std::size_t number = cgltf_mesh_index(&document.root(), from.mesh);
    std::vector<float>& weights = meshes[number].default_morph_weights;
    const std::vector<float> wanted(from.weights, from.weights + from.weights_count);
    if (wanted.size() != weights.size() || (is_set[number] && wanted != weights)) {
      document.warn("morph_weights_left_out", place_of("nodes", i) + ": its morph weights are not kept");
      continue;
    }
    weights = wanted;
    is_set[number] = true;
  }
}

Result<Scene> read_scene(GltfDocument& document) {
  Scene scene;
  Result<NodeTree> tree = read_nodes(document);
  if (!tree.ok()) return std::move(tree).error();
  Result<std::vector<Skin>> skins = read_skins(document, *tree);
  if (!skins.ok()) return std::move(skins).error();
  Result<std::vector<Animation>> animations = read_animations(document, *tree);
  if (!animations.ok()) return std::move(animations).error();
  Result<std::vector<Mesh>> meshes = read_meshes(document, tree->nodes);
  if (!meshes.ok()) return std::move(meshes).error();
  apply_node_weights(document, *tree, *meshes);
  scene.materials = read_materials(document);
  scene.nodes = std::move(tree->nodes);
  scene.lights = std::move(tree->lights);
  scene.skins = *std::move(skins);
  scene.animations = *std::move(animations);
  scene.meshes = *std::move(meshes);
  scene.warnings = std::move(document.warnings());
  if (Status ok = check_joints(scene); !ok.ok()) return std::move(ok).error();
  return scene;
}

}  // namespace

Result<Scene> read_gltf(const std::filesystem::path& /*file*/, const ImportOptions& options, Jail& jail) {
  try {
    Result<FileBytes> file = jail.read_model();
    if (!file.ok()) return std::move(file).error();
    Result<GltfDocument> document = GltfDocument::open(*std::move(file), options, jail);
    if (!document.ok()) return jail.at_model(std::move(document).error());
    Result<Scene> scene = read_scene(*document);
    if (!scene.ok()) return jail.at_model(std::move(scene).error());
    return scene;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "no memory for what it holds", jail.model_name()};
  }
}

}  // namespace lodcook::cooker
