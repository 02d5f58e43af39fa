// tile_views [--tiles N] FILE...: cooks each file into a tree of tiles of at most N triangles (500) and looks at it
// from 300 places near, far and inside. What is drawn of each view must hold each leaf's place exactly once, and so no
// more area than level 0 but for what simplifying adds (2 %). Ends with 1 where a view does not.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/switch_distance.h>
#include <lodcook/tile_selector.h>

#include "cooker/app/cook_asset.h"
#include "cooker/pack/shared_geometry.h"
#include "tests/unit/proof/triangle_oracle.h"

namespace {

using namespace lodcook;
using test::D3;

constexpr int views = 300;

template <class Corner>
double sum_areas(std::size_t corners, const Corner& corner) {
  double area = 0;
  for (std::size_t i = 0; i + 2 < corners; i += 3) {
    const D3 a = corner(i);
    area += test::length(test::cross3(test::sub(corner(i + 1), a), test::sub(corner(i + 2), a))) / 2;
  }
  return area;
}

/// With its instances.
double area_of(const Container& container, cooker::SharedGeometries& meshes, std::uint32_t number) {
  const auto decoded = container.load_tile(number);
  if (!decoded) return 0;
  const Tile& tile = container.tiles()[number];
  const std::vector<Vec3f> positions = decode_positions(container.objects()[tile.object], tile, *decoded);
  const auto corner = [&](std::size_t i) {
    const Vec3f p = positions[decoded->index(i)];
    return D3{p.x, p.y, p.z};
  };
  double area = sum_areas(decoded->index_count(), corner);
  for (const MeshInstance& instance : decoded->instances()) {
    const auto mesh = meshes.get(instance.mesh);
    if (!mesh) return 0;
    const std::vector<Vec3d> placed = cooker::placed_positions(**mesh, instance);
    area += sum_areas((*mesh)->indices.size(), [&](std::size_t i) {
      const Vec3d p = placed[(*mesh)->indices[i]];
      return D3{p.x, p.y, p.z};
    });
  }
  return area;
}

/// Places all around, from within the box to thirty radii away.
Vec3d eye_of(const Bounds& bounds, int view) {
  const double part = (view + 0.5) / views, turn = view * std::numbers::pi * (3 - std::sqrt(5.0));
  const double up = 1 - 2 * std::fmod(view * 0.7548776662466927, 1.0), flat = std::sqrt(1 - up * up);
  const double far = 0.3 * std::pow(100, part) * double{bounds.sphere.radius};
  const Vec3f c = bounds.sphere.center;
  return {c.x + far * flat * std::cos(turn), c.y + far * up, c.z + far * flat * std::sin(turn)};
}

struct Counts {
  std::size_t fewest = 0, most = 0;  // tiles of a view
  int wrong = 0;
  double most_area = 0;  // of a view over level 0's
};

Counts look_at(const Container& container) {
  const std::span<const Tile> tiles = container.tiles();
  std::vector<double> areas(tiles.size());
  double whole = 0;
  cooker::SharedGeometries meshes(container);
  for (std::uint32_t t = 0; t < tiles.size(); ++t) {
    areas[t] = area_of(container, meshes, t);
    if (tiles[t].first_child < 0) whole += areas[t];
  }
  Counts counts{tiles.size(), 0, 0, 0};
  for (int v = 0; v < views; ++v) {
    const TileView view{eye_of(container.objects()[0].bounds, v), pixels_per_unit(std::numbers::pi / 3, 1080)};
    std::size_t drawn = 0;
    double area = 0;
    std::vector<int> times(tiles.size());                                         // that a tile's place is drawn
    for (std::uint32_t t = static_cast<std::uint32_t>(tiles.size()); t-- > 0;) {  // parents come after children
      if (tiles[t].parent >= 0) times[t] = times[static_cast<std::size_t>(tiles[t].parent)];
      if (!in_cut(tiles, t, {&view, 1}, 1)) continue;
      ++times[t];
      ++drawn;
      area += areas[t];
    }
    bool once = true;
    for (std::size_t t = 0; t < tiles.size(); ++t) once = once && (tiles[t].first_child >= 0 || times[t] == 1);
    counts.wrong += once && area <= 1.02 * whole ? 0 : 1;
    counts.fewest = std::min(counts.fewest, drawn);
    counts.most = std::max(counts.most, drawn);
    counts.most_area = std::max(counts.most_area, area / whole);
  }
  return counts;
}

}  // namespace

int main(int argc, char** argv) {
  cooker::CookSettings settings;
  settings.tiles.mode = cooker::TileMode::tree;
  settings.tiles.plan.budget = 500;
  int models = 0, wrong = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--tiles" && i + 1 < argc) {
      settings.tiles.plan.budget = static_cast<std::uint32_t>(std::atoi(argv[++i]));
      continue;
    }
    const std::filesystem::path file = argv[i];
    auto scene = cooker::import_scene(file, settings.import);
    if (!scene) return std::printf("%s\n", to_string(scene.error()).c_str()), 1;
    auto cooked = cooker::cook_scene(std::move(*scene), settings);
    if (!cooked) return std::printf("%s\n", to_string(cooked.error()).c_str()), 1;
    const auto container = Container::open(borrow_memory(cooked->container));
    if (!container) return std::printf("%s\n", to_string(container.error()).c_str()), 1;
    const Counts counts = look_at(*container);
    std::printf("%s: %zu tiles, %zu to %zu drawn of a view, at most %.4f of level 0's area\n", file.filename().c_str(),
                container->tiles().size(), counts.fewest, counts.most, counts.most_area);
    ++models;
    wrong += counts.wrong;
  }
  std::printf("%d models, %d views each: %d that draw a place twice or not at all\n", models, views, wrong);
  return wrong > 0 || models == 0 ? 1 : 0;
}
