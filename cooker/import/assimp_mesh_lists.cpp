#include <algorithm>

#include "cooker/import/assimp_mesh.h"
#include "cooker/import/assimp_scene.h"

namespace lodcook::cooker {
namespace {

using MeshList = std::vector<unsigned int>;

struct Shown {
  std::uint32_t mesh = no_index, skin = no_index;
};

/// The meshes of a node in lists that may be one Mesh: all skinned or none, and with equally many morph targets.
Result<std::vector<MeshList>> lists_of(const AssimpConversion& conversion, const aiNode& node) {
  std::map<std::pair<unsigned, bool>, MeshList, std::greater<>> lists;  // most morph targets first
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    const unsigned number = node.mMeshes == nullptr ? no_index : node.mMeshes[i];
    if (number >= conversion.source.mNumMeshes || conversion.source.mMeshes[number] == nullptr)
      return conversion.error(ErrorCode::invalid_index,
                              "node '" + assimp_text(node.mName) + "' shows a mesh that is not there");
    const aiMesh& mesh = *conversion.source.mMeshes[number];
    lists[{mesh.mNumAnimMeshes, mesh.mNumBones > 0}].push_back(number);
  }
  std::vector<MeshList> out;
  for (auto& [kind, list] : lists) out.push_back(std::move(list));
  return out;
}

/// FBX: Assimp gives 1 for every channel with one shape, whatever the file says, so the weights are not to be had.
std::vector<float> default_weights(const AssimpConversion& conversion, const aiMesh& mesh) {
  std::vector<float> out;
  for (unsigned i = 0; i < mesh.mNumAnimMeshes; ++i) out.push_back(conversion.fbx ? 0 : mesh.mAnimMeshes[i]->mWeight);
  return out;
}

Result<Shown> convert_list(AssimpConversion& conversion, const MeshList& list, std::uint32_t node) {
  Mesh mesh;
  AssimpSkin skin(conversion, node);
  for (const unsigned number : list) {
    const aiMesh& source = *conversion.source.mMeshes[number];
    if (mesh.name.empty()) mesh.name = assimp_text(source.mName);
    Result<Primitive> primitive = convert_assimp_primitive(conversion, source, skin);
    if (!primitive.ok()) return std::move(primitive).error();
    if (mesh.primitives.empty()) mesh.default_morph_weights = default_weights(conversion, source);
    if (!primitive->indices.empty()) mesh.primitives.push_back(std::move(*primitive));
  }
  if (mesh.primitives.empty()) return Shown{};
  if (mesh.name.empty()) mesh.name = conversion.scene.nodes[node].name;
  Shown out{static_cast<std::uint32_t>(conversion.scene.meshes.size()), no_index};
  conversion.scene.meshes.push_back(std::move(mesh));
  if (conversion.source.mMeshes[list[0]]->mNumBones > 0) {
    out.skin = static_cast<std::uint32_t>(conversion.scene.skins.size());
    conversion.scene.skins.push_back(skin.take());
  }
  return out;
}

}  // namespace

Status convert_assimp_meshes(AssimpConversion& conversion) {
  if (conversion.source.mNumMeshes > 0 && conversion.source.mMeshes == nullptr)
    return conversion.error(ErrorCode::inconsistent, "the scene has lost its meshes");
  std::map<MeshList, Shown> done;
  for (std::uint32_t i = 0; i < conversion.source_nodes.size(); ++i) {
    Result<std::vector<MeshList>> lists = lists_of(conversion, *conversion.source_nodes[i]);
    if (!lists.ok()) return std::move(lists).error();
    for (std::size_t l = 0; l < lists->size(); ++l) {
      const MeshList& list = (*lists)[l];
      auto found = done.find(list);
      if (found == done.end()) {
        Result<Shown> shown = convert_list(conversion, list, i);
        if (!shown.ok()) return std::move(shown).error();
        found = done.emplace(list, *shown).first;
      }
      if (found->second.mesh == no_index) continue;
      const bool taken = conversion.scene.nodes[i].mesh != no_index;
      const std::uint32_t shown_by = taken ? conversion.add_node(conversion.scene.nodes[i].name, i, Mat4d{}) : i;
      conversion.scene.nodes[shown_by].mesh = found->second.mesh;
      conversion.scene.nodes[shown_by].skin = found->second.skin;
    }
  }
  return Done{};
}

}  // namespace lodcook::cooker
