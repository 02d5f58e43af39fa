#include "cooker/import/gltf_attributes.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/unit/import/gltf_text.h"

namespace lodcook::cooker {
namespace {

// The vertices of a triangle-covered tetrahedron (positions are accessor 0, indices 1) with more attributes.
Result<Scene> with_attributes(const GltfText& gltf, const std::string& more) {
  return import_text(gltf.with_primitive(R"("attributes":{"POSITION":0)" + more + R"(},"indices":1)"));
}

GltfText tetrahedron() {
  GltfText gltf;
  gltf.tetrahedron();
  gltf.accessor(packed<std::uint8_t>({0, 1, 2, 0, 2, 3}), type_u8, "SCALAR", 6);
  return gltf;
}

const VertexStreams& vertices(const Result<Scene>& scene) {
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  return scene->meshes.at(0).primitives.at(0).vertices;
}

TEST_CASE("normals and tangents are read as they are where they are floats") {
  GltfText gltf = tetrahedron();
  gltf.accessor(packed<float>({0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 2}), type_f32, "VEC3", 4);
  gltf.accessor(packed<float>({1, 0, 0, 1, 1, 0, 0, -1, 0, 1, 0, 1, 0, 1, 0, -1}), type_f32, "VEC4", 4);
  const Result<Scene> scene = with_attributes(gltf, R"(,"NORMAL":2,"TANGENT":3)");
  CHECK(vertices(scene).normals == std::vector<Vec3f>{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 0, 2}});
  CHECK(vertices(scene).tangents == std::vector<Vec4f>{{1, 0, 0, 1}, {1, 0, 0, -1}, {0, 1, 0, 1}, {0, 1, 0, -1}});
}

TEST_CASE("quantised positions mean themselves or fractions, quantised normals come back at length 1") {
  GltfText gltf;
  const int positions = gltf.view(packed<std::int16_t>({0, 0, 0, 9, 1000, 0, 0, 9, 0, -2000, 0, 9, 0, 0, 32767, 9}),
                                  R"(,"byteStride":8)");
  const std::string accessor =
      R"({"bufferView":)" + std::to_string(positions) + R"(,"componentType":5122,"type":"VEC3","count":4)";
  gltf.accessor_json(accessor + "}");
  gltf.accessor(packed<std::uint8_t>({0, 1, 2, 0, 2, 3}), type_u8, "SCALAR", 6);
  const int normals =
      gltf.view(packed<std::int8_t>({0, 0, 127, 9, 90, 90, 0, 9, -127, 0, 0, 9, 0, 127, 0, 9}), R"(,"byteStride":4)");
  gltf.accessor_json(R"({"bufferView":)" + std::to_string(normals) +
                     R"(,"componentType":5120,"normalized":true,"type":"VEC3","count":4})");
  gltf.accessor_json(accessor + R"(,"normalized":true})");
  const Result<Scene> scene = with_attributes(gltf, R"(,"NORMAL":2)");
  CHECK(vertices(scene).positions == std::vector<Vec3f>{{0, 0, 0}, {1000, 0, 0}, {0, -2000, 0}, {0, 0, 32767}});
  const Vec3f diagonal = vertices(scene).normals.at(1);
  CHECK(diagonal.x == doctest::Approx(0.70710678));
  CHECK(diagonal.x == diagonal.y);
  CHECK(vertices(scene).normals[0] == Vec3f{0, 0, 1});
  const Result<Scene> fractions = import_text(gltf.with_primitive(R"("attributes":{"POSITION":3},"indices":1)"));
  CHECK(vertices(fractions).positions[3] == Vec3f{0, 0, 1});
  CHECK(vertices(fractions).positions[1].x == doctest::Approx(1000.0 / 32767));
}

TEST_CASE("up to eight UV sets keep their numbers, a gap is zeros") {
  GltfText gltf = tetrahedron();
  std::string attributes;
  for (int set = 0; set < 9; ++set) {
    const auto f = static_cast<float>(set);
    const int accessor = gltf.accessor(packed<float>({f, 0, f, 1, f, 2, f, 3}), type_f32, "VEC2", 4);
    if (set != 3) attributes += R"(,"TEXCOORD_)" + std::to_string(set) + R"(":)" + std::to_string(accessor);
  }
  const Result<Scene> scene = with_attributes(gltf, attributes);
  REQUIRE(vertices(scene).uvs.size() == 8);
  CHECK(vertices(scene).uvs[0][2] == Vec2f{0, 2});
  CHECK(vertices(scene).uvs[3][2] == Vec2f{0, 0});
  CHECK(vertices(scene).uvs[7][2] == Vec2f{7, 2});
  CHECK(std::any_of(scene->warnings.begin(), scene->warnings.end(),
                    [](const Warning& w) { return w.id == "attribute_sets_left_out"; }));
}

TEST_CASE("colours of every kind become linear floats, opaque without alpha") {
  GltfText gltf = tetrahedron();
  gltf.accessor(packed<float>({0.5F, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}), type_f32, "VEC3", 4);
  gltf.accessor(packed<std::uint8_t>({255, 0, 51, 102, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), type_u8, "VEC4", 4,
                R"(,"normalized":true)");
  gltf.accessor(packed<std::uint16_t>({65535, 0, 13107, 0, 0, 0, 0, 0, 0, 0, 0, 0}), type_u16, "VEC3", 4,
                R"(,"normalized":true)");
  // not allowed, but no other meaning is possible
  gltf.accessor(packed<std::uint8_t>({255, 0, 51, 102, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), type_u8, "VEC4", 4);
  const Result<Scene> scene = with_attributes(gltf, R"(,"COLOR_0":2,"COLOR_1":3,"COLOR_2":4,"COLOR_3":5)");
  REQUIRE(vertices(scene).colors.size() == 4);
  CHECK(vertices(scene).colors[0][0] == Vec4f{0.5F, 0, 1, 1});
  CHECK(vertices(scene).colors[1][0] == Vec4f{1, 0, 0.2F, 0.4F});
  CHECK(vertices(scene).colors[2][0] == Vec4f{1, 0, 0.2F, 1});
  CHECK(vertices(scene).colors[3][0] == Vec4f{1, 0, 0.2F, 0.4F});
}

const std::string skinned_nodes = R"("nodes":[{"mesh":0,"skin":0},{},{},{}],"skins":[{"joints":[1,2,3]}])";

Result<Scene> with_skin(const GltfText& gltf, const std::string& more) {
  return import_text(gltf.text(R"("meshes":[{"primitives":[{"indices":1,"attributes":{"POSITION":0)" + more + "}}]}]," +
                               skinned_nodes));
}

TEST_CASE("all sets of influences are kept, fractions and floats") {
  GltfText gltf = tetrahedron();
  gltf.accessor(packed<std::uint8_t>({0, 1, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}), type_u8, "VEC4", 4);
  gltf.accessor(packed<float>({0.5F, 0.25F, 0.125F, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}), type_f32, "VEC4", 4);
  gltf.accessor(packed<std::uint16_t>({1, 9, 9, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), type_u16, "VEC4", 4);
  gltf.accessor(packed<std::uint8_t>({51, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), type_u8, "VEC4", 4,
                R"(,"normalized":true)");
  const Result<Scene> scene = with_skin(gltf, R"(,"JOINTS_0":2,"WEIGHTS_0":3,"JOINTS_1":4,"WEIGHTS_1":5)");
  const VertexStreams& streams = vertices(scene);
  REQUIRE(streams.influences_per_vertex == 8);
  REQUIRE(streams.joints.size() == 32);
  // a joint without weight is 0, whatever the file says
  CHECK(std::vector<std::uint16_t>(streams.joints.begin(), streams.joints.begin() + 8) ==
        std::vector<std::uint16_t>{0, 1, 2, 0, 1, 0, 0, 0});
  CHECK(std::vector<float>(streams.weights.begin(), streams.weights.begin() + 8) ==
        std::vector<float>{0.5F, 0.25F, 0.125F, 0, 0.2F, 0, 0, 0});
  CHECK(streams.joints[8] == 1);
  CHECK(streams.weights[8] == 1);
}

TEST_CASE("a joint that the skin does not have is refused") {
  GltfText gltf = tetrahedron();
  gltf.accessor(packed<std::uint8_t>({0, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}), type_u8, "VEC4", 4);
  gltf.accessor(packed<float>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}), type_f32, "VEC4", 4);
  CHECK(outcome(with_skin(gltf, R"(,"JOINTS_0":2,"WEIGHTS_0":3)")) == "invalid_index");
  CHECK(outcome(with_attributes(gltf, R"(,"JOINTS_0":2,"WEIGHTS_0":3)")) == "ok");
}

TEST_CASE("joints without weights are left out with a warning") {
  GltfText gltf = tetrahedron();
  gltf.accessor(packed<std::uint8_t>({0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0}), type_u8, "VEC4", 4);
  const Result<Scene> scene = with_skin(gltf, R"(,"JOINTS_0":2)");
  CHECK(vertices(scene).influences_per_vertex == 0);
  CHECK(vertices(scene).joints.empty());
  CHECK(scene->warnings.size() == 1);
}

}  // namespace
}  // namespace lodcook::cooker
