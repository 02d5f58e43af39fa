#include "cooker/import/gltf_mesh.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "tests/unit/import/gltf_text.h"

namespace lodcook::cooker {
namespace {

using Indices = std::vector<std::uint32_t>;

bool warns(const Scene& scene, const std::string& id) {
  return std::any_of(scene.warnings.begin(), scene.warnings.end(), [&](const Warning& w) { return w.id == id; });
}

// A tetrahedron's positions as accessor 0, indices as accessor 1.
Result<Scene> with_indices(const std::string& bytes, int type, std::size_t count, const std::string& more = "") {
  GltfText gltf;
  gltf.tetrahedron();
  gltf.accessor(bytes, type, "SCALAR", count);
  return import_text(gltf.with_primitive(R"("attributes":{"POSITION":0},"indices":1)" + more));
}

const Primitive& first(const Result<Scene>& scene) {
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  REQUIRE(scene->meshes.at(0).primitives.size() == 1);
  return scene->meshes[0].primitives[0];
}

TEST_CASE("indices of every width are read") {
  const Indices expected{0, 1, 2, 3, 2, 1};
  CHECK(first(with_indices(packed<std::uint8_t>({0, 1, 2, 3, 2, 1}), type_u8, 6)).indices == expected);
  CHECK(first(with_indices(packed<std::uint16_t>({0, 1, 2, 3, 2, 1}), type_u16, 6)).indices == expected);
  CHECK(first(with_indices(packed<std::uint32_t>({0, 1, 2, 3, 2, 1}), type_u32, 6)).indices == expected);
}

TEST_CASE("an index that is not below the number of vertices is refused") {
  CHECK(outcome(with_indices(packed<std::uint8_t>({0, 1, 4}), type_u8, 3)) == "invalid_index");
  CHECK(outcome(with_indices(packed<std::uint16_t>({0, 1, 65535}), type_u16, 3)) == "invalid_index");
  CHECK(outcome(with_indices(packed<std::uint32_t>({0, 1, 0xFFFFFFFF}), type_u32, 3)) == "invalid_index");
}

TEST_CASE("indices of other types are refused") {
  CHECK(outcome(with_indices(packed<std::int8_t>({0, 1, 2}), type_i8, 3)) == "malformed");
  CHECK(outcome(with_indices(packed<float>({0, 1, 2}), type_f32, 3)) == "malformed");
  GltfText gltf;
  gltf.tetrahedron();
  gltf.accessor(packed<std::uint8_t>({0, 1, 2, 3}), type_u8, "VEC2", 2);
  CHECK(outcome(import_text(gltf.with_primitive(R"("attributes":{"POSITION":0},"indices":1)"))) == "malformed");
}

TEST_CASE("strips and fans become lists, with or without indices") {
  GltfText gltf;
  gltf.tetrahedron();
  const auto with_mode = [&](const std::string& mode) {
    return import_text(gltf.with_primitive(R"("attributes":{"POSITION":0},"mode":)" + mode));
  };
  CHECK(first(with_mode("5")).indices == Indices{0, 1, 2, 1, 3, 2});
  CHECK(first(with_mode("6")).indices == Indices{1, 2, 0, 2, 3, 0});
  CHECK(first(with_indices(packed<std::uint8_t>({3, 2, 1, 0}), type_u8, 4, R"(,"mode":5)")).indices ==
        Indices{3, 2, 1, 2, 0, 1});
  CHECK(outcome(with_mode("7")) == "malformed");
}

TEST_CASE("without indices vertices are corners in order, an incomplete triangle is left out") {
  GltfText gltf;
  gltf.tetrahedron();
  const Result<Scene> scene = import_text(gltf.with_primitive(R"("attributes":{"POSITION":0})"));
  CHECK(first(scene).indices == Indices{0, 1, 2});
  CHECK(first(scene).vertices.vertex_count() == 3);
  CHECK(warns(*scene, "incomplete_triangle"));
}

TEST_CASE("points and lines are left out and counted") {
  GltfText gltf;
  gltf.tetrahedron();
  std::string primitives;
  for (const char* mode : {"0", "1", "2", "3", "4"}) {
    primitives += std::string(primitives.empty() ? "" : ",") + R"({"attributes":{"POSITION":0},"mode":)" + mode + "}";
  }
  const Result<Scene> scene =
      import_text(gltf.text(R"("meshes":[{"primitives":[)" + primitives + R"(]}],"nodes":[{"mesh":0}])"));
  CHECK(first(scene).indices.size() == 3);
  const auto warning = std::find_if(scene->warnings.begin(), scene->warnings.end(),
                                    [](const Warning& w) { return w.id == "points_or_lines_left_out"; });
  REQUIRE(warning != scene->warnings.end());
  CHECK(warning->message.substr(0, 2) == "4 ");
}

TEST_CASE("primitives that share a vertex buffer keep only their own vertices") {
  GltfText gltf;
  gltf.tetrahedron();
  gltf.accessor(packed<std::uint8_t>({0, 1, 2}), type_u8, "SCALAR", 3);
  gltf.accessor(packed<std::uint8_t>({3, 1, 2}), type_u8, "SCALAR", 3);
  const Result<Scene> scene = import_text(gltf.text(
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":0},"indices":2}]}],)"
      R"("nodes":[{"mesh":0}])"));
  REQUIRE(scene.ok());
  const Primitive& second = scene->meshes[0].primitives.at(1);
  CHECK(second.vertices.positions == std::vector<Vec3f>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  CHECK(second.indices == Indices{2, 0, 1});
}

TEST_CASE("attributes of another length than the positions are refused") {
  GltfText gltf;
  gltf.tetrahedron();
  gltf.accessor(packed<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}), type_f32, "VEC3", 3);
  CHECK(outcome(import_text(gltf.with_primitive(R"("attributes":{"POSITION":0,"NORMAL":1})"))) == "inconsistent");
}

TEST_CASE("a position that is not finite is refused, unless no triangle uses it") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  for (const float bad : {nan, inf, -inf}) {
    GltfText gltf;
    gltf.accessor(packed<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, bad, 0}), type_f32, "VEC3", 4);
    gltf.accessor(packed<std::uint8_t>({0, 1, 2}), type_u8, "SCALAR", 3);
    gltf.accessor(packed<std::uint8_t>({0, 1, 3}), type_u8, "SCALAR", 3);
    CHECK(outcome(import_text(gltf.with_primitive(R"("attributes":{"POSITION":0},"indices":1)"))) == "ok");
    CHECK(outcome(import_text(gltf.with_primitive(R"("attributes":{"POSITION":0},"indices":2)"))) == "non_finite");
  }
}

