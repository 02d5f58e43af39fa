#include "cooker/app/describe_asset.h"

#include <lodcook/switch_distance.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

#include "cooker/app/describe_tiles.h"
#include "cooker/app/flat_lists.h"

namespace lodcook::cooker {
namespace {

using manifest::AssetManifest;
using manifest::LevelFacts;
using manifest::ObjectFacts;

/// What the view makes of a geometric error.
void add_switch(LevelFacts& facts, double radius, const manifest::ReferenceView& view) {
  if (facts.level == 0) return;
  const double fov_y_radians = view.fov_y_degrees * std::numbers::pi / 180;
  const double scale = pixels_per_unit(fov_y_radians, view.height_px);
  facts.switch_distance = switch_distance(facts.error_absolute, radius, scale, view.pixel_error);
  facts.screen_height = screen_height(radius, fov_y_radians, facts.switch_distance);
}

std::span<const MeshInstance> instances_of(const TileNotes& notes, std::uint32_t tile) {
  return tile < notes.instances.size() ? std::span<const MeshInstance>(notes.instances[tile])
                                       : std::span<const MeshInstance>();
}

/// By material, instances with what they draw.
std::vector<manifest::LevelDraw> sum_draws(const Container& container, std::span<const std::uint32_t> tiles,
                                           const TileNotes& notes) {
  std::map<std::uint32_t, std::uint64_t> triangles;
  for (const std::uint32_t tile : tiles) {
    for (const DrawRange& draw : container.tiles()[tile].draws) triangles[draw.material] += draw.index_count / 3;
    for (const MeshInstance& instance : instances_of(notes, tile)) {
      for (const DrawRange& draw : container.shared_mesh_tiles()[instance.mesh].draws) {
        triangles[draw.material] += draw.index_count / 3;
      }
    }
  }
  std::vector<manifest::LevelDraw> sums;
  for (const auto& [material, count] : triangles) sums.push_back({material, count, {}, {}});
  return sums;
}

/// A level is the cut of its tiles: for a chain the one tile that it has.
LevelFacts describe_level(const Container& container, const Level& level, std::uint32_t number,
                          std::span<const std::uint32_t> cut, double extent, const TileNotes& notes) {
  LevelFacts facts;
  facts.level = number;
  facts.offset = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint32_t t : cut) {
    const Tile& tile = container.tiles()[t];
    facts.triangles += tile.triangle_count;
    facts.vertices += tile.vertex_count;
    facts.bytes += tile.byte_size;
    facts.decoded_bytes += tile.decoded_size;
    facts.offset = std::min(facts.offset, tile.byte_offset);
    for (const MeshInstance& instance : instances_of(notes, t)) {
      facts.triangles += container.shared_mesh_tiles()[instance.mesh].triangle_count;
      facts.vertices += container.shared_mesh_tiles()[instance.mesh].vertex_count;
    }
  }
  facts.relative.estimate = level.estimate_relative;
  facts.absolute.estimate = level.estimate_relative * extent;
  facts.error_relative = level.error_relative;
  facts.error_absolute = level.error_absolute;
  facts.proof = level.proof;
  facts.draws = sum_draws(container, cut, notes);
  return facts;
}

ObjectFacts describe_object(const Container& container, std::uint32_t number, const manifest::ReferenceView& view,
                            const TileNotes& notes) {
  const ContainerObject& object = container.objects()[number];
  ObjectFacts facts;
  facts.name = object.name;
  facts.bounds = object.bounds;
  for (std::uint32_t i = 0; i < object.level_count; ++i) {
    const Level& level = container.levels()[object.first_level + i];
    const std::vector<std::uint32_t> cut = container.level_cut(number, i);
    facts.levels.push_back(describe_level(container, level, i, cut, static_cast<double>(object.bounds.extent), notes));
    add_switch(facts.levels.back(), static_cast<double>(object.bounds.sphere.radius), view);
  }
  facts.tiles = describe_tiles(container, number, view, notes);
  facts.flat_tiles = list_flat_tiles(facts.tiles);
  if (!facts.tiles.empty()) facts.draw_counts = count_draws(facts.tiles, container);
  return facts;
}

LevelError in_model_units(LevelError error, double extent) {
  error.estimate *= extent;
  for (std::optional<double>* value : {&error.rms, &error.measured, &error.bound, &error.slide}) {
    if (*value) *value = **value * extent;
  }
  return error;
}

/// What was measured while cooking, in both units; the estimate is the container's.
void add_measures(LevelFacts& facts, const LevelError& measured, double extent) {
  const double estimate = facts.relative.estimate;
  facts.relative = measured;
  facts.relative.estimate = estimate;
  facts.absolute = in_model_units(facts.relative, extent);
}

/// A level of a tree is made of tiles that each have a method of their own.
void add_methods(ObjectFacts& object, const ChainFacts& chain) {
  for (std::size_t i = 0; i < object.levels.size(); ++i) {
    object.levels[i].method = i < chain.methods.size() ? chain.methods[i] : (i == 0 ? "source" : "tiles");
    if (i < chain.redone.size()) object.levels[i].redone = chain.redone[i];
    if (i < chain.poses.size() && chain.poses[i]) {
      object.levels[i].pose = {chain.poses[i]->animation, chain.poses[i]->time_seconds};
    }
    if (i < chain.normal_angles.size()) object.levels[i].normal_angle = chain.normal_angles[i];
  }
  for (std::size_t i = 0; i < object.tiles.size() && i < chain.tiles.size(); ++i) {
    object.tiles[i].method = chain.tiles[i].method;
    object.tiles[i].cell = chain.tiles[i].cell;
    object.tiles[i].relative = chain.tiles[i].relative;
    object.tiles[i].normal_angle = chain.tiles[i].normal_angle;
    object.tiles[i].absolute = in_model_units(chain.tiles[i].relative, double{object.bounds.extent});
    object.tiles[i].proof = chain.tiles[i].relative.bound ? Proof::proven : Proof::none;
  }
}

template <class T>
std::vector<T> copy(std::span<const T> values) {
  return {values.begin(), values.end()};
}

}  // namespace

