#include <doctest/doctest.h>

#include <functional>
#include <limits>

#include "cooker/scene/group.h"
#include "tests/unit/scene/sample_scenes.h"

using namespace lodcook;
using namespace lodcook::cooker;
using namespace lodcook::cooker::samples;

namespace {

constexpr float nan_f = std::numeric_limits<float>::quiet_NaN();
constexpr float inf_f = std::numeric_limits<float>::infinity();

struct Refusal {
  const char* what;
  std::function<void(Scene&)> spoil;
  ErrorCode code;
  const char* place;
};

VertexStreams& vertices(Scene& s) { return s.meshes[0].primitives[0].vertices; }

/// A sound scene with everything that a refusal may spoil: a cube with all arrays, a skin of one joint, a light.
Scene sound_scene() {
  Scene s = scene_of({unit_cube()});
  s.meshes[0].name = "box";
  s.nodes[0].name = "shown";
  VertexStreams& v = vertices(s);
  v.normals.assign(8, Vec3f{0, 0, 1});
  v.tangents.assign(8, Vec4f{1, 0, 0, 1});
  v.uvs.assign(1, std::vector<Vec2f>(8));
  v.colors.assign(1, std::vector<Vec4f>(8, Vec4f{1, 1, 1, 1}));
  v.influences_per_vertex = 1;
  v.joints.assign(8, 0);
  v.weights.assign(8, 1.0F);
  s.meshes[0].primitives[0].morph_targets.push_back({"m", std::vector<Vec3f>(8), {}, {}});
  s.nodes.push_back({"bone", 0, Mat4d{}, no_index, no_index, {}});
  s.skins.push_back({"rig", {1}, {Mat4d{}}});
  s.nodes[0].skin = 0;
  s.lights.push_back({1, {}});
  return s;
}

const std::vector<Refusal> refusals = {
    {"index outside", [](Scene& s) { s.meshes[0].primitives[0].indices[4] = 8; }, ErrorCode::invalid_index,
     "mesh 'box'"},
    {"index 2^32 - 1", [](Scene& s) { s.meshes[0].primitives[0].indices[0] = no_index; }, ErrorCode::invalid_index,
     "mesh 'box'"},
    {"material", [](Scene& s) { s.meshes[0].primitives[0].material = 0; }, ErrorCode::invalid_index, "mesh 'box'"},
    {"half a triangle", [](Scene& s) { s.meshes[0].primitives[0].indices.pop_back(); }, ErrorCode::inconsistent,
     "mesh 'box'"},
    {"normals", [](Scene& s) { vertices(s).normals.pop_back(); }, ErrorCode::inconsistent, "mesh 'box'"},
    {"tangents", [](Scene& s) { vertices(s).tangents.pop_back(); }, ErrorCode::inconsistent, "mesh 'box'"},
    {"UVs", [](Scene& s) { vertices(s).uvs[0].pop_back(); }, ErrorCode::inconsistent, "mesh 'box'"},
    {"colours", [](Scene& s) { vertices(s).colors[0].pop_back(); }, ErrorCode::inconsistent, "mesh 'box'"},
    {"joints", [](Scene& s) { vertices(s).joints.pop_back(); }, ErrorCode::inconsistent, "mesh 'box'"},
    {"weights", [](Scene& s) { vertices(s).weights.clear(); }, ErrorCode::inconsistent, "mesh 'box'"},
    {"morph", [](Scene& s) { s.meshes[0].primitives[0].morph_targets[0].position_deltas.pop_back(); },
     ErrorCode::inconsistent, "mesh 'box'"},
    {"UV sets", [](Scene& s) { vertices(s).uvs.resize(9); }, ErrorCode::over_limit, "mesh 'box'"},
    {"colour sets", [](Scene& s) { vertices(s).colors.resize(5); }, ErrorCode::over_limit, "mesh 'box'"},
    {"position", [](Scene& s) { vertices(s).positions[3].y = nan_f; }, ErrorCode::non_finite, "mesh 'box'"},
    {"infinite position", [](Scene& s) { vertices(s).positions[3].x = -inf_f; }, ErrorCode::non_finite, "mesh 'box'"},
    {"morph difference", [](Scene& s) { s.meshes[0].primitives[0].morph_targets[0].position_deltas[0].x = nan_f; },
     ErrorCode::non_finite, "mesh 'box'"},
    {"own parent", [](Scene& s) { s.nodes[1].parent = 1; }, ErrorCode::inconsistent, "node 'bone'"},
    {"later parent", [](Scene& s) { s.nodes[0].parent = 1; }, ErrorCode::inconsistent, "node 'shown'"},
    {"no parent", [](Scene& s) { s.nodes[1].parent = 7; }, ErrorCode::inconsistent, "node 'bone'"},
    {"mesh", [](Scene& s) { s.nodes[1].mesh = 1; }, ErrorCode::invalid_index, "node 'bone'"},
    {"skin", [](Scene& s) { s.nodes[0].skin = 1; }, ErrorCode::invalid_index, "node 'shown'"},
    {"matrix", [](Scene& s) { s.nodes[1].local.m[5] = HUGE_VAL; }, ErrorCode::non_finite, "node 'bone'"},
    {"instance", [](Scene& s) { s.nodes[0].instances.resize(2), s.nodes[0].instances[1].m[0] = HUGE_VAL; },
     ErrorCode::non_finite, "node 'shown'"},
    {"overflowing world", [](Scene& s) { s.nodes[0].local = s.nodes[1].local = scaling(1e200, 1, 1); },
     ErrorCode::non_finite, "node 'bone'"},
    {"binds", [](Scene& s) { s.skins[0].inverse_binds.clear(); }, ErrorCode::inconsistent, "skin 'rig'"},
    {"joint node", [](Scene& s) { s.skins[0].joints[0] = 2; }, ErrorCode::invalid_index, "skin 'rig'"},
    {"bind matrix", [](Scene& s) { s.skins[0].inverse_binds[0].m[0] = HUGE_VAL; }, ErrorCode::non_finite, "skin 'rig'"},
    {"joint number", [](Scene& s) { vertices(s).joints[7] = 1; }, ErrorCode::invalid_index, "node 'shown'"},
    {"light node", [](Scene& s) { s.lights[0].node = 2; }, ErrorCode::invalid_index, "light 0"},
};

}  // namespace