TEST_CASE("a primitive without positions is left out with a warning") {
  GltfText gltf;
  gltf.tetrahedron();
  const Result<Scene> scene = import_text(gltf.with_primitive(R"("attributes":{"NORMAL":0})"));
  REQUIRE(scene.ok());
  CHECK(scene->meshes[0].primitives.empty());
  CHECK(warns(*scene, "no_positions"));
}

TEST_CASE("a mesh that no node of the scene shows is left out with a warning") {
  GltfText gltf;
  gltf.tetrahedron();
  const Result<Scene> scene =
      import_text(gltf.text(R"("meshes":[{"name":"broken","primitives":[{"attributes":{"POSITION":0},"mode":9}]},)"
                            R"({"name":"good","primitives":[{"attributes":{"POSITION":0}}]}],)"
                            R"("nodes":[{"mesh":1},{"mesh":0}],"scenes":[{"nodes":[0]}],"scene":0)"));
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  REQUIRE(scene->meshes.size() == 2);
  CHECK(scene->meshes[0].name == "broken");
  CHECK(scene->meshes[0].primitives.empty());
  CHECK(scene->meshes[1].primitives.size() == 1);
  CHECK(warns(*scene, "meshes_not_shown"));
}

TEST_CASE("morph targets keep deltas, names and weights") {
  GltfText gltf;
  gltf.tetrahedron();
  gltf.accessor(packed<float>({0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4}), type_f32, "VEC3", 4);
  gltf.accessor(packed<std::uint8_t>({3, 1, 2}), type_u8, "SCALAR", 3);
  const auto with_node = [&](const std::string& node) {
    return import_text(gltf.text(
        R"("meshes":[{"weights":[0.25,0.5],"extras":{"targetNames":["Wächst","Sm\u0069le"]},"primitives":[{"indices":2,)"
        R"("attributes":{"POSITION":0},"targets":[{"POSITION":1},{"NORMAL":1,"TANGENT":1}]}]}],"nodes":[)" +
        node + "]"));
  };
  const Result<Scene> scene = with_node(R"({"mesh":0})");
  const std::vector<MorphTarget>& targets = first(scene).morph_targets;
  REQUIRE(targets.size() == 2);
  CHECK(targets[0].name == "Wächst");
  CHECK(targets[0].position_deltas == std::vector<Vec3f>{{0, 0, 2}, {0, 0, 3}, {0, 0, 4}});
  CHECK(targets[0].normal_deltas.empty());
  CHECK(targets[1].name == "Smile");
  CHECK(targets[1].position_deltas.empty());
  CHECK(targets[1].normal_deltas == std::vector<Vec3f>{{0, 0, 2}, {0, 0, 3}, {0, 0, 4}});
  CHECK(targets[1].tangent_deltas.size() == 3);
  CHECK(scene->meshes[0].default_morph_weights == std::vector<float>{0.25F, 0.5F});
  const Result<Scene> overridden = with_node(R"({"mesh":0,"weights":[1,0]})");
  CHECK(overridden->meshes.at(0).default_morph_weights == std::vector<float>{1, 0});
}

TEST_CASE("meshes and triangles have limits") {
  GltfText gltf;
  gltf.tetrahedron();
  gltf.accessor(packed<std::uint8_t>({0, 1, 2, 0, 2, 3}), type_u8, "SCALAR", 6);
  const std::string text = gltf.text(
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":0},"indices":1}]}],)"
      R"("nodes":[{"mesh":0}])");
  ImportOptions options;
  options.max_triangles = 4;
  options.max_meshes = 2;
  CHECK(outcome(import_text(text, "model.gltf", options)) == "ok");
  options.max_triangles = 3;
  CHECK(outcome(import_text(text, "model.gltf", options)) == "over_triangle_limit");
  options.max_triangles = 4;
  options.max_meshes = 1;
  CHECK(outcome(import_text(text, "model.gltf", options)) == "over_mesh_limit");
}

}  // namespace
}  // namespace lodcook::cooker
