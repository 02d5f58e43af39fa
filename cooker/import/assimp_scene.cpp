#include "cooker/import/assimp_scene.h"

#include <algorithm>
#include <cmath>

#include "cooker/import/reference_path.h"

namespace lodcook::cooker {
namespace {

bool is_finite(const Mat4d& matrix) {
  return std::all_of(std::begin(matrix.m), std::end(matrix.m), [](double v) { return std::isfinite(v); });
}

bool is_fbx(const std::string& file) {
  std::string end = file.size() < 4 ? std::string() : file.substr(file.size() - 4);
  for (char& c : end) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return end == ".fbx";
}

void warn_count(Scene& scene, const char* id, std::uint64_t count, const char* what) {
  if (count > 0) scene.warnings.push_back({id, std::to_string(count) + what});
}

void warn_counts(AssimpConversion& conversion) {
  Scene& scene = conversion.scene;
  warn_count(scene, "points_left_out", conversion.points, " points are left out: only triangles are cooked");
  warn_count(scene, "lines_left_out", conversion.lines, " lines are left out: only triangles are cooked");
  warn_count(scene, "crossing_polygon", conversion.crossing_polygons,
             " polygons cross themselves; some of their triangles face the other way");
  warn_count(scene, "bone_without_node", conversion.stray_bones,
             " bones have no node; they are held by the mesh's own");
  warn_count(scene, "negative_weight", conversion.clamped_weights, " negative bone weights are taken as 0");
  warn_count(scene, "attribute_sets_left_out", conversion.extra_color_sets,
             " sets of vertex colours are left out: 4 of a mesh are kept");
}

/// Some importers call the root by the path of the file, which was given as "./name".
std::string node_name(const aiNode& node) {
  std::string name = assimp_text(node.mName);
  if (node.mParent == nullptr && name.starts_with("./")) name.erase(0, 2);
  return name;
}

}  // namespace

std::string assimp_text(const aiString& text) {
  return as_utf8({text.data, std::min<std::size_t>(text.length, sizeof(text.data) - 1)});
}

Mat4d assimp_matrix(const aiMatrix4x4& s) {
  return {{s.a1, s.b1, s.c1, s.d1, s.a2, s.b2, s.c2, s.d2, s.a3, s.b3, s.c3, s.d3, s.a4, s.b4, s.c4, s.d4}};
}

std::uint32_t AssimpConversion::find_node(const aiString& name) const {
  const auto found = node_numbers.find(assimp_text(name));
  return found == node_numbers.end() ? no_index : found->second;
}

std::uint32_t AssimpConversion::add_node(std::string name, std::uint32_t parent, const Mat4d& local) {
  Node node;
  node.name = std::move(name);
  node.parent = parent;
  node.local = local;
  scene.nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(scene.nodes.size() - 1);
}

Status convert_assimp_nodes(AssimpConversion& conversion) {
  struct Visit {
    const aiNode* node;
    std::uint32_t parent, depth;
  };
  std::vector<Visit> open{{conversion.source.mRootNode, no_index, 1}};
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    if (visit.node == nullptr) return conversion.error(ErrorCode::inconsistent, "a node of the tree is missing");
    if (visit.depth > conversion.options.max_depth)
      return conversion.error(
          ErrorCode::over_depth_limit,
          "nodes are nested deeper than " + std::to_string(conversion.options.max_depth) + " levels");
    const aiNode& node = *visit.node;
    const Mat4d local = assimp_matrix(node.mTransformation);
    const std::string name = node_name(node);
    if (!is_finite(local))
      return conversion.error(ErrorCode::non_finite, "the transform of node '" + name + "' is not finite");
    const std::uint32_t number = conversion.add_node(name, visit.parent, local);
    conversion.node_numbers.try_emplace(name, number);
    conversion.source_nodes.push_back(&node);
    if (node.mNumChildren > 0 && node.mChildren == nullptr)
      return conversion.error(ErrorCode::inconsistent, "node '" + name + "' has lost its children");
    for (std::uint32_t i = node.mNumChildren; i > 0; --i)
      open.push_back({node.mChildren[i - 1], number, visit.depth + 1});
  }
  return Done{};
}

Result<Scene> convert_assimp_scene(const aiScene& source, const ImportOptions& options, Jail& jail) {
  AssimpConversion conversion(source, options, jail);
  conversion.fbx = is_fbx(conversion.file);
  if (source.mNumMeshes > options.max_meshes)
    return conversion.error(
        ErrorCode::over_mesh_limit,
        std::to_string(source.mNumMeshes) + " meshes, over the limit of " + std::to_string(options.max_meshes));
  if (Status nodes = convert_assimp_nodes(conversion); !nodes.ok()) return std::move(nodes).error();
  convert_assimp_materials(conversion);
  if (Status meshes = convert_assimp_meshes(conversion); !meshes.ok()) return std::move(meshes).error();
  convert_assimp_lights(conversion);
  if (Status animations = convert_assimp_animations(conversion); !animations.ok()) return std::move(animations).error();
  warn_counts(conversion);
  return std::move(conversion.scene);
}

}  // namespace lodcook::cooker
