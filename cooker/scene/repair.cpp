#include "cooker/scene/repair.h"

#include <algorithm>

#include "cooker/scene/placement_plan.h"
#include "cooker/scene/select_vertices.h"
#include "cooker/scene/smooth_normals.h"
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

}  // namespace

void drop_unusable_geometry(Scene& scene, RepairLog& log) {
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    Mesh& mesh = scene.meshes[m];
    const std::string element = element_name("mesh", mesh.name, m);
    const bool had_triangles = triangle_count(mesh) > 0;
    std::size_t dropped = 0;
    for (Primitive& primitive : mesh.primitives) {
      dropped += drop_zero_area(primitive.indices, primitive.vertices.positions);
      drop_unused_vertices(primitive);
    }
    log.add(Repair::zero_area_triangles, element, dropped);
    if (had_triangles && triangle_count(mesh) == 0) log.add(Repair::mesh_left_out, element);
  }
}

void repair_attributes(Scene& scene, const SceneOptions&, RepairLog& log) {
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    Mesh& mesh = scene.meshes[m];
    const std::string element = element_name("mesh", mesh.name, m);
    for (Primitive& primitive : mesh.primitives) {
      if (primitive.indices.empty()) continue;
      if (primitive.vertices.normals.empty()) {
        make_normals(primitive);
        log.add(Repair::normals_made, element);
      } else {
        log.add(Repair::normals_rebuilt, element, repair_normals(primitive));
      }
    }
  }
}

}  // namespace lodcook::cooker
