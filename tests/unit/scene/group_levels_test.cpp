#include <doctest/doctest.h>

#include <algorithm>

#include "cooker/scene/group_levels.h"
#include "tests/unit/scene/sample_scenes.h"

using namespace lodcook;
using namespace lodcook::cooker;
using namespace lodcook::cooker::samples;

namespace {

/// A cube (12 triangles), a tetrahedron (4) and one triangle, by these names.
Scene named(std::vector<std::string> names) {
  Scene scene = scene_of({unit_cube(), corner_tetrahedron(), triangles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2})});
  for (std::size_t i = 0; i < names.size(); ++i) scene.nodes[i].name = names[i];
  return scene;
}

std::size_t count(const Object& object) { return object.indices.size() / 3; }

std::size_t warnings(const ObjectSet& set, const std::string& id) {
  return static_cast<std::size_t>(
      std::count_if(set.warnings.begin(), set.warnings.end(), [&](const Warning& w) { return w.id == id; }));
}

ObjectSet grouped(std::vector<Scene> scenes, SceneOptions options = {}) {
  for (Scene& scene : scenes) scene = *check_scene(std::move(scene), options);
  Result<ObjectSet> set = group_levels(std::move(scenes), options);
  REQUIRE(set.ok());
  return std::move(*set);
}

ObjectSet grouped(Scene scene, SceneOptions options = {}) {
  std::vector<Scene> scenes;
  scenes.push_back(std::move(scene));
  return grouped(std::move(scenes), options);
}

Primitive with_material(Primitive primitive, std::uint32_t material) {
  primitive.material = material;
  return primitive;
}

/// A triangle that follows one joint, the node "bone" with this bind.
Scene skinned(const Primitive& shape, const std::string& joint, double bind_x) {
  Primitive p = shape;
  p.vertices.influences_per_vertex = 1;
  p.vertices.joints.assign(p.vertices.vertex_count(), 0);
  p.vertices.weights.assign(p.vertices.vertex_count(), 1);
  Scene scene = scene_of({p});
  scene.nodes.push_back({joint, no_index, translation(-bind_x, 0, 0), no_index, no_index, {}});
  scene.skins.push_back({"skin", {1}, {translation(bind_x, 0, 0)}});
  scene.nodes[0].skin = 0;
  return scene;
}

}  // namespace

TEST_CASE("nodes with numbers are levels of one object, others belong to every level") {
  const ObjectSet set = grouped(named({"rock_LOD0", "rock_LOD1", "floor"}));
  REQUIRE(set.objects.size() == 1);
  CHECK(count(set.objects[0]) == 12 + 1);
  REQUIRE(set.authored.size() == 1);
  REQUIRE(set.authored[0].size() == 1);
  CHECK(count(set.authored[0][0]) == 4 + 1);
}

TEST_CASE("the order is that of the numbers, and a gap is told") {
  const ObjectSet set = grouped(named({"rock_LOD3", "rock_LOD0", "rock_LOD5"}));
  CHECK(count(set.objects[0]) == 4);
  REQUIRE(set.authored[0].size() == 2);
  CHECK(count(set.authored[0][0]) == 12);
  CHECK(count(set.authored[0][1]) == 1);
  CHECK(warnings(set, "authored_gap") == 2);
}

TEST_CASE("nodes that spell one number in two ways are told to clash") {
  CHECK(warnings(grouped(named({"rock_LOD0", "rock_LOD1", "rock_LOD01"})), "authored_level_clash") == 1);
  CHECK(warnings(grouped(named({"rock_LOD0", "rock_LOD1", "rock_LOD1"})), "authored_level_clash") == 0);
  CHECK(warnings(grouped(named({"rock_LOD0", "rock_LOD1", "tree_LOD01"})), "authored_level_clash") == 0);
}

TEST_CASE("a level without level 0 is a model, with a warning") {
  const ObjectSet set = grouped(named({"rock_LOD1", "a", "b"}));
  CHECK(count(set.objects[0]) == 12 + 4 + 1);
  CHECK(std::all_of(set.authored.begin(), set.authored.end(), [](const auto& levels) { return levels.empty(); }));
  CHECK(warnings(set, "authored_no_level0") == 1);
}

TEST_CASE("names are only names where that is asked for") {
  SceneOptions options;
  options.authored = false;
  const ObjectSet set = grouped(named({"rock_LOD0", "rock_LOD1", "floor"}), options);
  CHECK(count(set.objects[0]) == 17);
  CHECK(set.authored.empty());
}

TEST_CASE("grouped by node the levels of one base are one object with its name") {
  SceneOptions options;
  options.grouping = Grouping::node;
  const ObjectSet set = grouped(named({"rock_LOD0", "rock_LOD1", "floor"}), options);
  REQUIRE(set.objects.size() == 2);
  CHECK(set.objects[0].name == "rock");
  CHECK(set.authored[0].size() == 1);
  CHECK(set.authored[1].empty());
  CHECK(warnings(set, "authored_level_dropped") == 0);
}

