#include "cooker/pack/pack_tiles.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "cooker/lod/level_output.h"
#include "cooker/pack/bounds.h"
#include "cooker/pack/error_rise.h"
#include "cooker/pack/lattice.h"
#include "cooker/pack/level_content.h"
#include "cooker/pack/object_coding.h"
#include "cooker/pack/prove_tiles.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {

namespace {

CodedMeshes meshes_of(const TileTree& tree) {
  CodedMeshes meshes;
  meshes.extent = tree.bounds.extent;
  for (const TileMesh& tile : tree.tiles) {
    meshes.all.push_back(&tile.mesh);
    if (tile.children.empty()) meshes.finest.push_back(&tile.mesh);
    if (tile.level == 1) meshes.first_estimate = std::max(meshes.first_estimate, tile.mesh.estimate);
  }
  return meshes;
}

/// A tile while it is packed, in tree order.
struct PackedTile {
  TileContent content;
  Aabb decoded;                     // box of the tile's own geometry and its instances
  std::optional<TileContent> rest;  // what is stored of a leaf with instances
  double instances_reach = 0;       // how far they may lie beyond `positions`
  std::vector<Vec3f> positions;
  std::vector<Vec3f> sources;  // the same before quantisation, where they are to be proven
  VertexStreams looks;         // normals, UVs and colours, where they are to be compared
};

/// Whether a triangle of the mesh keeps three corners on the lattice.
bool outlives(const LodLevel& mesh, const Lattice& lattice) {
  if (lattice.step == 0) return mesh.indices.size() >= 3;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const LatticePoint a = lattice.point(mesh.vertices.positions[mesh.indices[i]]);
    const LatticePoint b = lattice.point(mesh.vertices.positions[mesh.indices[i + 1]]);
    const LatticePoint c = lattice.point(mesh.vertices.positions[mesh.indices[i + 2]]);
    if (a != b && b != c && c != a) return true;
  }
  return false;
}

bool all_outlive(const TileTree& tree, const Lattice& lattice) {
  return std::all_of(tree.tiles.begin(), tree.tiles.end(),
                     [&](const TileMesh& tile) { return outlives(tile.mesh, lattice); });
}

/// Which looks of a tree are compared with level 0's.
struct Looks {
  bool normals = false;
  bool paint = false;  // UVs or colours, which can slide

  [[nodiscard]] bool any() const noexcept { return normals || paint; }
};

Looks looks_of(const TileTree& tree, std::span<const Material> materials) {
  const auto textured = [](const Material& material) { return !material.textures.empty(); };
  const VertexStreams& first = tree.tiles.front().mesh.vertices;
  const bool any_texture = std::any_of(materials.begin(), materials.end(), textured);
  return {!first.normals.empty(), !first.colors.empty() || (any_texture && !first.uvs.empty())};
}

/// Takes them out of the vertices.
VertexStreams take_looks(VertexStreams& vertices, const Looks& which, const std::vector<std::uint32_t>& sources) {
  VertexStreams looks;
  if (which.normals) looks.normals = std::move(vertices.normals);
  if (which.paint) {
    looks.uvs = std::move(vertices.uvs);
    looks.colors = std::move(vertices.colors);
  }
  return gather_vertices(looks, sources);
}

/// Nothing where the lattice leaves no triangle.
std::optional<TileContent> pack_rest(InstancedLeaf& leaf, const LeafInstances& instances, const ObjectCoding& coding,
                                     const PackOptions& options) {
  std::optional<PackedLevel> level = make_level(leaf.rest, coding, options, Collapsed::keep);
  if (!level) return std::nullopt;
  TileContent content = std::move(level->content.tiles.front());
  content.instances = instances.instances;
  if (leaf.draw_origins.size() == content.draws.size()) content.draw_origins = std::move(leaf.draw_origins);
  leaf.rest = {};
  return content;
}

