#include "cooker/app/describe_tiles.h"

#include <lodcook/switch_distance.h>

#include <algorithm>
#include <numbers>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "cooker/app/describe_asset.h"

namespace lodcook::cooker {
namespace {

using manifest::TileFacts;

constexpr double streaming_factor = 1.1, prefetch_factor = 1.25, unload_factor = 1.5;

/// What the container says of whatever it stores as a tile.
template <class Facts>
void set_stored(Facts& facts, const Tile& tile) {
  facts.box = tile.box;
  facts.triangles = tile.triangle_count;
  facts.vertices = tile.vertex_count;
  facts.bytes = tile.byte_size;
  facts.decoded_bytes = tile.decoded_size;
  facts.offset = tile.byte_offset;
  facts.hash = hex_hash(tile.content_hash);
  for (const DrawRange& draw : tile.draws) facts.draws.push_back({draw.material, draw.index_count / 3, {}, {}});
}

TileFacts describe_tile(const Tile& tile, std::uint32_t id, std::uint32_t first) {
  TileFacts facts;
  facts.id = id;
  facts.level = tile.level;
  if (tile.parent >= 0) facts.parent = static_cast<std::uint32_t>(tile.parent) - first;
  set_stored(facts, tile);
  facts.error_relative = tile.error_relative;
  facts.error_absolute = tile.error_absolute;
  if (tile.level > 0) {  // a leaf is level 0 itself, on the lattice
    facts.relative.estimate = tile.error_relative;
    facts.absolute.estimate = tile.error_absolute;
  }
  return facts;
}

/// `first` is the container's number of the first of the tiles.
void add_notes(std::vector<TileFacts>& tiles, const Container& container, const TileNotes& notes, std::uint32_t first) {
  std::size_t next = 0;
  for (const Tile& tile : container.tiles().first(first)) next += tile.draws.size();
  for (TileFacts& tile : tiles) {
    const std::size_t number = std::size_t{first} + tile.id;
    if (number < notes.shared.size()) tile.shared = notes.shared[number];
    if (number < notes.instances.size()) tile.instances = notes.instances[number];
    for (const MeshInstance& instance : tile.instances) {
      tile.triangles += container.shared_mesh_tiles()[instance.mesh].triangle_count;
      tile.vertices += container.shared_mesh_tiles()[instance.mesh].vertex_count;
    }
    for (manifest::LevelDraw& draw : tile.draws) {
      const DrawOrigin origin = next < notes.origins.size() ? notes.origins[next] : DrawOrigin{};
      draw.source_draws = origin.source_draws;
      if (origin.placement != no_placement) draw.placement = origin.placement;
      ++next;
    }
  }
}

/// Tiles by their parent's error, largest first: what shows most is loaded first where all are equally near.
void number_priorities(std::vector<TileFacts>& tiles) {
  std::vector<std::uint32_t> order(tiles.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto parent_error = [&](std::uint32_t t) {
    return tiles[t].parent ? tiles[*tiles[t].parent].error_absolute : std::numeric_limits<double>::infinity();
  };
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const double x = parent_error(a), y = parent_error(b);
    if (x != y) return x > y;
    const bool a_shared = tiles[a].shared != SharedReason::none, b_shared = tiles[b].shared != SharedReason::none;
    return a_shared != b_shared ? a_shared : tiles[a].level > tiles[b].level;
  });
  for (std::uint32_t i = 0; i < order.size(); ++i) tiles[order[i]].priority = i;
}

void add_distances(std::vector<TileFacts>& tiles, const manifest::ReferenceView& view) {
  const double scale = pixels_per_unit(view.fov_y_degrees * std::numbers::pi / 180, view.height_px);
  for (TileFacts& tile : tiles) tile.switch_distance = tile.error_absolute * scale / view.pixel_error;
  for (TileFacts& tile : tiles) {
    if (!tile.parent) continue;
    const double wanted = tiles[*tile.parent].switch_distance;
    tile.streaming_radius = streaming_factor * wanted;
    tile.prefetch_radius = prefetch_factor * wanted;
    tile.unload_radius = unload_factor * wanted;
  }
}

}  // namespace

Result<TileNotes> load_tile_notes(const Container& container) {
  Result<std::vector<DrawOrigin>> origins = container.load_draw_origins();
  if (!origins) return std::move(origins).error();
  Result<std::vector<SharedReason>> shared = container.load_shared_reasons();
  if (!shared) return std::move(shared).error();
  TileNotes notes{std::move(*origins), std::move(*shared), {}};
  for (std::uint32_t t = 0; t < container.tiles().size(); ++t) {
    Result<std::vector<MeshInstance>> instances = container.load_instances(t);
    if (!instances) return std::move(instances).error();
    notes.instances.push_back(std::move(*instances));
  }
  return notes;
}

std::vector<TileFacts> describe_tiles(const Container& container, std::uint32_t object,
                                      const manifest::ReferenceView& view, const TileNotes& notes) {
  const ContainerObject& facts = container.objects()[object];
  const Level& finest = container.levels()[facts.first_level];
  const Level& coarsest = container.levels()[facts.first_level + facts.level_count - 1];
  const std::uint32_t first = finest.first_tile, count = coarsest.first_tile + coarsest.tile_count - first;
  const std::span<const Tile> tiles = container.tiles().subspan(first, count);
  std::vector<TileFacts> out;
  const bool linked = std::any_of(tiles.begin(), tiles.end(), [](const Tile& tile) { return tile.parent >= 0; });
  if (!linked && count == facts.level_count) return out;  // a chain
  for (std::uint32_t i = 0; i < count; ++i) out.push_back(describe_tile(tiles[i], i, first));
  for (const TileFacts& tile : out) {
    if (tile.parent) out[*tile.parent].children.push_back(tile.id);
  }
  add_notes(out, container, notes, first);
  add_distances(out, view);
  number_priorities(out);
  return out;
}

std::vector<manifest::SharedMeshFacts> describe_shared_meshes(const Container& container, const TileNotes& notes) {
  std::vector<manifest::SharedMeshFacts> meshes;
  for (std::size_t m = 0; m < container.shared_meshes().size(); ++m) {
    const Tile& tile = container.shared_mesh_tiles()[m];
    manifest::SharedMeshFacts& facts = meshes.emplace_back();
    facts.name = container.shared_meshes()[m].name;
    set_stored(facts, tile);
  }
  for (const std::vector<MeshInstance>& instances : notes.instances) {
    for (const MeshInstance& instance : instances) ++meshes[instance.mesh].instances;
  }
  return meshes;
}

manifest::DrawCounts count_draws(const std::vector<TileFacts>& tiles, const Container& container) {
  manifest::DrawCounts counts;
  for (const TileFacts& tile : tiles) {
    if (tile.level > 0) continue;
    counts.merged += tile.draws.size();
    for (const manifest::LevelDraw& draw : tile.draws) counts.source += draw.source_draws.value_or(1);
    std::set<std::uint32_t> meshes;
    for (const MeshInstance& instance : tile.instances) {
      const std::size_t draws = container.shared_mesh_tiles()[instance.mesh].draws.size();
      counts.source += draws;
      if (meshes.insert(instance.mesh).second) counts.merged += draws;
    }
  }
  return counts;
}

}  // namespace lodcook::cooker
