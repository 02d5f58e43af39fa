#include "formats/src/attribute_layout.h"
#include "formats/src/index_parse.h"
#include "formats/src/range_fits.h"
#include "formats/src/record_checks.h"

namespace lodcook::format {
namespace {

Status check_tile(const Tables& tables, const TileRecord& tile, std::uint32_t t, const ObjectRecord& object) {
  if (tile.reserved != 0) return fault(ErrorCode::reserved_not_zero, "reserved bytes are not zero", "tile", t);
  if (tile.vertex_count == 0 || tile.triangle_count == 0) {
    return fault(ErrorCode::bad_tile_table, "no vertex or no triangle", "tile", t);
  }
  if (!error_is_sound(tile.error_relative) || !error_is_sound(tile.error_absolute) || !box_is_sound(tile.box)) {
    return fault(ErrorCode::bad_tile_table, "unsound error or box", "tile", t);
  }
  for (const std::int32_t origin : tile.origin) {
    if (origin < -largest_origin || origin > largest_origin) {
      return fault(ErrorCode::bad_tile_table, "its origin is too far from the lattice's", "tile", t);
    }
  }
  if (!attribute_run_suits(tables, tile, object)) {
    return fault(ErrorCode::bad_tile_table, "its attributes do not suit it", "tile", t);
  }
  return Done{};
}

Status check_level_tiles(const Tables& tables, std::uint32_t l, const ObjectRecord& object) {
  const LevelRecord level = tables.levels[l];
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;
  for (std::uint32_t t = level.first_tile; t < level.first_tile + level.tile_count; ++t) {
    const TileRecord tile = tables.tiles[t];
    if (tile.level != l) return fault(ErrorCode::bad_tile_table, "not of the level that lists it", "tile", t);
    if (Status status = check_tile(tables, tile, t, object); !status) return status;
    vertices += tile.vertex_count;
    triangles += tile.triangle_count;
  }
  if (vertices != level.vertex_count || triangles != level.triangle_count) {
    return fault(ErrorCode::bad_level_table, "its counts are not the sums of its tiles", "level", l);
  }
  return Done{};
}

/// The tiles of one object; coarser ones behind finer ones.
struct TileRange {
  std::uint32_t first;
  std::uint32_t end;
  [[nodiscard]] bool holds(std::int32_t tile) const noexcept {
    return tile >= 0 && static_cast<std::uint32_t>(tile) >= first && static_cast<std::uint32_t>(tile) < end;
  }
};

bool link_is_sound(std::int32_t link, TileRange range) noexcept { return link == -1 || range.holds(link); }

/// Counts the children of tile t. They must name it as their parent and stand in rising order, so that the walk ends.
Result<std::uint32_t> count_children(const Tables& tables, std::uint32_t t, TileRange range) {
  const TileRecord tile = tables.tiles[t];
  std::uint32_t count = 0;
  std::int32_t before = -1;
  for (std::int32_t c = tile.first_child; c != -1; ++count) {
    if (!range.holds(c) || c <= before) return fault(ErrorCode::bad_tile_table, "children out of order", "tile", t);
    const TileRecord child = tables.tiles[static_cast<std::uint32_t>(c)];
    if (child.parent != static_cast<std::int32_t>(t)) {
      return fault(ErrorCode::bad_tile_table, "lists another tile's child", "tile", t);
    }
    before = c;
    c = child.next_sibling;
  }
  return count;
}

Status check_parent(const Tables& tables, std::uint32_t t) {
  const TileRecord tile = tables.tiles[t];
  const TileRecord parent = tables.tiles[static_cast<std::uint32_t>(tile.parent)];
  if (parent.level <= tile.level) return fault(ErrorCode::bad_tile_table, "its parent is not coarser", "tile", t);
  if (parent.error_relative < tile.error_relative || parent.error_absolute < tile.error_absolute) {
    return fault(ErrorCode::bad_tile_table, "its error is above its parent's", "tile", t);
  }
  if (!box_contains(parent.box, tile.box)) {
    return fault(ErrorCode::bad_tile_table, "its box reaches out of its parent's", "tile", t);
  }
  return Done{};
}

Status check_object_tree(const Tables& tables, TileRange range) {
  std::uint32_t with_parent = 0;
  std::uint32_t listed = 0;
  for (std::uint32_t t = range.first; t < range.end; ++t) {
    const TileRecord tile = tables.tiles[t];
    if (!link_is_sound(tile.parent, range) || !link_is_sound(tile.next_sibling, range)) {
      return fault(ErrorCode::bad_tile_table, "linked to no tile of its object", "tile", t);
    }
    if (tile.parent == -1 && tile.next_sibling != -1) {
      return fault(ErrorCode::bad_tile_table, "a sibling without a parent", "tile", t);
    }
    const Result<std::uint32_t> children = count_children(tables, t, range);
    if (!children) return children.error();
    listed += *children;
    if (tile.parent == -1) continue;
    ++with_parent;
    if (Status status = check_parent(tables, t); !status) return status;
  }
  if (listed != with_parent) {
    return fault(ErrorCode::bad_tile_table, "a child that its parent does not list", "object of tile", range.first);
  }
  return Done{};
}

Status check_tile_draws(const Tables& tables, std::uint32_t t) {
  const TileRecord tile = tables.tiles[t];
  std::uint64_t next_index = 0;
  for (std::uint32_t i = 0; i < tile.draw_count; ++i) {
    const DrawRecord draw = tables.draws[std::size_t{tile.first_draw} + i];
    // A container without materials draws with number 0, the default.
    const bool material_known =
        draw.material < tables.materials.size() || (draw.material == 0 && tables.materials.size() == 0);
    if (draw.tile != t || !material_known || draw.first_index != next_index || draw.index_count == 0 ||
        draw.index_count % 3 != 0) {
      return fault(ErrorCode::bad_draw_table, "unsound", "draw range", std::uint64_t{tile.first_draw} + i);
    }
    next_index += draw.index_count;
  }
  if (next_index != std::uint64_t{tile.triangle_count} * 3) {
    return fault(ErrorCode::bad_draw_table, "the draw ranges do not cover the triangles", "tile", t);
  }
  return Done{};
}

}  // namespace

Status check_tiles(const Tables& tables) {
  for (std::uint32_t o = 0; o < tables.objects.size(); ++o) {
    const ObjectRecord object = tables.objects[o];
    for (std::uint32_t l = object.first_level; l < object.first_level + object.level_count; ++l) {
      if (Status status = check_level_tiles(tables, l, object); !status) return status;
    }
  }
  return Done{};
}

Status check_tile_tree(const Tables& tables) {
  for (std::uint32_t o = 0; o < tables.objects.size(); ++o) {
    const ObjectRecord object = tables.objects[o];
    const LevelRecord finest = tables.levels[object.first_level];
    const LevelRecord coarsest = tables.levels[object.first_level + object.level_count - 1];
    const TileRange range{finest.first_tile, coarsest.first_tile + coarsest.tile_count};
    if (Status status = check_object_tree(tables, range); !status) return status;
  }
  return Done{};
}

Status check_draws(const Tables& tables) {
  std::uint64_t next = 0;
  for (std::uint32_t t = 0; t < tables.tiles.size(); ++t) {
    const TileRecord tile = tables.tiles[t];
    if (tile.first_draw != next || !range_fits(next, tile.draw_count, tables.draws.size())) {
      return fault(ErrorCode::bad_tile_table, "its draw ranges do not follow those of the tile before", "tile", t);
    }
    if (Status status = check_tile_draws(tables, t); !status) return status;
    next += tile.draw_count;
  }
  if (next != tables.draws.size()) return fault(ErrorCode::bad_draw_table, "no tile's", "draw range", next);
  return Done{};
}

}  // namespace lodcook::format
