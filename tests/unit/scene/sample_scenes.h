#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "cooker/scene/group.h"
#include "cooker/scene/transform.h"

/// Scenes by hand, and measures of objects that share nothing with the code under test.
namespace lodcook::cooker::samples {

inline Mat4d translation(double x, double y, double z) { return compose({x, y, z}, {0, 0, 0, 1}, {1, 1, 1}); }
inline Mat4d scaling(double x, double y, double z) { return compose({0, 0, 0}, {0, 0, 0, 1}, {x, y, z}); }

inline Primitive triangles(std::vector<Vec3f> positions, std::vector<std::uint32_t> indices) {
  Primitive p;
  p.vertices.positions = std::move(positions);
  p.indices = std::move(indices);
  return p;
}

/// The corner (0,0,0) (1,0,0) (0,2,0) (0,0,3): outward faces, volume 1.
inline Primitive corner_tetrahedron() {
  return triangles({{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}, {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3});
}

/// The unit cube from (0,0,0) to (1,1,1), 8 vertices, outward.
inline Primitive unit_cube() {
  return triangles(
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}},
      {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5});
}

/// One node at the root for each mesh.
inline Scene scene_of(std::vector<Primitive> meshes) {
  Scene scene;
  for (Primitive& p : meshes) {
    const auto number = static_cast<std::uint32_t>(scene.meshes.size());
    scene.meshes.push_back({"mesh" + std::to_string(number), {std::move(p)}, {}});
    scene.nodes.push_back({"node" + std::to_string(number), no_index, Mat4d{}, number, no_index, {}});
  }
  return scene;
}

inline std::array<double, 3> world_position(const Object& object, std::size_t corner) {
  const Vec3f p = object.vertices.positions[object.indices[corner]];
  return {object.origin.x + p.x, object.origin.y + p.y, object.origin.z + p.z};
}

/// Sum of the tetrahedra from the world's origin: the enclosed volume where faces are counter-clockwise outward.
inline double signed_volume(const Object& object) {
  double six = 0;
  for (std::size_t i = 0; i + 2 < object.indices.size(); i += 3) {
    const auto a = world_position(object, i), b = world_position(object, i + 1), c = world_position(object, i + 2);
    six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return six / 6;
}

struct Box {
  std::array<double, 3> min{HUGE_VAL, HUGE_VAL, HUGE_VAL}, max{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
};

inline Box world_box(const Object& object) {
  Box box;
  for (std::size_t i = 0; i < object.indices.size(); ++i) {
    const auto p = world_position(object, i);
    for (std::size_t k = 0; k < 3; ++k) {
      box.min[k] = std::min(box.min[k], p[k]);
      box.max[k] = std::max(box.max[k], p[k]);
    }
  }
  return box;
}

inline const Warning* find_warning(const std::vector<Warning>& warnings, const std::string& id) {
  for (const Warning& w : warnings) {
    if (w.id == id) return &w;
  }
  return nullptr;
}

/// Checks and groups; the first error's name where there is one.
inline Result<ObjectSet> check_and_group(Scene scene, SceneOptions options = {}) {
  auto checked = check_scene(std::move(scene), options);
  if (!checked) return std::move(checked).error();
  return group_scene(*checked, options);
}

}  // namespace lodcook::cooker::samples
