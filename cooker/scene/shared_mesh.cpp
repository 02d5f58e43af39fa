#include "cooker/scene/shared_mesh.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cooker/scene/placement_plan.h"

namespace lodcook::cooker {
namespace {

constexpr std::uint64_t fewest_triangles = 8;

std::vector<std::uint64_t> count_uses(const Scene& scene) {
  std::vector<std::uint64_t> uses(scene.meshes.size());
  std::vector<bool> skinned(scene.meshes.size());
  for (const Node& node : scene.nodes) {
    if (node.mesh == no_index) continue;
    uses[node.mesh] += std::max<std::size_t>(1, node.instances.size());
    if (node.skin != no_index) skinned[node.mesh] = true;
  }
  for (std::size_t m = 0; m < uses.size(); ++m) {
    if (skinned[m]) uses[m] = 0;
  }
  return uses;
}

bool has_morphs(const Mesh& mesh) {
  return std::any_of(mesh.primitives.begin(), mesh.primitives.end(),
                     [](const Primitive& p) { return !p.morph_targets.empty(); });
}

/// The mesh and its materials alone, shown once and not moved.
Scene alone(const Scene& scene, std::uint32_t mesh) {
  Scene out;
  out.meshes.push_back(scene.meshes[mesh]);
  out.nodes.emplace_back().mesh = 0;
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (Primitive& primitive : out.meshes.front().primitives) {
    if (primitive.material == no_index) continue;
    const auto number = static_cast<std::uint32_t>(out.materials.size());
    const auto [found, added] = numbers.try_emplace(primitive.material, number);
    if (added) out.materials.push_back(scene.materials[primitive.material]);
    primitive.material = found->second;
  }
  return out;
}

}  // namespace

std::vector<SharedMesh> find_shared_meshes(const Scene& scene, const SceneOptions& options,
                                           std::uint64_t most_triangles) {
  SceneOptions own = options;
  own.grouping = Grouping::mesh;
  own.keep_parts = own.keep_sources = true;
  const std::vector<std::uint64_t> uses = count_uses(scene);
  std::vector<SharedMesh> shared;
  for (std::uint32_t m = 0; m < scene.meshes.size(); ++m) {
    const std::uint64_t triangles = triangle_count(scene.meshes[m]);
    if (uses[m] < 2 || triangles < fewest_triangles || triangles > most_triangles) continue;
    if (has_morphs(scene.meshes[m])) continue;
    Result<ObjectSet> set = group_scene(alone(scene, m), own);
    if (!set) continue;  // nothing of it is left
    shared.push_back({m, std::move(set->objects.front())});
  }
  return shared;
}

}  // namespace lodcook::cooker
