#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>

#include "cooker/import/import.h"
#include "tests/unit/scene/sample_scenes.h"

using namespace lodcook;
using namespace lodcook::cooker;
using namespace lodcook::cooker::samples;

/// The shared cases through import, check and group, against the figures of their case.md.

namespace {

/// Nothing where the shared folder (environment LODCOOK_SHARED, else beside the project) is not there.
std::optional<ObjectSet> group_case(const char* file, SceneOptions options = {}) {
  const char* const shared = std::getenv("LODCOOK_SHARED");
  const auto path = std::filesystem::path(shared != nullptr ? shared : LODCOOK_SHARED_DEFAULT) / "cases" / file;
  if (!std::filesystem::exists(path)) {
    std::cout << "skipped, not there: " << path.string() << '\n';
    return std::nullopt;
  }
  auto scene = import_scene(path, {});
  REQUIRE(scene.ok());
  auto set = check_and_group(std::move(*scene), options);
  REQUIRE(set.ok());
  return std::move(*set);
}

double area(const Object& object, std::optional<std::uint32_t> material = {}) {
  double sum = 0;
  for (std::size_t i = 0; i + 2 < object.indices.size(); i += 3) {
    if (material && object.vertex_materials[object.indices[i]] != *material) continue;
    const auto a = world_position(object, i), b = world_position(object, i + 1), c = world_position(object, i + 2);
    const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]}, v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    const double x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2], z = u[0] * v[1] - u[1] * v[0];
    sum += std::sqrt(x * x + y * y + z * z) / 2;
  }
  return sum;
}

SceneOptions by_node() {
  SceneOptions options;
  options.grouping = Grouping::node;
  return options;
}

}  // namespace

TEST_CASE("case 04: polygons with inward corners keep their area and side") {
  const auto set = group_case("04-concave-ngon/plates.obj");
  if (!set) return;
  const Object& o = set->objects[0];
  CHECK(o.indices.size() == 10 * 3);
  CHECK(area(o) == doctest::Approx(10));
  for (const Vec3f n : o.vertices.normals) CHECK(n == Vec3f{0, 0, 1});
}

TEST_CASE("case 05: junk is left out by name beside good objects") {
  const auto set = group_case("05-junk-beside-good/scan.obj", by_node());
  if (!set) return;
  REQUIRE(set->objects.size() == 2);
  CHECK(set->objects[0].name == "good");
  CHECK(set->objects[0].indices.size() == 4 * 3);
  CHECK(signed_volume(set->objects[0]) == doctest::Approx(1));
  CHECK(set->objects[1].name == "dead_normals");
  CHECK(set->objects[1].indices.size() == 2 * 3);
  for (const Vec3f n : set->objects[1].vertices.normals) CHECK(n == Vec3f{0, 0, 1});
  const Warning* w = find_warning(set->warnings, "mesh_left_out");
  REQUIRE(w != nullptr);
  CHECK(w->message.find("'point_like'") != std::string::npos);
  CHECK(w->message.find("'needle'") != std::string::npos);
}

TEST_CASE("case 08: the mirrored copy faces outward") {
  const auto set = group_case("08-mirrored-node/pair.gltf", by_node());
  if (!set) return;
  REQUIRE(set->objects.size() == 2);
  const std::array<double, 2> left{-4, -3}, right{3, 4};
  for (std::size_t k = 0; k < 2; ++k) {
    const Object& o = set->objects[k];
    CHECK(o.indices.size() == 4 * 3);
    CHECK(signed_volume(o) == doctest::Approx(1));
    CHECK(world_box(o).min[0] == doctest::Approx(k == 0 ? left[0] : right[0]));
    CHECK(world_box(o).max[0] == doctest::Approx(k == 0 ? left[1] : right[1]));
  }
  const auto meshes = group_case("08-mirrored-node/pair.gltf", {Grouping::mesh});
  CHECK(determinant3(meshes->placements[0].matrix) > 0);
  CHECK(determinant3(meshes->placements[1].matrix) < 0);
}

TEST_CASE("case 09: four placements of one post") {
  const auto baked = group_case("09-shared-mesh-instances/fence.gltf");
  if (!baked) return;
  CHECK(baked->objects[0].indices.size() == 48 * 3);
  REQUIRE(baked->placements.size() == 4);
  for (const Placement& p : baked->placements) CHECK(p.baked);
  const auto shared = group_case("09-shared-mesh-instances/fence.gltf", {Grouping::mesh});
  REQUIRE(shared->objects.size() == 1);
  CHECK(shared->objects[0].indices.size() == 12 * 3);
  REQUIRE(shared->placements.size() == 4);
  CHECK(shared->placements[3].name == "post_nested");
}

