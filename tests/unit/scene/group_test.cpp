#include "cooker/scene/group.h"

#include <doctest/doctest.h>

#include "tests/unit/scene/sample_scenes.h"

using namespace lodcook;
using namespace lodcook::cooker;
using namespace lodcook::cooker::samples;

namespace {

/// Case 08: a corner and its mirror image, two nodes that share one mesh.
Scene mirrored_pair() {
  Scene scene = scene_of({corner_tetrahedron()});
  scene.nodes[0].name = "left";
  scene.nodes[0].local = translation(-4, 0, 0);
  scene.nodes.push_back(
      {"right_mirrored", no_index, multiply(translation(4, 0, 0), scaling(-1, 1, 1)), 0, no_index, {}});
  return scene;
}

/// Case 09: a fence of four posts (unit cubes) under a moved parent.
Scene fence() {
  Scene scene = scene_of({unit_cube()});
  scene.meshes[0].name = "post";
  const double half = std::sqrt(0.5);
  scene.nodes = {
      {"fence", no_index, translation(100, 0, 0), no_index, no_index, {}},
      {"post", 0, Mat4d{}, 0, no_index, {}},
      {"post", 0, multiply(translation(3, 0, 0), scaling(1, 2, 1)), 0, no_index, {}},
      {"post_turned", 0, compose({6, 0, 0}, {0, half, 0, half}, {1, 1, 1}), 0, no_index, {}},
      {"group", 0, translation(9, 0, 0), no_index, no_index, {}},
      {"post_nested", 4, scaling(0.5, 0.5, 0.5), 0, no_index, {}},
  };
  return scene;
}

void check_box(const Object& object, std::array<double, 3> min, std::array<double, 3> max) {
  const Box box = world_box(object);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(box.min[k] == doctest::Approx(min[k]).epsilon(1e-6));
    CHECK(box.max[k] == doctest::Approx(max[k]).epsilon(1e-6));
  }
}

}  // namespace

TEST_CASE("a mirrored node is a true mirror image that faces outward") {
  SceneOptions options;
  options.grouping = Grouping::node;
  auto set = check_and_group(mirrored_pair(), options);
  REQUIRE(set.ok());
  REQUIRE(set->objects.size() == 2);
  CHECK(set->objects[0].name == "left");
  CHECK(set->objects[1].name == "right_mirrored");
  check_box(set->objects[0], {-4, 0, 0}, {-3, 2, 3});
  check_box(set->objects[1], {3, 0, 0}, {4, 2, 3});
  for (const Object& object : set->objects) {
    CHECK(object.indices.size() == 12);
    CHECK(signed_volume(object) == doctest::Approx(1.0));
    std::array<double, 3> centre{};
    for (std::size_t i = 0; i < 12; ++i) {
      for (std::size_t k = 0; k < 3; ++k) centre[k] += world_position(object, i)[k] / 12;
    }
    for (std::size_t i = 0; i < 12; ++i) {
      const auto p = world_position(object, i);
      const Vec3f n = object.vertices.normals[object.indices[i]];
      CHECK(n.x * n.x + n.y * n.y + n.z * n.z == doctest::Approx(1.0));
      CHECK(n.x * (p[0] - centre[0]) + n.y * (p[1] - centre[1]) + n.z * (p[2] - centre[2]) > 0);
    }
  }
  auto whole = check_and_group(mirrored_pair());
  REQUIRE(whole.ok());
  CHECK(whole->objects.size() == 1);
  CHECK(signed_volume(whole->objects[0]) == doctest::Approx(2.0));
}

TEST_CASE("instances are baked into one object and listed with their matrices") {
  auto set = check_and_group(fence());
  REQUIRE(set.ok());
  REQUIRE(set->objects.size() == 1);
  CHECK(set->objects[0].indices.size() == 48 * 3);
  CHECK(signed_volume(set->objects[0]) == doctest::Approx(1 + 2 + 1 + 0.125));
  REQUIRE(set->placements.size() == 4);
  CHECK(set->placements[0].name == "post");
  CHECK(set->placements[1].name == "post");
  CHECK(set->placements[2].name == "post_turned");
  CHECK(set->placements[3].name == "post_nested");
  CHECK(set->placements[3].matrix.m[12] == 109);
  CHECK(set->placements[3].matrix.m[0] == 0.5);
  for (const Placement& placement : set->placements) CHECK(placement.baked);
}

