#include "manifest/tile_fields.h"

#include <algorithm>
#include <cmath>

#include "manifest/level_fields.h"
#include "manifest/shared_fields.h"

namespace lodcook::manifest {

namespace {

using Layout = JsonWriter::Layout;

template <class Numbers>
void write_row(JsonWriter& out, std::string_view key, const Numbers& numbers) {
  out.begin_array(key, Layout::row);
  for (const auto number : numbers) out.element(static_cast<double>(number));
  out.end();
}

std::optional<std::array<std::int32_t, 3>> read_cell(const JsonFields& fields) {
  if (!fields.has("cell")) return std::nullopt;
  double v[3] = {};
  fields.numbers("cell", v);
  std::array<std::int32_t, 3> cell{};
  for (std::size_t i = 0; i < 3; ++i) {
    const bool whole = v[i] >= -2147483648.0 && v[i] <= 2147483647.0 && v[i] == std::floor(v[i]);
    if (!whole) fields.refuse("cell", "whole numbers are expected");
    cell[i] = whole ? static_cast<std::int32_t>(v[i]) : 0;
  }
  return cell;
}

}  // namespace

void write_tile(JsonWriter& out, const TileFacts& tile) {
  out.begin_object();
  out.member("id", tile.id);
  out.member("level", tile.level);
  if (tile.cell) write_row(out, "cell", *tile.cell);
  if (tile.parent) out.member("parent", *tile.parent);
  write_row(out, "children", tile.children);
  write_stored(out, tile);
  write_error(out, tile);
  out.member("switch_distance", tile.switch_distance);
  if (tile.streaming_radius) out.member("streaming_radius", *tile.streaming_radius);
  if (tile.prefetch_radius) out.member("prefetch_radius", *tile.prefetch_radius);
  if (tile.unload_radius) out.member("unload_radius", *tile.unload_radius);
  out.member("priority", tile.priority);
  if (!tile.method.empty()) out.member("method", tile.method);
  write_normal_angle(out, tile.normal_angle);
  if (tile.shared != SharedReason::none) out.member("shared", word(tile.shared));
  write_draws(out, tile.draws);
  write_instances(out, tile.instances);
  out.end();
}

TileFacts read_tile(const JsonFields& fields, std::size_t material_count, std::size_t expected) {
  TileFacts tile;
  tile.id = fields.count32("id");
  if (tile.id != expected) fields.refuse("id", "tiles are expected in order from 0", ErrorCode::inconsistent);
  tile.level = fields.count32("level");
  tile.cell = read_cell(fields);
  if (fields.has("parent")) tile.parent = fields.count32("parent");
  tile.children = fields.counts("children");
  read_stored(fields, tile);
  read_error(fields.object("error"), tile);
  tile.switch_distance = fields.number("switch_distance");
  tile.streaming_radius = fields.optional_number("streaming_radius");
  tile.prefetch_radius = fields.optional_number("prefetch_radius");
  tile.unload_radius = fields.optional_number("unload_radius");
  tile.priority = fields.count32("priority");
  tile.method = fields.string("method");
  tile.normal_angle = read_normal_angle(fields);
  if (fields.has("shared")) {
    const std::string text = fields.string("shared");
    const std::optional<SharedReason> reason = shared_reason_of(text);
    if (!reason) fields.refuse("shared", "the word \"" + text + "\" is not known");
    tile.shared = reason.value_or(SharedReason::none);
  }
  tile.draws = read_draws(fields, material_count);
  tile.instances = read_instances(fields);
  return tile;
}

void check_tile_links(const JsonFields& object, const std::vector<TileFacts>& tiles) {
  std::size_t linked = 0, listed = 0;
  for (const TileFacts& tile : tiles) {
    linked += tile.parent ? 1 : 0;
    listed += tile.children.size();
    for (const std::uint32_t child : tile.children) {
      const bool sound = child < tiles.size() && tiles[child].parent == tile.id && tiles[child].level < tile.level;
      if (!sound) return object.refuse("tiles", "a tile's child is none of its own", ErrorCode::inconsistent);
    }
  }
  if (linked != listed) object.refuse("tiles", "a tile's parent does not list it", ErrorCode::inconsistent);
}

}  // namespace lodcook::manifest