AssetManifest describe_container(const Container& container, const manifest::ReferenceView& view) {
  AssetManifest out;
  out.container_size = container.file_size();
  out.index_hash = hex_hash(container.index_hash());
  out.content_hash = hex_hash(container.content_hash());
  out.view = view;
  out.materials = copy(container.materials());
  const Result<TileNotes> notes = load_tile_notes(container);
  for (std::uint32_t i = 0; i < container.objects().size(); ++i) {
    out.objects.push_back(describe_object(container, i, view, notes ? *notes : TileNotes()));
  }
  if (notes) out.shared_meshes = describe_shared_meshes(container, *notes);
  out.placements = copy(container.placements());
  out.skeleton = copy(container.skeleton());
  out.lights = copy(container.lights());
  return out;
}

AssetManifest describe_asset(const CookedAsset& cooked, const Container& container, const CookSettings& settings,
                             AssetNames names) {
  AssetManifest out = describe_container(container, settings.view);
  out.asset = names.source.path.substr(names.source.path.rfind('/') + 1);
  out.source = std::move(names.source);
  out.dependencies = std::move(names.dependencies);
  out.container_path = std::move(names.container);
  out.settings = canonical_settings(settings);
  for (const Warning& warning : cooked.warnings) out.warnings.push_back({warning.id, warning.message});
  for (std::size_t i = 0; i < out.objects.size() && i < cooked.chains.size(); ++i) {
    const ChainFacts& chain = cooked.chains[i];
    out.objects[i].stopped = chain.stopped;
    out.objects[i].cull_screen_height = settings.draw.cull_screen_height;
    add_methods(out.objects[i], chain);
    for (std::size_t level = 0; level < std::min(out.objects[i].levels.size(), chain.errors.size()); ++level) {
      add_measures(out.objects[i].levels[level], chain.errors[level], double{out.objects[i].bounds.extent});
    }
  }
  return out;
}

std::string hex_hash(std::uint64_t hash) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4) out[i] = digits[hash & 15];
  return out;
}

}  // namespace lodcook::cooker
