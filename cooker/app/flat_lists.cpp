#include "cooker/app/flat_lists.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cooker/tiles/flat_radii.h"

namespace lodcook::cooker {
namespace {

using manifest::FlatLevel;
using manifest::FlatTile;
using manifest::TileFacts;
using Tiles = std::vector<TileFacts>;

/// A leaf, its chain and what stands above, finest first.
struct Path {
  std::vector<std::uint32_t> lod, hlod;
};

Path path_of(const Tiles& tiles, std::uint32_t leaf) {
  Path path{{leaf}, {}};
  for (std::optional<std::uint32_t> t = tiles[leaf].parent; t; t = tiles[*t].parent) {
    const bool own = path.hlod.empty() && tiles[*t].children.size() == 1;
    (own ? path.lod : path.hlod).push_back(*t);
  }
  return path;
}

bool has_chains(const Tiles& tiles) {
  return std::any_of(tiles.begin(), tiles.end(), [&](const TileFacts& tile) {
    if (!tile.children.empty()) return false;
    const Path path = path_of(tiles, tile.id);
    return path.lod.size() > 1 && !path.hlod.empty();
  });
}

/// Coarser first: which tiles of the list have a distance of their own below `above`.
void keep_rising(const Tiles& tiles, std::vector<std::uint32_t> list, double& above, std::vector<FlatLevel>& kept,
                 FlatTile& out) {
  for (auto t = list.rbegin(); t != list.rend(); ++t) {
    const double distance = tiles[*t].switch_distance;
    if (distance > 0 && distance < above) {
      kept.push_back({*t, distance});
      above = distance;
    } else {
      out.dropped.push_back({*t, distance > 0 ? "a coarser tile has the same switch distance"
                                              : "it has no error, so no switch distance"});
    }
  }
  std::reverse(kept.begin(), kept.end());
}

FlatTile by_errors(const Tiles& tiles, const Path& path) {
  FlatTile out;
  double above = std::numeric_limits<double>::infinity();
  keep_rising(tiles, path.hlod, above, out.hlod_levels, out);
  keep_rising(tiles, {path.lod.begin() + 1, path.lod.end()}, above, out.lod_levels, out);
  out.lod_levels.insert(out.lod_levels.begin(), {path.lod.front(), 0});
  std::reverse(out.dropped.begin(), out.dropped.end());
  if (out.hlod_levels.empty()) return out;
  const TileFacts& first = tiles[out.hlod_levels.front().tile];
  out.streaming_radius = 1.1 * first.switch_distance;
  out.prefetch_radius = 1.25 * first.switch_distance;
  out.unload_radius = 1.5 * first.switch_distance;
  return out;
}

/// Steps of a HLOD tile above the lowest ones; the same seen from each of its leaves.
std::vector<int> steps_of(const Tiles& tiles) {
  std::vector<int> steps(tiles.size(), -1);
  for (const TileFacts& tile : tiles) {  // children have lower numbers
    if (tile.children.size() > 1) steps[tile.id] = 0;
    for (const std::uint32_t child : tile.children) {
      if (steps[child] >= 0) steps[tile.id] = std::max(steps[tile.id], steps[child] + 1);
    }
  }
  return steps;
}

FlatTile by_sizes(const Path& path, const FlatRadii& radii, const std::vector<int>& steps) {
  FlatTile out;
  const FlatSwitches lod = spread_flat_switches(radii, static_cast<std::uint32_t>(path.lod.size() - 1));
  out.lod_levels.push_back({path.lod.front(), 0});
  for (std::size_t i = 0; i < lod.levels.size(); ++i) {
    out.lod_levels.push_back({path.lod[lod.levels[i]], lod.distances[i]});
  }
  for (const DroppedLevel& level : lod.dropped) out.dropped.push_back({path.lod[level.level], level.reason});
  if (!(radii.unload > 0)) {
    for (const std::uint32_t t : path.hlod) out.dropped.push_back({t, "neither errors nor sizes give a distance"});
    return out;
  }
  for (const std::uint32_t t : path.hlod) out.hlod_levels.push_back({t, std::ldexp(radii.unload, steps[t])});
  out.streaming_radius = radii.stream;
  out.prefetch_radius = radii.prefetch;
  out.unload_radius = radii.unload;
  return out;
}

FlatRadii radii_of(const Tiles& tiles) {
  float side = 0;
  double half_diagonal = 0;
  for (const TileFacts& tile : tiles) {
    const Vec3f size{tile.box.max.x - tile.box.min.x, tile.box.max.y - tile.box.min.y, tile.box.max.z - tile.box.min.z};
    if (tile.children.empty()) side = std::max({side, size.x, size.y, size.z});
    half_diagonal = std::max(half_diagonal, std::hypot(double{size.x}, double{size.y}, double{size.z}) / 2);
  }
  return flat_radii(double{side}, half_diagonal);
}

}  // namespace

std::vector<FlatTile> list_flat_tiles(const Tiles& tiles) {
  std::vector<FlatTile> lists;
  if (!has_chains(tiles)) return lists;
  const bool errors = std::any_of(tiles.begin(), tiles.end(), [](const TileFacts& t) { return t.switch_distance > 0; });
  const FlatRadii radii = radii_of(tiles);
  const std::vector<int> steps = steps_of(tiles);
  for (const TileFacts& tile : tiles) {
    if (!tile.children.empty()) continue;
    const Path path = path_of(tiles, tile.id);
    lists.push_back(errors ? by_errors(tiles, path) : by_sizes(path, radii, steps));
  }
  return lists;
}

}  // namespace lodcook::cooker
