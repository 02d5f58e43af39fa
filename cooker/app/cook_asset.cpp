#include "cooker/app/cook_asset.h"

#include <algorithm>
#include <utility>

namespace lodcook::cooker {
namespace {

void append(std::vector<Warning>& to, std::vector<Warning>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

ChainFacts facts_of(const LodChain& chain) {
  ChainFacts facts;
  facts.stopped = chain.stopped;
  for (const LodLevel& level : chain.levels) facts.methods.push_back(level.method);
  return facts;
}

Result<ObjectSet> prepare(Scene scene, const SceneOptions& options) {
  Result<Scene> checked = check_scene(std::move(scene), options);
  if (!checked) return std::move(checked).error();
  return group_scene(*checked, options);
}

}  // namespace

Result<CookedAsset> cook_scene(Scene scene, const CookSettings& settings) {
  Result<ObjectSet> set = prepare(std::move(scene), settings.scene);
  if (!set) return std::move(set).error();
  CookedAsset cooked;
  append(cooked.warnings, std::move(set->warnings));
  std::vector<LodChain> chains;
  for (const Object& object : set->objects) {
    Result<LodChain> chain = build_chain(object, settings.chain);
    if (!chain) return std::move(chain).error();
    append(cooked.warnings, std::move(chain->warnings));
    cooked.chains.push_back(facts_of(*chain));
    chains.push_back(std::move(*chain));
  }
  Result<PackedAsset> packed = pack_asset(*set, chains, settings.pack);
  if (!packed) return std::move(packed).error();
  cooked.container = std::move(packed->container);
  cooked.dependencies = std::move(set->dependencies);
  return cooked;
}

std::uint64_t count_triangles(const Scene& scene) {
  std::vector<std::uint64_t> of_mesh;
  for (const Mesh& mesh : scene.meshes) {
    std::uint64_t sum = 0;
    for (const Primitive& primitive : mesh.primitives) sum += primitive.indices.size() / 3;
    of_mesh.push_back(sum);
  }
  std::uint64_t total = 0;
  for (const Node& node : scene.nodes) {
    if (node.mesh < of_mesh.size()) total += of_mesh[node.mesh] * std::max<std::size_t>(1, node.instances.size());
  }
  return total;
}

}  // namespace lodcook::cooker