TEST_CASE("grouping by node looks below a root that only wraps") {
  SceneOptions options;
  options.grouping = Grouping::node;
  auto set = check_and_group(fence(), options);
  REQUIRE(set.ok());
  REQUIRE(set->objects.size() == 4);
  check_box(set->objects[0], {100, 0, 0}, {101, 1, 1});
  check_box(set->objects[1], {103, 0, 0}, {104, 2, 1});
  check_box(set->objects[2], {106, 0, -1}, {107, 1, 0});
  check_box(set->objects[3], {109, 0, 0}, {109.5, 0.5, 0.5});
  CHECK(set->objects[3].name == "group");
  for (std::uint32_t i = 0; i < 4; ++i) CHECK(set->placements[i].object == i);
}

TEST_CASE("grouping by mesh keeps one untransformed object and says where it goes") {
  SceneOptions options;
  options.grouping = Grouping::mesh;
  auto set = check_and_group(fence(), options);
  REQUIRE(set.ok());
  REQUIRE(set->objects.size() == 1);
  CHECK(set->objects[0].name == "post");
  CHECK(set->objects[0].indices.size() == 12 * 3);
  check_box(set->objects[0], {0, 0, 0}, {1, 1, 1});
  REQUIRE(set->placements.size() == 4);
  for (const Placement& placement : set->placements) {
    CHECK(placement.object == 0);
    CHECK_FALSE(placement.baked);
  }
  CHECK(set->placements[1].matrix.m[5] == 2);
  CHECK(set->placements[1].matrix.m[12] == 103);
}

TEST_CASE("junk beside a good object is left out by name and fails nothing") {
  Scene scene =
      scene_of({corner_tetrahedron(), triangles({{5, 5, 5}, {5, 5, 5}, {5, 5, 5}, {5, 5, 5}}, {0, 1, 2, 0, 2, 3}),
                triangles({{7, 0, 0}, {8, 0, 0}, {9, 0, 0}}, {0, 1, 2}),
                triangles({{0, 0, 10}, {1, 0, 10}, {1, 1, 10}, {0, 1, 10}}, {0, 1, 2, 0, 2, 3})});
  scene.meshes[1].name = "point_like";
  scene.meshes[2].name = "needle";
  scene.meshes[3].primitives[0].vertices.normals.assign(4, Vec3f{0, 0, 0});
  SceneOptions options;
  options.grouping = Grouping::node;
  auto set = check_and_group(scene, options);
  REQUIRE(set.ok());
  REQUIRE(set->objects.size() == 2);
  CHECK(set->objects[0].indices.size() == 12);
  CHECK(signed_volume(set->objects[0]) == doctest::Approx(1.0));
  CHECK(set->objects[1].indices.size() == 6);
  for (const Vec3f n : set->objects[1].vertices.normals) CHECK(n == Vec3f{0, 0, 1});
  const Warning* left_out = find_warning(set->warnings, "mesh_left_out");
  REQUIRE(left_out != nullptr);
  CHECK(left_out->message.find("'point_like'") != std::string::npos);
  CHECK(left_out->message.find("'needle'") != std::string::npos);
  CHECK(find_warning(set->warnings, "zero_area_triangles") != nullptr);
}

TEST_CASE("animations are left out by name, those without channels in silence") {
  Scene scene = scene_of({unit_cube()});
  AnimationChannel channel;
  channel.node = 0;
  channel.times = {0, 1};
  channel.values = {0, 0, 0, 1, 0, 0};
  scene.animations = {{"walk", {channel}}, {"empty", {}}};
  auto set = check_and_group(scene, {});
  REQUIRE(set.ok());
  const Warning* left_out = find_warning(set->warnings, "animation_left_out");
  REQUIRE(left_out != nullptr);
  CHECK(left_out->message.starts_with("1 animation left out"));
  CHECK(left_out->message.find("'walk'") != std::string::npos);
}