TEST_CASE("case 11: colours stay as they are and split nothing more") {
  const auto set = group_case("11-colour-boundary/flag.ply");
  if (!set) return;
  const Object& o = set->objects[0];
  CHECK(o.vertices.vertex_count() == 289);
  CHECK(o.indices.size() == 512 * 3);
  REQUIRE(o.vertices.colors.size() == 1);
}

TEST_CASE("case 12: the tube keeps its two joints") {
  const auto set = group_case("12-skinned-tube/tube.gltf");
  if (!set) return;
  const Object& o = set->objects[0];
  CHECK(o.vertices.vertex_count() == 72);
  CHECK(o.indices.size() == 128 * 3);
  REQUIRE(set->skeleton.size() == 2);
  CHECK(set->skeleton[0].name == "root");
  CHECK(set->skeleton[1].name == "tip");
  CHECK(find_warning(set->warnings, "bind_pose_differs") == nullptr);
  for (std::size_t v = 0; v < 72; ++v) {
    const float y = o.vertices.positions[v].y;
    const float first = o.vertices.weights[v * o.vertices.influences_per_vertex];
    if (y > 1 && y < 3) continue;
    CHECK(first == doctest::Approx(1));
    CHECK(o.vertices.joints[v * o.vertices.influences_per_vertex] == (y <= 1 ? 0 : 1));
  }
}

TEST_CASE("case 13: the seam of a wrapped texture stays joined in position") {
  const auto set = group_case("13-uv-wrap-seam/barrel.obj");
  if (!set) return;
  const Object& o = set->objects[0];
  CHECK(o.vertices.vertex_count() == 297);
  std::set<std::array<float, 3>> positions;
  for (const Vec3f p : o.vertices.positions) positions.insert({p.x, p.y, p.z});
  CHECK(positions.size() == 288);
}

TEST_CASE("case 14: two materials share the positions of their border bit by bit") {
  const auto set = group_case("14-two-material-border/sheet.obj");
  if (!set) return;
  const Object& o = set->objects[0];
  CHECK(o.indices.size() == 512 * 3);
  REQUIRE(set->materials.size() == 2);
  CHECK(area(o, 0) == doctest::Approx(2));
  CHECK(area(o, 1) == doctest::Approx(2));
  std::set<std::array<float, 3>> sides[2];
  for (std::size_t v = 0; v < o.vertices.vertex_count(); ++v) {
    const Vec3f p = o.vertices.positions[v];
    sides[o.vertex_materials[v]].insert({p.x, p.y, p.z});
  }
  // 17 x 17 positions, one border vertex in each of 17 rows belongs to both sides
  CHECK(sides[0].size() + sides[1].size() == 289 + 17);
}

TEST_CASE("case 18: the same shape in two units gives the same buffers") {
  const auto cm = group_case("18-same-shape-cm-and-m/dome_cm.obj");
  const auto m = group_case("18-same-shape-cm-and-m/dome_m.obj");
  if (!cm || !m) return;
  for (const auto* set : {&*cm, &*m}) {
    CHECK(set->objects[0].vertices.vertex_count() == 193);
    CHECK(set->objects[0].indices.size() == 360 * 3);
  }
}

TEST_CASE("case 19: survey coordinates keep their rows, or say that they do not") {
  for (const char* file : {"19-far-from-origin/survey_50km.obj", "19-far-from-origin/survey.obj"}) {
    const auto set = group_case(file);
    if (!set) return;
    const Object& o = set->objects[0];
    CHECK(o.indices.size() == 128 * 3);
    if (find_warning(set->warnings, "positions_rounded") != nullptr) continue;
    CHECK(o.vertices.vertex_count() == 81);
    std::set<float> rows;
    for (const Vec3f p : o.vertices.positions) rows.insert(p.z);
    CHECK(rows.size() == 9);
    const Box box = world_box(o);
    CHECK(box.max[0] - box.min[0] == doctest::Approx(2).epsilon(1e-6));
    CHECK(box.max[1] - box.min[1] == doctest::Approx(0.15).epsilon(0.005));
    for (const auto& [middle, at] :
         {std::pair{(box.min[0] + box.max[0]) / 2, o.origin.x}, std::pair{(box.min[2] + box.max[2]) / 2, o.origin.z}}) {
      CHECK(std::abs(middle - at) <= 10);
    }
  }
}