TEST_CASE("what lies below a node of another level is hidden") {
  Scene scene = named({"rock_LOD0", "part", "rock_LOD1"});
  scene.nodes[1].parent = 0;
  const ObjectSet set = grouped(std::move(scene));
  CHECK(count(set.objects[0]) == 12 + 4);
  CHECK(count(set.authored[0].at(0)) == 1);
}

TEST_CASE("a node below another level of the same base goes by its own number") {
  Scene down = named({"rock_LOD0", "rock_LOD1", "rock_LOD2"});
  down.nodes[1].parent = 0;
  down.nodes[2].parent = 1;
  const ObjectSet set = grouped(std::move(down));
  REQUIRE(set.authored[0].size() == 2);
  CHECK(count(set.objects[0]) == 12);
  CHECK(count(set.authored[0][0]) == 4);
  CHECK(count(set.authored[0][1]) == 1);
  Scene up = named({"rock_LOD0", "rock_LOD1"});
  up.nodes = {up.nodes[1], up.nodes[0], up.nodes[2]};
  up.nodes[1].parent = 0;
  const ObjectSet other = grouped(std::move(up));
  CHECK(count(other.objects[0]) == 12 + 1);
  CHECK(count(other.authored[0].at(0)) == 4 + 1);
}

TEST_CASE("a level below a hidden level of another base is hidden with it") {
  Scene scene = named({"house_LOD0", "door_LOD0", "door_LOD1"});
  scene.nodes[1].parent = scene.nodes[2].parent = 0;
  scene.nodes.push_back(scene.nodes[2]);
  scene.nodes[3].name = "house_LOD1";
  scene.nodes[3].parent = no_index;
  const ObjectSet set = grouped(std::move(scene));
  CHECK(count(set.objects[0]) == 12 + 4);
  CHECK(count(set.authored[0].at(0)) == 1);
}

TEST_CASE("materials of the levels are matched by name") {
  Scene fine = scene_of({with_material(unit_cube(), 1)}), coarse = scene_of({with_material(corner_tetrahedron(), 0)});
  fine.materials.resize(2);
  fine.materials[0].name = "unused";
  fine.materials[1].name = "wood";
  fine.materials[1].roughness_factor = 0.25F;
  coarse.materials.resize(1);
  coarse.materials[0].name = "wood";
  std::vector<Scene> scenes;
  scenes.push_back(std::move(fine));
  scenes.push_back(std::move(coarse));
  const ObjectSet set = grouped(std::move(scenes));
  REQUIRE(set.materials.size() == 1);
  CHECK(set.materials[0].roughness_factor == 0.25F);
  const auto& used = set.authored[0].at(0).vertex_materials;
  CHECK(used == std::vector<std::uint32_t>(used.size(), 0));
}

TEST_CASE("a level takes level 0's origin") {
  Scene fine = scene_of({unit_cube()}), coarse = scene_of({corner_tetrahedron()});
  fine.nodes[0].local = translation(1000, 0, 0);
  coarse.nodes[0].local = translation(1000, 0, 0);
  std::vector<Scene> scenes;
  scenes.push_back(std::move(fine));
  scenes.push_back(std::move(coarse));
  const ObjectSet set = grouped(std::move(scenes));
  CHECK(set.authored[0].at(0).origin == set.objects[0].origin);
  CHECK(signed_volume(set.authored[0].at(0)) == doctest::Approx(1));
  double low = 1e9;
  for (std::size_t i = 0; i < 12; ++i) low = std::min(low, world_position(set.authored[0][0], i)[0]);
  CHECK(low == 1000);
}

TEST_CASE("a level with another skeleton is left out with the reason") {
  const auto levels = [](Scene coarse) {
    std::vector<Scene> scenes;
    scenes.push_back(skinned(unit_cube(), "bone", 0));
    scenes.push_back(std::move(coarse));
    return grouped(std::move(scenes));
  };
  CHECK(levels(skinned(corner_tetrahedron(), "bone", 0)).authored[0].size() == 1);
  for (Scene& coarse :
       std::vector<Scene>{skinned(corner_tetrahedron(), "other", 0), scene_of({corner_tetrahedron()})}) {
    const ObjectSet set = levels(std::move(coarse));
    CHECK(set.authored[0].empty());
    CHECK(warnings(set, "authored_level_dropped") == 1);
  }
}

TEST_CASE("a level without the UVs that a texture reads is left out with the reason") {
  Primitive textured = with_material(unit_cube(), 0);
  textured.vertices.uvs = {std::vector<Vec2f>(8)};
  Scene fine = scene_of({textured}), coarse = scene_of({with_material(corner_tetrahedron(), 0)});
  fine.materials.resize(1);
  fine.materials[0].textures = {{TextureSlot::base_color, "", "wood.png"}};
  coarse.materials = fine.materials;
  std::vector<Scene> scenes;
  scenes.push_back(std::move(fine));
  scenes.push_back(std::move(coarse));
  const ObjectSet set = grouped(std::move(scenes));
  CHECK(set.authored[0].empty());
  CHECK(warnings(set, "authored_level_dropped") == 1);
}