TEST_CASE("a patch far from the origin keeps its spacing and an origin near it") {
  std::vector<Vec3f> positions;
  std::vector<std::uint32_t> indices;
  for (int z = 0; z < 9; ++z) {
    for (int x = 0; x < 9; ++x) {
      positions.push_back({50000.0F + 0.25F * static_cast<float>(x), 0, -50000.0F + 0.25F * static_cast<float>(z)});
    }
  }
  for (std::uint32_t z = 0; z < 8; ++z) {
    for (std::uint32_t x = 0; x < 8; ++x) {
      const std::uint32_t a = 9 * z + x;
      for (const std::uint32_t i : {a, a + 9, a + 1, a + 1, a + 9, a + 10}) indices.push_back(i);
    }
  }
  auto set = check_and_group(scene_of({triangles(positions, indices)}));
  REQUIRE(set.ok());
  const Object& object = set->objects[0];
  CHECK(object.vertices.vertex_count() == 81);
  CHECK(object.indices.size() == 128 * 3);
  CHECK(std::abs(object.origin.x - 50001) <= 10);
  CHECK(object.origin.y == 0);
  CHECK(std::abs(object.origin.z + 49999) <= 10);
  check_box(object, {50000, 0, -50000}, {50002, 0, -49998});
}

TEST_CASE("nothing left is no_triangles and says what was there") {
  Scene scene;
  scene.nodes.push_back({"lamp", no_index, Mat4d{}, no_index, no_index, {}});
  scene.lights.push_back({0, {}});
  auto set = check_and_group(scene);
  REQUIRE_FALSE(set.ok());
  CHECK(set.error().code == ErrorCode::no_triangles);
  CHECK(set.error().message.find("1 light") != std::string::npos);
}

TEST_CASE("triangles know the placement that showed them, if that is asked for") {
  CHECK(check_and_group(fence())->objects[0].parts.empty());
  CHECK(check_and_group(fence())->objects[0].triangle_parts.empty());
  SceneOptions options;
  options.keep_parts = true;
  auto set = check_and_group(fence(), options);
  REQUIRE(set.ok());
  const Object& object = set->objects[0];
  REQUIRE(object.parts.size() == 4);
  REQUIRE(object.triangle_parts.size() == 48);
  CHECK(object.draw_groups.empty());
  // the posts stand at x = 100, 103, 106 and 109
  const double starts[4] = {100, 103, 106, 109};
  for (std::size_t t = 0; t < 48; ++t) {
    const std::uint32_t part = object.triangle_parts[t];
    CHECK(object.parts[part].placement == part);
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = world_position(object, 3 * t + k)[0];
      CHECK(x >= starts[part] - 1e-4);
      CHECK(x <= starts[part] + 1 + 1e-4);
    }
  }
}

TEST_CASE("parts keep pace with triangles that are dropped") {
  Scene scene = fence();
  scene.nodes.push_back({"again", 0, Mat4d{}, 0, no_index, {}});  // the first post once more
  SceneOptions options;
  options.keep_parts = true;
  auto set = check_and_group(scene, options);
  REQUIRE(set.ok());
  const Object& object = set->objects[0];
  REQUIRE(object.triangle_parts.size() == 48);
  for (std::size_t t = 0; t < 48; ++t) CHECK(object.triangle_parts[t] == t / 12);
}

TEST_CASE("a node called NM_ gets a draw group of its own, others share their material's") {
  Scene scene = fence();
  scene.nodes[2].name = "NM_post";
  scene.nodes[3].name = "post_NM_";  // not a prefix
  SceneOptions options;
  options.keep_parts = true;
  auto set = check_and_group(scene, options);
  REQUIRE(set.ok());
  const Object& object = set->objects[0];
  REQUIRE(object.draw_groups.size() == set->materials.size() + 1);
  for (std::size_t t = 0; t < 48; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t group = object.vertex_materials[object.indices[3 * t + k]];
      CHECK(group == (object.triangle_parts[t] == 1 ? 1U : 0U));
      CHECK(material_of(object, group) == 0);
    }
  }
  CHECK(object.draw_groups[0].part == no_index);
  CHECK(object.draw_groups[1].part == 1);
  options.keep_parts = false;
  CHECK(check_and_group(scene, options)->objects[0].draw_groups.empty());
}