TEST_CASE("a sound scene passes without a warning and keeps its normals") {
  auto checked = check_scene(sound_scene(), {});
  REQUIRE(checked.ok());
  CHECK(checked->warnings.empty());
  CHECK(checked->meshes[0].primitives[0].vertices.normals.size() == 8);
}

TEST_CASE("what no stage may meet is refused with the name of its element") {
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.what);
    Scene scene = sound_scene();
    refusal.spoil(scene);
    auto checked = check_scene(std::move(scene), {});
    REQUIRE_FALSE(checked.ok());
    CHECK(checked.error().code == refusal.code);
    CHECK(checked.error().place == refusal.place);
  }
}

TEST_CASE("instances count against the limit of triangles") {
  SceneOptions options;
  options.max_triangles = 36;
  Scene scene = scene_of({unit_cube()});
  scene.nodes[0].instances.resize(3);
  CHECK(check_scene(scene, options).ok());
  scene.nodes[0].instances.resize(4);
  auto checked = check_scene(scene, options);
  REQUIRE_FALSE(checked.ok());
  CHECK(checked.error().code == ErrorCode::over_triangle_limit);
}

TEST_CASE("vertices that no triangle names may hold anything and are gone afterwards") {
  Scene scene = scene_of({corner_tetrahedron()});
  vertices(scene).positions.push_back({nan_f, 0, 0});
  auto checked = check_scene(scene, {});
  REQUIRE(checked.ok());
  CHECK(vertices(*checked).vertex_count() == 12);  // four flat faces of three corners
}

TEST_CASE("a joint of weight 0 may have any number") {
  Scene scene = sound_scene();
  vertices(scene).influences_per_vertex = 2;
  vertices(scene).joints.assign(16, 0);
  vertices(scene).weights.assign(16, 0.0F);
  for (std::size_t i = 0; i < 16; i += 2) vertices(scene).weights[i] = 1;
  vertices(scene).joints[15] = 999;
  auto checked = check_scene(scene, {});
  REQUIRE(checked.ok());
  CHECK(vertices(*checked).influences_per_vertex == 1);
  CHECK(vertices(*checked).joints == std::vector<std::uint16_t>(8, 0));
}

