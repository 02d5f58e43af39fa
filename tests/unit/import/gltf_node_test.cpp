#include "cooker/import/gltf_node.h"

#include <doctest/doctest.h>

#include <cmath>

#include "cooker/scene/transform.h"
#include "tests/unit/import/gltf_text.h"

namespace lodcook::cooker {
namespace {

// One triangle as mesh 0.
Result<Scene> with_nodes(const std::string& rest, GltfText gltf = {}) {
  const int positions = gltf.accessor(packed<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}), type_f32, "VEC3", 3);
  return import_text(gltf.text(R"("meshes":[{"primitives":[{"attributes":{"POSITION":)" + std::to_string(positions) +
                               "}}]}]," + rest));
}

void check_point(Vec3d point, double x, double y, double z) {
  CHECK(point.x == doctest::Approx(x));
  CHECK(point.y == doctest::Approx(y));
  CHECK(point.z == doctest::Approx(z));
}

TEST_CASE("translation, rotation and scale apply from right to left") {
  // 90 degrees about z: x becomes y
  const Result<Scene> scene = with_nodes(
      R"("nodes":[{"mesh":0,"translation":[10,20,30],"rotation":[0,0,0.7071067811865476,0.7071067811865476],)"
      R"("scale":[2,3,4]}])");
  REQUIRE(scene.ok());
  check_point(transform_point(scene->nodes.at(0).local, {1, 1, 1}), 10 - 3, 20 + 2, 30 + 4);
}

TEST_CASE("a rotation of any length is one, of none is none") {
  const Result<Scene> scene = with_nodes(R"("nodes":[{"rotation":[0,0,5,5]},{"rotation":[0,0,0,0]}])");
  REQUIRE(scene.ok());
  check_point(transform_point(scene->nodes.at(0).local, {1, 0, 0}), 0, 1, 0);
  CHECK(scene->nodes.at(1).local == Mat4d{});
}

TEST_CASE("a matrix is column-major") {
  const Result<Scene> scene = with_nodes(R"("nodes":[{"matrix":[0,1,0,0,-1,0,0,0,0,0,1,0,7,8,9,1]}])");
  REQUIRE(scene.ok());
  check_point(transform_point(scene->nodes.at(0).local, {1, 0, 0}), 7, 9, 9);
}

TEST_CASE("nodes come parents first with their names as in the file") {
  const Result<Scene> scene = with_nodes(
      R"("nodes":[{"name":"leaf","mesh":0},{"name":"Gr\u00fcn \ud83d\udca1 \"x\"","children":[2,0]},{"name":"middle"}],)"
      R"("scenes":[{"nodes":[1]}],"scene":0)");
  REQUIRE(scene.ok());
  REQUIRE(scene->nodes.size() == 3);
  CHECK(scene->nodes[0].name == "Grün 💡 \"x\"");
  CHECK(scene->nodes[0].parent == no_index);
  CHECK(scene->nodes[1].name == "middle");
  CHECK(scene->nodes[2].name == "leaf");
  CHECK(scene->nodes[2].parent == 0);
  CHECK(scene->nodes[2].mesh == 0);
}

TEST_CASE("the default scene is shown, all where there is none, all nodes without scenes") {
  const std::string nodes = R"("nodes":[{"name":"a"},{"name":"b"},{"name":"c"}])";
  const auto names = [](const Result<Scene>& scene) {
    std::string out;
    for (const Node& node : scene->nodes) out += node.name;
    return out;
  };
  CHECK(names(with_nodes(nodes + R"(,"scenes":[{"nodes":[0]},{"nodes":[1]}],"scene":1)")) == "b");
  CHECK(names(with_nodes(nodes + R"(,"scenes":[{"nodes":[1]},{"nodes":[0]}])")) == "ba");
  CHECK(names(with_nodes(nodes + R"(,"scenes":[{"nodes":[1]},{"nodes":[1,0]}])")) == "ba");
  CHECK(names(with_nodes(nodes)) == "abc");
}

