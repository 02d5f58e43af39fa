#include "cooker/import/gltf_animation.h"

#include <doctest/doctest.h>

#include "tests/unit/import/gltf_text.h"

namespace lodcook::cooker {
namespace {

// Accessor 0: the times 0, 0.5 and 2. The node has a mesh with two morph targets.
Result<Scene> animated(GltfText& gltf, const std::string& path, int output, const std::string& interpolation) {
  const int positions = gltf.accessor(packed<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}), type_f32, "VEC3", 3);
  const std::string p = R"({"POSITION":)" + std::to_string(positions) + "}";
  return import_text(gltf.text(R"("animations":[{"name":"Drehung","samplers":[{"input":0,"output":)" +
                               std::to_string(output) + R"(,"interpolation":")" + interpolation +
                               R"("}],"channels":[{"sampler":0,"target":{"node":0,"path":")" + path +
                               R"("}}]}],"meshes":[{"primitives":[{"attributes":)" + p + R"(,"targets":[)" + p + "," +
                               p + R"(]}]}],"nodes":[{"mesh":0}])"));
}

GltfText with_times() {
  GltfText gltf;
  gltf.accessor(packed<float>({0, 0.5F, 2}), type_f32, "SCALAR", 3);
  return gltf;
}

const AnimationChannel& first(const Result<Scene>& scene) {
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  REQUIRE(scene->animations.at(0).channels.size() == 1);
  return scene->animations[0].channels[0];
}

TEST_CASE("a translation keeps its keys") {
  GltfText gltf = with_times();
  const int output = gltf.accessor(packed<float>({0, 0, 0, 1, 2, 3, 4, 5, 6}), type_f32, "VEC3", 3);
  const Result<Scene> scene = animated(gltf, "translation", output, "STEP");
  CHECK(scene->animations.at(0).name == "Drehung");
  CHECK(first(scene).path == AnimationPath::translation);
  CHECK(first(scene).interpolation == AnimationInterpolation::step);
  CHECK(first(scene).node == 0);
  CHECK(first(scene).times == std::vector<float>{0, 0.5F, 2});
  CHECK(first(scene).values == std::vector<float>{0, 0, 0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("integers of a rotation are fractions") {
  GltfText gltf = with_times();
  const int output = gltf.accessor(packed<std::int8_t>({0, 0, 0, 127, 127, 0, 0, 0, 0, -127, 0, 0}), type_i8, "VEC4", 3,
                                   R"(,"normalized":true)");
  const Result<Scene> scene = animated(gltf, "rotation", output, "LINEAR");
  CHECK(first(scene).path == AnimationPath::rotation);
  CHECK(first(scene).values == std::vector<float>{0, 0, 0, 1, 1, 0, 0, 0, 0, -1, 0, 0});
}

TEST_CASE("weights have one number for each target, a cubic spline three for each") {
  GltfText gltf = with_times();
  const int weights = gltf.accessor(packed<std::uint8_t>({0, 255, 51, 0, 0, 0}), type_u8, "SCALAR", 6);
  const Result<Scene> scene = animated(gltf, "weights", weights, "LINEAR");
  CHECK(first(scene).values == std::vector<float>{0, 1, 0.2F, 0, 0, 0});
  GltfText spline = with_times();
  const int scales = spline.accessor(std::string(3 * 9 * 4, '\0'), type_f32, "VEC3", 9);
  const Result<Scene> scaled = animated(spline, "scale", scales, "CUBICSPLINE");
  CHECK(first(scaled).interpolation == AnimationInterpolation::cubic_spline);
  CHECK(first(scaled).values.size() == 27);
}

TEST_CASE("a channel that does not fit together is left out with a warning") {
  GltfText gltf = with_times();
  const int two = gltf.accessor(packed<float>({0, 0, 0, 1, 2, 3}), type_f32, "VEC3", 2);
  const Result<Scene> scene = animated(gltf, "translation", two, "LINEAR");
  REQUIRE(scene.ok());
  CHECK(scene->animations.at(0).channels.empty());
  CHECK(scene->warnings.at(0).id == "animation_channel_left_out");
  GltfText backwards;
  backwards.accessor(packed<float>({0, 2, 1}), type_f32, "SCALAR", 3);
  const int three = backwards.accessor(std::string(36, '\0'), type_f32, "VEC3", 3);
  CHECK(animated(backwards, "translation", three, "LINEAR")->animations.at(0).channels.empty());
}

TEST_CASE("a channel of an unknown path is left out") {
  GltfText gltf = with_times();
  const int output = gltf.accessor(std::string(36, '\0'), type_f32, "VEC3", 3);
  const Result<Scene> scene = animated(gltf, "pointer", output, "LINEAR");
  REQUIRE(scene.ok());
  CHECK(scene->animations.at(0).channels.empty());
}

}  // namespace
}  // namespace lodcook::cooker
