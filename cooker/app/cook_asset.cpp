#include "cooker/app/cook_asset.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "cooker/app/build_tree.h"
#include "cooker/lod/authored_chain.h"
#include "cooker/pack/lattice.h"
#include "cooker/pack/pack_instances.h"
#include "cooker/pack/pack_tiles.h"
#include "cooker/scene/group_levels.h"
#include "cooker/scene/parallel.h"
#include "cooker/scene/shared_mesh.h"

namespace lodcook::cooker {
namespace {

void append(std::vector<Warning>& to, std::vector<Warning>&& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

ChainFacts facts_of(const LodChain& chain) {
  ChainFacts facts;
  facts.stopped = chain.stopped;
  for (const LodLevel& level : chain.levels) {
    facts.methods.push_back(level.method);
    facts.redone.push_back(level.redone);
    facts.replaced.push_back(level.replaced);
  }
  return facts;
}

ChainFacts facts_of(const TileTree& tree, const TileSettings& settings) {
  ChainFacts facts;
  facts.stopped = tree.stopped;
  const Vec3f size = settings.plan.cell_size;
  const bool cells = size.x > 0 || size.y > 0 || size.z > 0;
  for (const std::uint32_t t : container_order(tree)) {
    const TileMesh& tile = tree.tiles[t];
    manifest::TileFacts& out = facts.tiles.emplace_back();
    out.method = tile.mesh.method;
    if (cells) out.cell = {tile.cell[0], tile.cell[1], tile.cell[2]};
  }
  return facts;
}

/// Meshes that leaves of trees may have instances of.
std::vector<SharedMesh> find_shared(const std::vector<Scene>& levels, const SceneOptions& options,
                                    const TileSettings& tiles) {
  const bool trees = tiles.mode == TileMode::tree || tiles.mode == TileMode::automatic;
  if (!trees || !tiles.instances || levels.size() != 1 || options.grouping == Grouping::mesh) return {};
  return find_shared_meshes(levels.front(), options, tiles.plan.budget / 4);
}

/// Fills `shared` where it is asked for.
Result<ObjectSet> prepare(std::vector<Scene> levels, SceneOptions options, const TileSettings* tiles = nullptr,
                          std::vector<SharedMesh>* shared = nullptr) {
  for (Scene& scene : levels) {
    Result<Scene> checked = check_scene(std::move(scene), options);
    if (!checked) return std::move(checked).error();
    scene = std::move(*checked);
  }
  if (shared != nullptr) *shared = find_shared(levels, options, *tiles);
  options.keep_sources = shared != nullptr && !shared->empty();
  return group_levels(std::move(levels), options);
}

bool is_tiled(const Object& object, const TileSettings& tiles) {
  if (tiles.mode == TileMode::automatic) return object.indices.size() / 3 > tiles.automatic_triangles;
  return tiles.mode == TileMode::tree || tiles.mode == TileMode::flat;
}

/// What pack_tiles does not look at goes before it needs room.
void drop_geometry(Object& object) {
  object.vertices = VertexStreams();
  object.vertex_materials = std::vector<std::uint32_t>();
  object.indices = std::vector<std::uint32_t>();
  object.triangle_parts = std::vector<std::uint32_t>();
  object.triangle_sources = std::vector<std::uint32_t>();
  for (MorphTarget& morph : object.morph_targets) morph = {morph.name, {}, {}, {}};
}

/// Meshes that several leaves show, before and after they are packed.
struct SharedMeshes {
  std::vector<SharedMesh> found;
  std::vector<ObjectContent> packed;
};

/// Packs what the leaves of a tree have instances of and adds it to the asset's. By tile, its instances.
Result<std::vector<LeafInstances>> add_instances(const Object& object, const std::vector<std::uint32_t>& meshes,
                                                 TileTree& tree, const PackOptions& options, SharedMeshes& shared) {
  const TileLattice lattice = choose_tile_lattice(tree, options);
  if (meshes.empty() || !lattice.holds_all || lattice.step == 0) return std::vector<LeafInstances>();
  Result<PackedInstances> packed =
      pack_instances(object, shared.found, meshes, tree, Lattice{lattice.step}.error(), options);
  if (!packed) return std::move(packed).error();
  const auto first = static_cast<std::uint32_t>(shared.packed.size());
  for (LeafInstances& leaf : packed->leaves) {
    for (MeshInstance& instance : leaf.instances) instance.mesh += first;
  }
  std::move(packed->meshes.begin(), packed->meshes.end(), std::back_inserter(shared.packed));
  return std::move(packed->leaves);
}

Result<PackedObject> cook_tree(Object& object, std::span<const Material> materials, const CookSettings& settings,
                               SharedMeshes& shared, CookedAsset& cooked) {
  PackOptions options = settings.pack;
  options.threads = settings.threads;
  std::vector<std::uint32_t> meshes;
  if (!shared.found.empty()) meshes = match_parts(object, shared.found);
  Result<TileTree> tree = build_tree(object, settings, options, meshes);
  if (!tree) return std::move(tree).error();
  append(cooked.warnings, std::move(tree->warnings));
  cooked.chains.push_back(facts_of(*tree, settings.tiles));
  const Result<std::vector<LeafInstances>> leaves = add_instances(object, meshes, *tree, options, shared);
  if (!leaves) return leaves.error();
  drop_geometry(object);
  Result<PackedObject> packed = pack_tiles(object, std::move(*tree), options, cooked.warnings, materials, *leaves);
  if (!packed) return packed;
  std::vector<manifest::TileFacts>& tiles = cooked.chains.back().tiles;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    tiles[t].relative = packed->tile_errors[t];
    tiles[t].normal_angle = packed->tile_normal_angles[t];
  }
  return packed;
}

Result<PackedObject> pack_levels(const Object& object, const ObjectSet& set, LodChain chain,
                                 const CookSettings& settings, CookedAsset& cooked) {
  cooked.chains.push_back(facts_of(chain));
  const std::size_t built = chain.levels.size();
  Result<PackedObject> packed =
      pack_chain(object, set.materials, std::move(chain), settings.pack, cooked.warnings, set.poses);
  const bool ended_early = packed.ok() && packed->content.levels.size() < built;
  if (ended_early) cooked.chains.back().stopped = "collapsed";
  return packed;
}

Result<PackedObject> cook_authored(Object& object, std::span<const Object> coarser, const ObjectSet& set,
                                   const CookSettings& settings, CookedAsset& cooked) {
  join_draw_groups(object);
  Result<LodChain> chain = authored_chain(object, coarser, settings.chain);
  if (!chain) return std::move(chain).error();
  if (is_tiled(object, settings.tiles)) {
    chain->warnings.push_back({"authored_not_tiled", object.name + " brings its levels; they are not cut into tiles"});
  }
  append(cooked.warnings, std::move(chain->warnings));
  return pack_levels(object, set, std::move(*chain), settings, cooked);
}

/// `redo`: of ChainOptions.
Result<PackedObject> cook_levels(const Object& object, const ObjectSet& set, const CookSettings& settings, bool redo,
                                 CookedAsset& cooked) {
  ChainOptions options = settings.chain;
  options.redo = redo;
  Result<LodChain> chain = build_chain(object, options);
  if (!chain) return std::move(chain).error();
  append(cooked.warnings, std::move(chain->warnings));
  return pack_levels(object, set, std::move(*chain), settings, cooked);
}

Result<PackedObject> cook_chain(Object& object, const ObjectSet& set, const CookSettings& settings,
                                CookedAsset& cooked) {
  constexpr std::size_t large = 1'000'000;
  if (settings.tiles.mode == TileMode::off && object.indices.size() / 3 > large) {
    cooked.warnings.push_back({"large_object", object.name + " has " + std::to_string(object.indices.size() / 3) +
                                                   " triangles; tiles (--tile-mode tree) would let it stream"});
  }
  join_draw_groups(object);
  const auto warnings = static_cast<std::ptrdiff_t>(cooked.warnings.size());
  Result<PackedObject> packed = cook_levels(object, set, settings, settings.pack.prove, cooked);
  if (!packed || !redo_failed(cooked.chains.back(), *packed)) return packed;
  ChainFacts redone = std::move(cooked.chains.back());
  std::vector<Warning> told(cooked.warnings.begin() + warnings, cooked.warnings.end());
  cooked.chains.pop_back();
  cooked.warnings.erase(cooked.warnings.begin() + warnings, cooked.warnings.end());
  Result<PackedObject> plain = cook_levels(object, set, settings, false, cooked);
  if (!plain || plain_is_nearer(redone, *packed, *plain)) return plain;
  cooked.chains.back() = std::move(redone);
  cooked.warnings.erase(cooked.warnings.begin() + warnings, cooked.warnings.end());
  append(cooked.warnings, std::move(told));
  return packed;
}

Result<CookedAsset> cook_on_threads(std::vector<Scene> levels, const CookSettings& settings) {
  SceneOptions options = settings.scene;
  options.keep_parts = settings.tiles.mode != TileMode::off;
  SharedMeshes shared;
  Result<ObjectSet> set = prepare(std::move(levels), options, &settings.tiles, &shared.found);
  if (!set) return std::move(set).error();
  CookedAsset cooked;
  append(cooked.warnings, std::move(set->warnings));
  std::vector<ObjectContent> objects;
  for (std::size_t i = 0; i < set->objects.size(); ++i) {
    Object& object = set->objects[i];
    const bool brought = i < set->authored.size() && !set->authored[i].empty();
    Result<PackedObject> packed = brought ? cook_authored(object, set->authored[i], *set, settings, cooked)
                                  : is_tiled(object, settings.tiles)
                                      ? cook_tree(object, set->materials, settings, shared, cooked)
                                      : cook_chain(object, *set, settings, cooked);
    if (!packed) return std::move(packed).error();
    cooked.chains.back().errors = std::move(packed->errors);
    cooked.chains.back().normal_angles = std::move(packed->normal_angles);
    cooked.chains.back().poses = std::move(packed->poses);
    objects.push_back(std::move(packed->content));
    object = {};  // packed: its buffers are not needed any more
    if (brought) set->authored[i].clear();
  }
  Result<std::vector<std::byte>> bytes = write_asset(*set, std::move(objects), settings.pack, std::move(shared.packed));
  if (!bytes) return std::move(bytes).error();
  cooked.container = std::move(*bytes);
  cooked.dependencies = std::move(set->dependencies);
  return cooked;
}

}  // namespace

bool redo_failed(const ChainFacts& facts, const PackedObject& packed) {
  constexpr double tolerance = 0.045;  // of the proof
  if (packed.errors.empty()) return false;
  const double lattice_error = packed.errors.front().bound.value_or(0);
  for (std::size_t k = 1; k < packed.errors.size(); ++k) {
    const bool posed = k < packed.poses.size() && packed.poses[k].has_value();
    if (posed || facts.replaced[k] == 0) continue;
    if (packed.errors[k].bound.value_or(0) > (1 + tolerance) * facts.replaced[k] + lattice_error) return true;
  }
  return false;
}

bool plain_is_nearer(const ChainFacts& facts, const PackedObject& redone, const PackedObject& plain) {
  for (std::size_t k = 1; k < std::min(redone.errors.size(), plain.errors.size()); ++k) {
    if (facts.replaced[k] == 0) continue;
    if (plain.errors[k].bound.value_or(0) < redone.errors[k].bound.value_or(0)) return true;
  }
  return false;
}

Result<ObjectSet> prepare_scene(Scene scene, const SceneOptions& options) {
  std::vector<Scene> levels;
  levels.push_back(std::move(scene));
  return prepare(std::move(levels), options);
}

Result<CookedAsset> cook_scene(Scene scene, const CookSettings& settings) {
  std::vector<Scene> levels;
  levels.push_back(std::move(scene));
  return cook_scenes(std::move(levels), settings);
}

Result<CookedAsset> cook_scenes(std::vector<Scene> levels, const CookSettings& settings) {
  std::optional<Result<CookedAsset>> cooked;
  with_threads(settings.threads, [&] { cooked = cook_on_threads(std::move(levels), settings); });
  return std::move(*cooked);
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