TEST_CASE("broken hierarchies are refused") {
  CHECK(outcome(with_nodes(R"("nodes":[{"children":[0]}])")) != "ok");
  CHECK(outcome(with_nodes(R"("nodes":[{"children":[1]},{"children":[2]},{"children":[1]}])")) != "ok");
  CHECK(outcome(with_nodes(R"("nodes":[{"children":[1]},{"children":[0]}])")) == "inconsistent");
  CHECK(outcome(with_nodes(R"("nodes":[{},{"children":[2]},{"children":[3]},{"children":[1]}])")) == "inconsistent");
  CHECK(outcome(with_nodes(R"("nodes":[{"children":[2]},{"children":[2]},{}])")) == "malformed");
}

std::string chain(int depth) {
  std::string out = R"("nodes":[)";
  for (int i = 1; i < depth; ++i) out += R"({"children":[)" + std::to_string(i) + "]},";
  return out + R"({"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0)";
}

TEST_CASE("nesting has a limit") {
  CHECK(outcome(with_nodes(chain(256))) == "ok");
  CHECK(outcome(with_nodes(chain(257))) == "over_depth_limit");
  CHECK(outcome(with_nodes(chain(50'000))) == "over_depth_limit");
}

TEST_CASE("instances are transforms of their node's mesh") {
  GltfText gltf;
  gltf.accessor(packed<float>({1, 2, 3, 4, 5, 6}), type_f32, "VEC3", 2);
  gltf.accessor(packed<std::int16_t>({0, 0, 0, 32767, 0, 0, 23170, 23170}), type_i16, "VEC4", 2,
                R"(,"normalized":true)");
  gltf.accessor(packed<float>({1, 1, 1, 2, 2, 2}), type_f32, "VEC3", 2);
  const auto with_instances = [&](const std::string& attributes) {
    return with_nodes(
        R"("nodes":[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{)" + attributes + "}}}}]", gltf);
  };
  const Result<Scene> scene = with_instances(R"("TRANSLATION":0,"ROTATION":1,"SCALE":2)");
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  REQUIRE(scene->nodes.at(0).instances.size() == 2);
  check_point(transform_point(scene->nodes[0].instances[0], {1, 0, 0}), 2, 2, 3);
  check_point(transform_point(scene->nodes[0].instances[1], {1, 0, 0}), 4, 7, 6);
  const Result<Scene> moved = with_instances(R"("TRANSLATION":0,"_ID":1)");
  REQUIRE(moved.ok());
  check_point(transform_point(moved->nodes.at(0).instances.at(1), {1, 0, 0}), 5, 5, 6);
}

TEST_CASE("instances of unequal number or wrong shape are refused") {
  GltfText gltf;
  gltf.accessor(packed<float>({1, 2, 3, 4, 5, 6}), type_f32, "VEC3", 2);
  gltf.accessor(packed<float>({1, 1, 1}), type_f32, "VEC3", 1);
  gltf.accessor_json(R"({"componentType":5126,"type":"VEC3","count":4000000000})");
  const auto with_instances = [&](const std::string& attributes) {
    return outcome(with_nodes(
        R"("nodes":[{"mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{)" + attributes + "}}}}]", gltf));
  };
  CHECK(with_instances(R"("TRANSLATION":0,"SCALE":1)") == "inconsistent");
  CHECK(with_instances(R"("ROTATION":0)") == "inconsistent");
  CHECK(with_instances(R"("TRANSLATION":2)") == "over_limit");
}

// KHR_lights_punctual's defaults: white, intensity 1, no range, cone 0 to a quarter of pi
TEST_CASE("punctual lights keep kind, colour, range and cone") {
  const Result<Scene> scene = with_nodes(
      R"("extensions":{"KHR_lights_punctual":{"lights":[{"type":"directional","name":"Sonne","color":[1,0.5,0]},)"
      R"({"type":"point","intensity":20,"range":5},{"type":"spot","spot":{"innerConeAngle":0.25,"outerConeAngle":0.5}},)"
      R"({"type":"spot","spot":{}}]}},)"
      R"("nodes":[{"extensions":{"KHR_lights_punctual":{"light":1}}},{"extensions":{"KHR_lights_punctual":{"light":0}}},)"
      R"({"extensions":{"KHR_lights_punctual":{"light":2}}},{"extensions":{"KHR_lights_punctual":{"light":3}}}])");
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  REQUIRE(scene->lights.size() == 4);
  CHECK(scene->lights[0].node == 0);
  CHECK(scene->lights[0].light.kind == LightKind::point);
  CHECK(scene->lights[0].light.intensity == 20);
  CHECK(scene->lights[0].light.range == 5);
  CHECK(scene->lights[1].light.kind == LightKind::directional);
  CHECK(scene->lights[1].light.name == "Sonne");
  CHECK(scene->lights[1].light.color == Vec3f{1, 0.5F, 0});
  CHECK(scene->lights[1].light.intensity == 1);
  CHECK(scene->lights[1].light.range == 0);
  CHECK(scene->lights[2].light.kind == LightKind::spot);
  CHECK(scene->lights[2].light.inner_cone_radians == 0.25F);
  CHECK(scene->lights[2].light.outer_cone_radians == 0.5F);
  CHECK(scene->lights[3].light.outer_cone_radians == doctest::Approx(std::acos(-1.0) / 4));
}

TEST_CASE("skins keep joints and inverse bind matrices") {
  GltfText gltf;
  gltf.accessor(packed<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2, 0, 1,  //
                               1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -3, 0, 1}),
                type_f32, "MAT4", 2);
  const auto with_skin = [&](const std::string& skin) {
    return with_nodes(R"("skins":[{"joints":[2,0])" + skin + R"(}],"nodes":[{"name":"hand"},{"mesh":0,"skin":0},)" +
                          R"({"name":"arm","children":[0]}],"scenes":[{"nodes":[2,1]}],"scene":0)",
                      gltf);
  };
  const Result<Scene> scene = with_skin(R"(,"inverseBindMatrices":0,"name":"Rig")");
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  REQUIRE(scene->skins.size() == 1);
  CHECK(scene->skins[0].name == "Rig");
  REQUIRE(scene->skins[0].joints.size() == 2);
  CHECK(scene->nodes[scene->skins[0].joints[0]].name == "arm");
  CHECK(scene->nodes[scene->skins[0].joints[1]].name == "hand");
  CHECK(scene->skins[0].inverse_binds.at(1).m[13] == -3);
  CHECK(scene->nodes.at(2).skin == 0);
  CHECK(with_skin("")->skins.at(0).inverse_binds.at(0) == Mat4d{});
}