/// Takes the vertices and indices out of a tile of the tree. False where it has no triangle.
bool pack_mesh(TileMesh& tile, const LeafInstances* instances, const ObjectCoding& coding, const PackOptions& options,
               const Looks& looks, PackedTile& out) {
  std::optional<PackedLevel> level = make_level(tile.mesh, coding, options, Collapsed::keep);
  if (!level) return false;
  out.content = std::move(level->content.tiles.front());
  out.content.shared = tile.shared;
  if (tile.draw_origins.size() == out.content.draws.size()) out.content.draw_origins = std::move(tile.draw_origins);
  out.decoded = level->content.box;
  if (tile.instanced && instances != nullptr) {
    out.rest = pack_rest(*tile.instanced, *instances, coding, options);
    if (out.rest) out.decoded = join(out.decoded, instances->box);
    // both the corners of its instances and those of its own are that near to the source's
    if (out.rest) out.instances_reach = 2 * coding.lattice.error();
  }
  out.positions = std::move(level->positions);
  if (options.prove) {
    out.sources.reserve(level->sources.size());
    for (const std::uint32_t v : level->sources) out.sources.push_back(tile.mesh.vertices.positions[v]);
    if (looks.any()) out.looks = take_looks(tile.mesh.vertices, looks, level->sources);
  }
  tile.mesh.vertices = VertexStreams();
  tile.mesh.morph_targets = std::vector<MorphTarget>();
  tile.mesh.indices = std::vector<std::uint32_t>();
  return true;
}

std::optional<std::vector<PackedTile>> pack_meshes(TileTree& tree, const ObjectCoding& coding,
                                                   const PackOptions& options, const Looks& looks,
                                                   std::span<const LeafInstances> leaves) {
  std::vector<PackedTile> packed(tree.tiles.size());
  std::atomic<bool> all = true;
  for_each_index(packed.size(), [&](std::size_t t) {
    const LeafInstances* const instances = t < leaves.size() ? &leaves[t] : nullptr;
    if (!pack_mesh(tree.tiles[t], instances, coding, options, looks, packed[t])) all = false;
  });
  if (!all) return std::nullopt;
  return packed;
}

std::vector<LevelProofFacts> prove(const TileTree& tree, const std::vector<PackedTile>& packed, double leaf_error,
                                   std::uint32_t threads, std::span<const Material> materials, const Looks& looks) {
  std::vector<TileGeometry> decoded;
  decoded.reserve(packed.size());
  for (const PackedTile& tile : packed) {
    decoded.push_back(
        {tile.positions, tile.sources, tile.content.indices, tile.content.draws, looks.any() ? &tile.looks : nullptr});
  }
  return prove_tiles(tree, decoded, leaf_error, threads, materials);
}

/// Errors and boxes grow towards the root.
void set_tile_facts(const TileTree& tree, std::span<const LevelProofFacts> proofs, double leaf_error,
                    bool slide_switches, std::vector<PackedTile>& packed) {
  const double extent = tree.bounds.extent;
  for (std::size_t t = tree.tiles.size(); t-- > 0;) {  // children come after their parents
    const TileMesh& tile = tree.tiles[t];
    TileContent& content = packed[t].content;
    content.box = join(packed[t].decoded, tile.region);
    content.error_relative = std::max(leaf_error, proofs[t].own_error(tile.mesh.estimate));
    if (slide_switches) {
      content.error_relative = std::max(content.error_relative, proofs[t].relative.slide.value_or(0));
    }
    for (const std::uint32_t child : tile.children) {
      content.box = join(content.box, packed[child].content.box);
      content.error_relative = std::max(content.error_relative, packed[child].content.error_relative);
    }
    content.error_absolute = content.error_relative * extent;
  }
}

/// Tile numbers of the container: level 0 first, tree order inside a level.
std::vector<std::vector<std::uint32_t>> group_by_level(const TileTree& tree) {
  std::uint32_t highest = 0;
  for (const TileMesh& tile : tree.tiles) highest = std::max(highest, tile.level);
  std::vector<std::vector<std::uint32_t>> levels(highest + std::size_t{1});
  for (std::uint32_t t = 0; t < tree.tiles.size(); ++t) levels[tree.tiles[t].level].push_back(t);
  return levels;
}

/// The coarsest tiles of level at most `level`: those whose parent is above it.
std::vector<std::uint32_t> cut_at(const TileTree& tree, std::uint32_t level) {
  std::vector<std::uint32_t> cut;
  for (std::uint32_t t = 0; t < tree.tiles.size(); ++t) {
    const TileMesh& tile = tree.tiles[t];
    const bool top = tile.parent < 0 || tree.tiles[static_cast<std::size_t>(tile.parent)].level > level;
    if (tile.level <= level && top) cut.push_back(t);
  }
  return cut;
}