TEST_CASE("attributes that are not finite are replaced, counted and named once") {
  Scene scene = sound_scene();
  vertices(scene).uvs[0][2].x = inf_f;
  vertices(scene).colors[0][1] = {nan_f, 0, 0, 1};
  vertices(scene).colors[0][5].w = nan_f;
  vertices(scene).tangents[4] = {0, 0, 0, 1};
  vertices(scene).tangents[5] = {0, 2, 0, -0.5F};
  scene.lights[0].light.intensity = nan_f;
  auto checked = check_scene(scene, {});
  REQUIRE(checked.ok());
  const VertexStreams& v = vertices(*checked);
  CHECK(v.uvs[0][2] == Vec2f{0, 0});
  CHECK(v.colors[0][1] == Vec4f{1, 1, 1, 1});
  CHECK(v.colors[0][5] == Vec4f{1, 1, 1, 1});
  CHECK(v.tangents[4].x * v.tangents[4].x + v.tangents[4].y * v.tangents[4].y == doctest::Approx(1.0));
  CHECK(v.tangents[4].z == 0);  // across the normal (0, 0, 1)
  CHECK(v.tangents[5] == Vec4f{0, 1, 0, -1});
  CHECK(checked->lights[0].light.intensity == 1);
  const Warning* w = find_warning(checked->warnings, "non_finite_attribute");
  REQUIRE(w != nullptr);
  CHECK(w->message.substr(0, 2) == "4 ");
  CHECK(w->message.find("mesh 'box'") != std::string::npos);
  CHECK(w->message.find("light 0") != std::string::npos);
  const Warning* tangents = find_warning(checked->warnings, "tangents_repaired");
  REQUIRE(tangents != nullptr);
  CHECK(tangents->message.substr(0, 2) == "1 ");
}

TEST_CASE("hundreds of faulty meshes give one warning with a few names") {
  std::vector<Primitive> meshes;
  for (int i = 0; i < 300; ++i) meshes.push_back(triangles({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {0, 1, 2}));
  meshes.push_back(corner_tetrahedron());
  auto checked = check_scene(scene_of(std::move(meshes)), {});
  REQUIRE(checked.ok());
  REQUIRE(find_warning(checked->warnings, "mesh_left_out") != nullptr);
  const std::string& message = find_warning(checked->warnings, "mesh_left_out")->message;
  CHECK(message.substr(0, 4) == "300 ");
  CHECK(message.find("'mesh7'") != std::string::npos);
  CHECK(message.find("and 292 more") != std::string::npos);
  CHECK(message.size() < 400);
}

TEST_CASE("coordinates too far out for 32 bits are reported with their steps") {
  Scene far = scene_of({triangles({{5456000, 0, 0}, {5456002, 0, 0}, {5456000, 0, 2}}, {0, 2, 1})});
  auto checked = check_scene(far, {});
  REQUIRE(checked.ok());
  const Warning* w = find_warning(checked->warnings, "positions_rounded");
  REQUIRE(w != nullptr);
  CHECK(w->message.find("steps of 0.5") != std::string::npos);
  CHECK(find_warning(check_scene(scene_of({unit_cube()}), {})->warnings, "positions_rounded") == nullptr);
}

TEST_CASE("animation channels that cannot be played are left out") {
  Scene scene = sound_scene();
  const AnimationChannel good{
      1, AnimationPath::translation, AnimationInterpolation::linear, {0, 1}, {0, 0, 0, 1, 1, 1}};
  AnimationChannel spline = good;
  spline.interpolation = AnimationInterpolation::cubic_spline;  // would need 18 values
  AnimationChannel backwards = good;
  backwards.times = {1, 0};
  AnimationChannel nowhere = good;
  nowhere.node = 9;
  AnimationChannel broken = good;
  broken.values[2] = nan_f;
  scene.animations.push_back({"walk", {spline, good, backwards, nowhere, broken}});
  auto checked = check_scene(scene, {});
  REQUIRE(checked.ok());
  REQUIRE(checked->animations[0].channels.size() == 1);
  CHECK(checked->animations[0].channels[0].times == std::vector<float>{0, 1});
  REQUIRE(find_warning(checked->warnings, "animation_dropped") != nullptr);
  CHECK(find_warning(checked->warnings, "animation_dropped")->message.find("'walk'") != std::string::npos);
}
