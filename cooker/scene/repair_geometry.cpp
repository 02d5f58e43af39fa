#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "cooker/scene/flip_caps.h"
#include "cooker/scene/placement_plan.h"
#include "cooker/scene/repair.h"
#include "cooker/scene/select_vertices.h"
#include "cooker/scene/triangles.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

void drop_unused_vertices(Primitive& primitive) {
  std::vector<bool> used(primitive.vertices.vertex_count(), false);
  for (const std::uint32_t v : primitive.indices) used[v] = true;
  if (std::find(used.begin(), used.end(), false) == used.end()) return;
  const std::vector<std::uint32_t> chosen = compact_indices(primitive.indices, used.size(), {});
  select_vertices(primitive.vertices, chosen);
  select_vertices(primitive.morph_targets, chosen);
}

struct MeshSpread {
  double largest_side = 0;
  float largest_coordinate = 0;
};

MeshSpread spread_of(const Mesh& mesh) {
  Vec3d low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  MeshSpread spread;
  for (const Primitive& primitive : mesh.primitives) {
    for (const Vec3f p : primitive.vertices.positions) {
      low = {std::min<double>(low.x, p.x), std::min<double>(low.y, p.y), std::min<double>(low.z, p.z)};
      high = {std::max<double>(high.x, p.x), std::max<double>(high.y, p.y), std::max<double>(high.z, p.z)};
      spread.largest_coordinate = std::max({spread.largest_coordinate, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    }
  }
  const Vec3d side = subtract(high, low);
  spread.largest_side = std::max({side.x, side.y, side.z});
  return spread;
}

}  // namespace

void drop_unusable_geometry(Scene& scene, RepairLog& log) {
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    Mesh& mesh = scene.meshes[m];
    const std::string element = element_name("mesh", mesh.name, m);
    const bool had_triangles = triangle_count(mesh) > 0;
    std::size_t dropped = 0, flipped = 0;
    for (Primitive& primitive : mesh.primitives) {
      if (have_zero_area(primitive.indices, primitive.vertices.positions)) {
        flipped += flip_caps(primitive);
        dropped += drop_zero_area(primitive.indices, primitive.vertices.positions);
      }
      drop_unused_vertices(primitive);
    }
    log.add(Repair::zero_area_triangles, element, dropped);
    log.add(Repair::zero_area_flipped, element, flipped);
    if (had_triangles && triangle_count(mesh) == 0) log.add(Repair::mesh_left_out, element);
  }
}

void report_rounding(const Scene& scene, RepairLog& log) {
  constexpr double noticed_part = 1e-3;
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    if (triangle_count(scene.meshes[m]) == 0) continue;
    const MeshSpread spread = spread_of(scene.meshes[m]);
    const float next = std::nextafter(spread.largest_coordinate, std::numeric_limits<float>::infinity());
    const double step = static_cast<double>(next) - static_cast<double>(spread.largest_coordinate);
    if (!(step > noticed_part * spread.largest_side)) continue;
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << element_name("mesh", scene.meshes[m].name, m) << " in steps of " << step;
    log.add(Repair::positions_rounded, text.str());
  }
}

}  // namespace lodcook::cooker
