#include <lodcook/loader.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <utility>

#include "cooker/app/commands.h"
#include "cooker/app/describe_asset.h"
#include "cooker/app/describe_tiles.h"
#include "cooker/app/open_container.h"
#include "cooker/app/utf8.h"
#include "manifest/words.h"

namespace lodcook::cooker {
namespace {

using manifest::AssetManifest;

/// printf into a string.
[[gnu::format(printf, 2, 3)]] void append(std::string& out, const char* format, ...) {
  std::array<char, 512> line;
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line.data(), line.size(), format, arguments);
  va_end(arguments);
  out += line.data();
}

std::string slot_name(const TextureReference& texture) {
  const bool named = texture.slot == TextureSlot::other && !texture.slot_name.empty();
  return named ? texture.slot_name : manifest::word(texture.slot);
}

void add_object(std::string& out, std::size_t number, const manifest::ObjectFacts& object) {
  out += "\nobject " + std::to_string(number) + " '" + object.name + "'";
  append(out, ": extent %g, radius %g\n", static_cast<double>(object.bounds.extent),
         static_cast<double>(object.bounds.sphere.radius));
  append(out, "%5s %11s %11s %11s %11s %13s %13s %13s\n", "level", "triangles", "vertices", "bytes", "decoded", "error",
         "switch", "height");
  for (const manifest::LevelFacts& level : object.levels) {
    append(out, "%5u %11llu %11llu %11llu %11llu %13.6g %13.6g ", level.level,
           static_cast<unsigned long long>(level.triangles), static_cast<unsigned long long>(level.vertices),
           static_cast<unsigned long long>(level.bytes), static_cast<unsigned long long>(level.decoded_bytes),
           level.error_absolute, level.switch_distance);
    if (level.screen_height) {
      append(out, "%13.6g\n", *level.screen_height);
    } else {
      append(out, "%13s\n", "-");
    }
  }
}

/// One line for all tiles of a level.
void add_tile_level(std::string& out, std::uint32_t level, const std::vector<const manifest::TileFacts*>& tiles) {
  std::vector<std::uint64_t> triangles;
  std::uint64_t bytes = 0;
  double error = 0;
  for (const manifest::TileFacts* tile : tiles) {
    triangles.push_back(tile->triangles);
    bytes += tile->bytes;
    error = std::max(error, tile->error_absolute);
  }
  std::sort(triangles.begin(), triangles.end());
  append(out, "%5u %11zu %11llu %11llu %11llu %13llu %13.6g\n", level, tiles.size(),
         static_cast<unsigned long long>(triangles.front()),
         static_cast<unsigned long long>(triangles[triangles.size() / 2]),
         static_cast<unsigned long long>(triangles.back()), static_cast<unsigned long long>(bytes), error);
}

void add_tile_levels(std::string& out, const manifest::ObjectFacts& object) {
  std::map<std::uint32_t, std::vector<const manifest::TileFacts*>> by_level;
  for (const manifest::TileFacts& tile : object.tiles) by_level[tile.level].push_back(&tile);
  append(out, "%5s %11s %11s %11s %11s %13s %13s\n", "level", "tiles", "least", "median", "most", "bytes", "error");
  for (const auto& [level, tiles] : by_level) add_tile_level(out, level, tiles);
}

/// Every tile below its parent, root first.
void add_tile_tree(std::string& out, const manifest::ObjectFacts& object) {
  struct Visit {
    std::uint32_t tile, depth;
  };
  std::vector<Visit> stack;
  for (const manifest::TileFacts& tile : object.tiles) {
    if (!tile.parent) stack.push_back({tile.id, 0});
  }
  append(out, "%5s %11s %11s %13s %13s  %s\n", "level", "triangles", "bytes", "error", "switch", "tile");
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    const manifest::TileFacts& tile = object.tiles[visit.tile];
    append(out, "%5u %11llu %11llu %13.6g %13.6g  ", tile.level, static_cast<unsigned long long>(tile.triangles),
           static_cast<unsigned long long>(tile.bytes), tile.error_absolute, tile.switch_distance);
    out += std::string(std::size_t{2} * visit.depth, ' ') + std::to_string(tile.id);
    if (tile.shared != SharedReason::none) out += std::string(" shared: ") + manifest::word(tile.shared);
    out += '\n';
    for (auto child = tile.children.rbegin(); child != tile.children.rend(); ++child) {
      stack.push_back({*child, visit.depth + 1});
    }
  }
}