/// What is proven of a cut is the worst of its tiles; nothing where one of them is not proven.
LevelError worst_of(std::span<const std::uint32_t> cut, std::span<const LevelProofFacts> proofs) {
  LevelError worst;
  if (std::any_of(cut.begin(), cut.end(), [&](std::uint32_t t) { return !proofs[t].proven; })) return worst;
  const auto take = [](std::optional<double>& to, const std::optional<double>& from) {
    if (from) to = std::max(to.value_or(0), *from);
  };
  for (const std::uint32_t t : cut) {
    const LevelError& own = proofs[t].relative;
    take(worst.measured, own.measured);
    take(worst.bound, own.bound);
    take(worst.rms, own.rms);
    take(worst.slide, own.slide);
    worst.rms_samples = std::max(worst.rms_samples, own.rms_samples);
  }
  return worst;
}

/// Distance from `center` to the farthest corner of the tile or its instances, rounded up.
float reach_of(const PackedTile& tile, Vec3f center) {
  const float own = farthest(center, tile.positions);
  if (tile.instances_reach == 0) return own;
  return std::nextafter(static_cast<float>(double{own} + tile.instances_reach), std::numeric_limits<float>::infinity());
}

LevelContent make_tree_level(const TileTree& tree, std::uint32_t level, const std::vector<PackedTile>& packed,
                             std::span<const LevelProofFacts> proofs, double previous_error) {
  LevelContent content;
  const std::vector<std::uint32_t> cut = cut_at(tree, level);
  const bool proven = std::all_of(cut.begin(), cut.end(), [&](std::uint32_t t) { return proofs[t].proven; });
  content.proof = proven ? Proof::proven : Proof::none;
  content.box = packed[cut.front()].decoded;
  for (const std::uint32_t t : cut) {
    content.box = join(content.box, packed[t].decoded);
    content.error_relative = std::max(content.error_relative, packed[t].content.error_relative);
    content.estimate_relative = std::max(content.estimate_relative, tree.tiles[t].mesh.estimate);
  }
  if (level > 0) content.error_relative = std::max(content.error_relative, risen_error(previous_error));
  content.error_absolute = content.error_relative * double{tree.bounds.extent};
  content.sphere.center = middle(content.box);
  std::vector<float> reaches(cut.size());
  for_each_index(cut.size(), [&](std::size_t i) { reaches[i] = reach_of(packed[cut[i]], content.sphere.center); });
  content.sphere.radius = *std::max_element(reaches.begin(), reaches.end());
  return content;
}

/// Leaves give what was proven for what is stored.
void leave_out_instances(std::vector<PackedTile>& packed) {
  for (PackedTile& tile : packed) {
    if (!tile.rest) continue;
    const TileContent& whole = tile.content;
    TileContent& rest = *tile.rest;
    rest.box = whole.box;
    rest.error_relative = whole.error_relative;
    rest.error_absolute = whole.error_absolute;
    rest.shared = whole.shared;
    tile.content = std::move(rest);
    tile.rest.reset();
  }
}

Bounds bounds_of(const TileTree& tree, const std::vector<PackedTile>& packed) {
  Bounds bounds = tree.bounds;
  bounds.box = packed.front().content.box;
  for (const PackedTile& tile : packed) bounds.box = join(bounds.box, tile.content.box);
  bounds.sphere = {middle(bounds.box), 0};
  for (const PackedTile& tile : packed) {
    bounds.sphere.radius = std::max(bounds.sphere.radius, reach_of(tile, bounds.sphere.center));
  }
  return bounds;
}

/// Parents come before their children and list each of them once.
bool is_forest(const TileTree& tree) {
  if (tree.tiles.empty() || !std::isfinite(tree.bounds.extent)) return false;
  std::size_t listed = 0, linked = 0;
  for (std::size_t t = 0; t < tree.tiles.size(); ++t) {
    const TileMesh& tile = tree.tiles[t];
    linked += tile.parent < 0 ? 0 : 1;
    for (const std::uint32_t child : tile.children) {
      if (child <= t || child >= tree.tiles.size() || tree.tiles[child].level >= tile.level) return false;
      if (tree.tiles[child].parent != static_cast<std::int32_t>(t)) return false;
      ++listed;
    }
  }
  return listed == linked;
}

}  // namespace

