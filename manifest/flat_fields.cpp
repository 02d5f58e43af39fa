#include "manifest/flat_fields.h"

namespace lodcook::manifest {
namespace {

using Layout = JsonWriter::Layout;

void write_list(JsonWriter& out, std::string_view key, const std::vector<FlatLevel>& levels) {
  out.begin_array(key, Layout::row);
  for (const FlatLevel& level : levels) {
    out.begin_object(Layout::row);
    out.member("tile", level.tile);
    out.member("switch_distance", level.switch_distance);
    out.end();
  }
  out.end();
}

void write_flat_tile(JsonWriter& out, const FlatTile& list) {
  out.begin_object();
  write_list(out, "lod_levels", list.lod_levels);
  write_list(out, "hlod_levels", list.hlod_levels);
  if (list.streaming_radius) out.member("streaming_radius", *list.streaming_radius);
  if (list.prefetch_radius) out.member("prefetch_radius", *list.prefetch_radius);
  if (list.unload_radius) out.member("unload_radius", *list.unload_radius);
  if (!list.dropped.empty()) {
    out.begin_array("dropped");
    for (const DroppedTile& dropped : list.dropped) {
      out.begin_object(Layout::row);
      out.member("tile", dropped.tile);
      out.member("reason", dropped.reason);
      out.end();
    }
    out.end();
  }
  out.end();
}

std::uint32_t read_tile_number(const JsonFields& fields, std::size_t count) {
  const std::uint32_t tile = fields.count32("tile");
  if (tile >= count) fields.refuse("tile", "there is no such tile", ErrorCode::invalid_index);
  return tile;
}

std::vector<FlatLevel> read_list(const JsonFields& fields, std::string_view key, std::size_t count, double& below) {
  std::vector<FlatLevel> levels;
  fields.each(key, [&](const JsonFields& level) {
    levels.push_back({read_tile_number(level, count), level.number("switch_distance")});
    if (!(levels.back().switch_distance > below)) {
      level.refuse("switch_distance", "is not above that of the one before", ErrorCode::inconsistent);
    }
    below = levels.back().switch_distance;
  });
  return levels;
}

/// All three or none, rising.
void read_radii(const JsonFields& fields, FlatTile& list) {
  list.streaming_radius = fields.optional_number("streaming_radius");
  list.prefetch_radius = fields.optional_number("prefetch_radius");
  list.unload_radius = fields.optional_number("unload_radius");
  const bool none = !list.streaming_radius && !list.prefetch_radius && !list.unload_radius;
  const bool sound = list.streaming_radius > 0.0 && list.prefetch_radius >= list.streaming_radius &&
                     list.unload_radius >= list.prefetch_radius;
  if (!none && !sound) {
    fields.refuse("streaming_radius", "the radii do not rise from above 0, or not all are there",
                  ErrorCode::inconsistent);
  }
}

FlatTile read_flat_tile(const JsonFields& fields, const std::vector<TileFacts>& tiles) {
  FlatTile list;
  double below = -1;
  list.lod_levels = read_list(fields, "lod_levels", tiles.size(), below);
  list.hlod_levels = read_list(fields, "hlod_levels", tiles.size(), below);
  const bool sound = !list.lod_levels.empty() && list.lod_levels.front().switch_distance == 0 &&
                     list.lod_levels.front().tile < tiles.size() && tiles[list.lod_levels.front().tile].level == 0;
  if (!sound) fields.refuse("lod_levels", "does not begin with a leaf at 0", ErrorCode::inconsistent);
  read_radii(fields, list);
  if (!fields.has("dropped")) return list;
  fields.each("dropped", [&](const JsonFields& dropped) {
    list.dropped.push_back({read_tile_number(dropped, tiles.size()), dropped.string("reason")});
  });
  return list;
}

}  // namespace

void write_flat_tiles(JsonWriter& out, const std::vector<FlatTile>& lists) {
  if (lists.empty()) return;
  out.begin_array("flat_tiles");
  for (const FlatTile& list : lists) write_flat_tile(out, list);
  out.end();
}

std::vector<FlatTile> read_flat_tiles(const JsonFields& object, const std::vector<TileFacts>& tiles) {
  std::vector<FlatTile> lists;
  if (!object.has("flat_tiles")) return lists;
  object.each("flat_tiles", [&](const JsonFields& list) { lists.push_back(read_flat_tile(list, tiles)); });
  std::vector<std::uint32_t> leaves, listed;
  for (const TileFacts& tile : tiles) {
    if (tile.children.empty()) leaves.push_back(tile.id);
  }
  for (const FlatTile& list : lists) {
    if (!list.lod_levels.empty()) listed.push_back(list.lod_levels.front().tile);
  }
  if (listed != leaves) {
    object.refuse("flat_tiles", "there is not one list for each leaf, in their order", ErrorCode::inconsistent);
  }
  return lists;
}

}  // namespace lodcook::manifest