void add_flat_tiles(std::string& out, const manifest::ObjectFacts& object) {
  if (object.flat_tiles.empty()) return;
  std::size_t own = 0, above = 0;
  for (const manifest::FlatTile& list : object.flat_tiles) {
    own = std::max(own, list.lod_levels.size());
    above = std::max(above, list.hlod_levels.size());
  }
  append(out, "flat list of %zu tiles; at most %zu levels of their own and %zu above them\n", object.flat_tiles.size(),
         own, above);
}

void add_tiles(std::string& out, const manifest::ObjectFacts& object, bool every_tile) {
  if (object.tiles.empty()) return;
  if (object.draw_counts && object.draw_counts->source != object.draw_counts->merged) {
    append(out, "%llu draw ranges of level 0, merged from %llu of a node and a material\n",
           static_cast<unsigned long long>(object.draw_counts->merged),
           static_cast<unsigned long long>(object.draw_counts->source));
  }
  for (const manifest::TileFacts& tile : object.tiles) {
    if (tile.shared == SharedReason::none) continue;
    append(out, "tile %u is shared (%s): %llu triangles\n", tile.id, manifest::word(tile.shared),
           static_cast<unsigned long long>(tile.triangles));
  }
  append(out, "%zu tiles; triangles of one tile:\n", object.tiles.size());
  add_tile_levels(out, object);
  add_flat_tiles(out, object);
  if (every_tile) add_tile_tree(out, object);
}

void add_shared_meshes(std::string& out, const AssetManifest& asset) {
  if (asset.shared_meshes.empty()) return;
  append(out, "\nmeshes that leaves have instances of\n%5s %11s %11s %11s %11s %11s  %s\n", "mesh", "instances",
         "triangles", "vertices", "bytes", "decoded", "name");
  for (std::size_t m = 0; m < asset.shared_meshes.size(); ++m) {
    const manifest::SharedMeshFacts& mesh = asset.shared_meshes[m];
    append(out, "%5zu %11llu %11llu %11llu %11llu %11llu  ", m, static_cast<unsigned long long>(mesh.instances),
           static_cast<unsigned long long>(mesh.triangles), static_cast<unsigned long long>(mesh.vertices),
           static_cast<unsigned long long>(mesh.bytes), static_cast<unsigned long long>(mesh.decoded_bytes));
    out += mesh.name + '\n';
  }
}

void add_materials(std::string& out, const AssetManifest& asset) {
  if (!asset.materials.empty()) out += "\nmaterials\n";
  for (std::size_t i = 0; i < asset.materials.size(); ++i) {
    const Material& material = asset.materials[i];
    out += "  " + std::to_string(i) + " '" + material.name + "'\n";
    for (const TextureReference& texture : material.textures) {
      out += "      " + slot_name(texture) + ": " + texture.path + " (uv " + std::to_string(texture.uv_set) + ")\n";
    }
  }
}

std::string make_table(const AssetManifest& asset, bool every_tile) {
  std::string out = asset.container_path;
  append(out, ": %llu bytes, content %s; switch distances for %g degrees, %g px, %g px of error\n",
         static_cast<unsigned long long>(asset.container_size), asset.content_hash.c_str(), asset.view.fov_y_degrees,
         asset.view.height_px, asset.view.pixel_error);
  for (std::size_t i = 0; i < asset.objects.size(); ++i) {
    add_object(out, i, asset.objects[i]);
    add_tiles(out, asset.objects[i], every_tile);
  }
  add_shared_meshes(out, asset);
  add_materials(out, asset);
  append(out, "\n%zu placements, %zu joints, %zu lights\n", asset.placements.size(), asset.skeleton.size(),
         asset.lights.size());
  return out;
}

}  // namespace

Result<int> run_info(const InfoCommand& command) {
  const Result<Container> container = open_container(command.file);
  if (!container) return container.error();
  if (const Result<TileNotes> notes = load_tile_notes(*container); !notes) return notes.error();
  AssetManifest asset = describe_container(*container, {});
  asset.container_path = escape_non_utf8(command.file.filename().string());
  asset.asset = command.file.extension() == ".lodc" ? escape_non_utf8(command.file.stem().string()) : std::string();
  const Status printed = print_result(command.json ? to_json(asset) : make_table(asset, command.every_tile));
  if (!printed) return printed.error();
  return exit_done;
}

}  // namespace lodcook::cooker
