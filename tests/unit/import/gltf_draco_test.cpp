#include "cooker/import/gltf_draco.h"

#include <doctest/doctest.h>
#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>

#include <algorithm>
#include <array>
#include <string>

#include "tests/unit/import/gltf_text.h"

namespace lodcook::cooker {
namespace {

using Corners = std::array<std::array<float, 3>, 3>;

// Two triangles with positions (id 0) and joints (id 1), without quantisation.
std::string encoded() {
  const Corners faces[] = {{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {{{1, 0, 0}, {0, 0, 2.5F}, {0, 1, 0}}}};
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(2);
  const int positions = builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  const int joints = builder.AddAttribute(draco::GeometryAttribute::GENERIC, 4, draco::DT_UINT8);
  for (std::uint32_t i = 0; i < 2; ++i) {
    const draco::FaceIndex face(i);
    builder.SetAttributeValuesForFace(positions, face, faces[i][0].data(), faces[i][1].data(), faces[i][2].data());
    const std::uint8_t numbers[] = {7, 0, 255, 1};
    builder.SetAttributeValuesForFace(joints, face, numbers, numbers, numbers);
  }
  const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
  draco::Encoder encoder;
  encoder.SetEncodingMethod(draco::MESH_SEQUENTIAL_ENCODING);
  draco::EncoderBuffer buffer;
  REQUIRE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  return {buffer.data(), buffer.size()};
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

TEST_CASE("a Draco mesh gives its triangles and attributes") {
  const Result<DracoMesh> mesh = DracoMesh::decode(bytes_of(encoded()));
  REQUIRE(mesh.ok());
  CHECK(mesh->vertex_count() == 4);
  CHECK(mesh->face_count() == 2);
  CHECK(mesh->components(0) == 3);
  CHECK(mesh->components(1) == 4);
  CHECK(mesh->components(2) == 0);
  const std::vector<std::uint32_t> indices = mesh->indices();
  REQUIRE(indices.size() == 6);
  std::vector<float> positions(12);
  REQUIRE(mesh->read_floats(0, {}, {positions, 3}).ok());
  const auto corner = [&](std::size_t i) {
    return std::vector<float>(positions.begin() + indices[i] * 3, positions.begin() + indices[i] * 3 + 3);
  };
  CHECK(corner(0) == std::vector<float>{0, 0, 0});
  CHECK(corner(1) == std::vector<float>{1, 0, 0});
  CHECK(corner(2) == std::vector<float>{0, 1, 0});
  CHECK(corner(4) == std::vector<float>{0, 0, 2.5F});
  const std::uint32_t pick[] = {2};
  const Result<std::vector<std::uint32_t>> joints = mesh->read_integers(1, std::span<const std::uint32_t>(pick));
  REQUIRE(joints.ok());
  CHECK(*joints == std::vector<std::uint32_t>{7, 0, 255, 1});
}

TEST_CASE("a Draco stream that is cut is refused, and no cut crashes") {
  const std::string stream = encoded();
  CHECK_FALSE(DracoMesh::decode({}).ok());
  // what comes after the last value may be absent
  for (std::size_t size = 0; size + 8 < stream.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(DracoMesh::decode(bytes_of(stream.substr(0, size))).ok());
  }
}

std::string file_with(const std::string& accessors) {
  const std::string stream = encoded();
  return R"({"asset":{"version":"2.0"},"extensionsRequired":["KHR_draco_mesh_compression"],"buffers":[{"byteLength":)" +
         std::to_string(stream.size()) + R"(,"uri":"data:;base64,)" + base64(stream) +
         R"("}],"bufferViews":[{"buffer":0,"byteLength":)" + std::to_string(stream.size()) + R"(}],"accessors":)" +
         accessors +
         R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1,"extensions":{)"
         R"("KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0}}}}]}],"nodes":[{"mesh":0}]})";
}

TEST_CASE("a primitive is read from its Draco stream") {
  const Result<Scene> scene = import_text(file_with(R"([{"componentType":5126,"type":"VEC3","count":4},)"
                                                    R"({"componentType":5125,"type":"SCALAR","count":6}])"));
  REQUIRE_MESSAGE(scene.ok(), to_string(scene.error()));
  const Primitive& primitive = scene->meshes.at(0).primitives.at(0);
  CHECK(primitive.indices.size() == 6);
  CHECK(primitive.vertices.positions.at(primitive.indices[4]) == Vec3f{0, 0, 2.5F});
}

TEST_CASE("counts that disagree with the Draco stream are refused") {
  CHECK(outcome(import_text(file_with(R"([{"componentType":5126,"type":"VEC3","count":5},)"
                                      R"({"componentType":5125,"type":"SCALAR","count":6}])"))) == "inconsistent");
  CHECK(outcome(import_text(file_with(R"([{"componentType":5126,"type":"VEC3","count":4},)"
                                      R"({"componentType":5125,"type":"SCALAR","count":3}])"))) == "inconsistent");
}

}  // namespace
}  // namespace lodcook::cooker
