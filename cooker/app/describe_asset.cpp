#include "cooker/app/describe_asset.h"

#include <lodcook/switch_distance.h>

#include <algorithm>
#include <numbers>
#include <utility>

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

std::vector<manifest::LevelDraw> sum_draws(std::span<const Tile> tiles) {
  std::vector<manifest::LevelDraw> sums;
  for (const Tile& tile : tiles) {
    for (const DrawRange& draw : tile.draws) {
      const auto same = [&](const manifest::LevelDraw& sum) { return sum.material == draw.material; };
      auto sum = std::find_if(sums.begin(), sums.end(), same);
      if (sum == sums.end()) sum = sums.insert(sums.end(), {draw.material, 0});
      sum->triangles += draw.index_count / 3;
    }
  }
  std::sort(sums.begin(), sums.end(), [](const auto& a, const auto& b) { return a.material < b.material; });
  return sums;
}

LevelFacts describe_level(const Level& level, std::uint32_t number, std::span<const Tile> tiles, double extent) {
  LevelFacts facts;
  facts.level = number;
  facts.triangles = level.triangle_count;
  facts.vertices = level.vertex_count;
  facts.bytes = level.byte_size;
  facts.decoded_bytes = level.decoded_size;
  facts.offset = tiles.empty() ? 0 : tiles.front().byte_offset;
  for (const Tile& tile : tiles) facts.offset = std::min(facts.offset, tile.byte_offset);
  facts.relative.estimate = level.estimate_relative;
  facts.absolute.estimate = level.estimate_relative * extent;
  facts.error_relative = level.error_relative;
  facts.error_absolute = level.error_absolute;
  facts.proof = level.proof;
  facts.draws = sum_draws(tiles);
  return facts;
}

ObjectFacts describe_object(const Container& container, const ContainerObject& object,
                            const manifest::ReferenceView& view) {
  ObjectFacts facts;
  facts.name = object.name;
  facts.bounds = object.bounds;
  for (std::uint32_t i = 0; i < object.level_count; ++i) {
    const Level& level = container.levels()[object.first_level + i];
    const auto tiles = container.tiles().subspan(level.first_tile, level.tile_count);
    facts.levels.push_back(describe_level(level, i, tiles, static_cast<double>(object.bounds.extent)));
    add_switch(facts.levels.back(), static_cast<double>(object.bounds.sphere.radius), view);
  }
  return facts;
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
  for (const ContainerObject& object : container.objects()) {
    out.objects.push_back(describe_object(container, object, view));
  }
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
    for (std::size_t level = 0; level < out.objects[i].levels.size() && level < chain.methods.size(); ++level) {
      out.objects[i].levels[level].method = chain.methods[level];
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