std::vector<std::uint32_t> container_order(const TileTree& tree) {
  std::vector<std::uint32_t> order;
  for (const std::vector<std::uint32_t>& level : group_by_level(tree)) {
    order.insert(order.end(), level.begin(), level.end());
  }
  return order;
}

TileLattice choose_tile_lattice(const TileTree& tree, const PackOptions& options) {
  const Lattice lattice = choose_lattice(meshes_of(tree), options);
  return {lattice.step, all_outlive(tree, lattice)};
}

Result<PackedObject> pack_tiles(const Object& object, TileTree tree, const PackOptions& options,
                                std::vector<Warning>& warnings, std::span<const Material> materials,
                                std::span<const LeafInstances> leaves) {
  if (Status status = check_options(options); !status) return std::move(status).error();
  if (!is_forest(tree)) return Error{ErrorCode::internal, "the tiles are not a tree", tree.name};
  ObjectCoding coding = choose_coding(meshes_of(tree), options);
  if (coding.lattice.coarser_than_wanted) {
    warnings.push_back({"coarse_lattice", tree.name + ": coordinates are too large for the position step it needs"});
  }
  if (!all_outlive(tree, coding.lattice)) {
    warnings.push_back({"float_positions", tree.name + ": every triangle of a tile is smaller than the position step"});
    coding.lattice = {};
  }
  const Looks looks = options.prove ? looks_of(tree, materials) : Looks();
  std::optional<std::vector<PackedTile>> packed = pack_meshes(tree, coding, options, looks, leaves);
  if (!packed) return Error{ErrorCode::internal, "a tile has no triangle", tree.name};
  const double leaf_error = tree.bounds.extent > 0 ? coding.lattice.error() / double{tree.bounds.extent} : 0;
  const std::vector<LevelProofFacts> proofs = options.prove
                                                  ? prove(tree, *packed, leaf_error, options.threads, materials, looks)
                                                  : std::vector<LevelProofFacts>(tree.tiles.size());
  if (std::any_of(proofs.begin(), proofs.end(), [](const LevelProofFacts& proof) { return proof.exhausted > 0; })) {
    warnings.push_back(
        {"proof_exhausted", tree.name + ": the proof of a tile ran out of its budget; its bound is true, but wide"});
  }
  set_tile_facts(tree, proofs, leaf_error, options.slide_switches, *packed);
  leave_out_instances(*packed);

  PackedObject out;
  ObjectContent& content = out.content;
  content.name = tree.name;
  content.bounds = bounds_of(tree, *packed);
  content.lattice_step = coding.lattice.step;
  content.skinned = object.skinned;
  for (const MorphTarget& morph : object.morph_targets) content.morph_names.push_back(morph.name);

  const std::vector<std::vector<std::uint32_t>> levels = group_by_level(tree);
  std::vector<std::int32_t> numbers(tree.tiles.size());
  std::int32_t next = 0;
  for (const std::vector<std::uint32_t>& level : levels) {
    for (const std::uint32_t t : level) numbers[t] = next++;
  }
  double error = 0;
  for (std::uint32_t level = 0; level < levels.size(); ++level) {
    content.levels.push_back(make_tree_level(tree, level, *packed, proofs, error));
    out.errors.push_back(worst_of(cut_at(tree, level), proofs));
    error = content.levels.back().error_relative;
  }
  for (std::uint32_t level = 0; level < levels.size(); ++level) {
    for (const std::uint32_t t : levels[level]) {
      TileContent& tile = (*packed)[t].content;
      tile.parent = tree.tiles[t].parent < 0 ? -1 : numbers[static_cast<std::size_t>(tree.tiles[t].parent)];
      content.levels[level].tiles.push_back(std::move(tile));
      out.tile_errors.push_back(proofs[t].relative);
      out.tile_errors.back().estimate = tree.tiles[t].mesh.estimate;
      out.tile_normal_angles.push_back(proofs[t].normals);
    }
  }
  return out;
}

}  // namespace lodcook::cooker