TEST_CASE("joints outside the scene are kept, without the meshes there") {
  const Result<Scene> scene = with_nodes(
      R"("skins":[{"joints":[2]}],"nodes":[{"mesh":0,"skin":0},{"name":"rig","mesh":0,"children":[2]},{"name":"bone"}],)"
      R"("scenes":[{"nodes":[0]},{"nodes":[1]}],"scene":0)");
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  REQUIRE(scene->nodes.size() == 3);
  CHECK(scene->nodes[1].name == "rig");
  CHECK(scene->nodes[1].mesh == no_index);
  CHECK(scene->nodes[2].parent == 1);
  CHECK(scene->skins[0].joints.at(0) == 2);
}

TEST_CASE("inverse bind matrices of a wrong type or number are refused") {
  GltfText gltf;
  gltf.accessor(packed<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}), type_f32, "MAT4", 1);
  gltf.accessor(packed<float>({1, 0, 0, 0, 0, 1, 0, 0}), type_f32, "VEC4", 2);
  const auto with_skin = [&](const std::string& skin) {
    return outcome(with_nodes(R"("skins":[{)" + skin + R"(}],"nodes":[{"mesh":0,"skin":0},{},{}])", gltf));
  };
  CHECK(with_skin(R"("joints":[1],"inverseBindMatrices":0)") == "ok");
  CHECK(with_skin(R"("joints":[1,2],"inverseBindMatrices":0)") == "inconsistent");
  CHECK(with_skin(R"("joints":[1,2],"inverseBindMatrices":1)") == "malformed");
}

}  // namespace
}  // namespace lodcook::cooker
