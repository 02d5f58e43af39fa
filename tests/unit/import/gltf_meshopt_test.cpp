#include "cooker/import/gltf_meshopt.h"

#include <doctest/doctest.h>
#include <meshoptimizer.h>

#include <string>

#include "tests/unit/import/gltf_text.h"

namespace lodcook::cooker {
namespace {

std::string encoded_vertices(const std::string& vertices, std::size_t count, std::size_t stride) {
  std::string out(meshopt_encodeVertexBufferBound(count, stride), '\0');
  out.resize(meshopt_encodeVertexBuffer(reinterpret_cast<unsigned char*>(out.data()), out.size(), vertices.data(),
                                        count, stride));
  return out;
}

std::string encoded_triangles(const std::vector<std::uint32_t>& indices, std::size_t vertices) {
  std::string out(meshopt_encodeIndexBufferBound(indices.size(), vertices), '\0');
  out.resize(meshopt_encodeIndexBuffer(reinterpret_cast<unsigned char*>(out.data()), out.size(), indices.data(),
                                       indices.size()));
  return out;
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

std::string outcome_of(const cgltf_meshopt_compression& how, const std::string& stream) {
  const Result<std::vector<std::byte>> decoded = decode_meshopt(how, bytes_of(stream));
  return decoded.ok() ? "ok" : error_name(decoded.error().code);
}

cgltf_meshopt_compression attributes(std::size_t count, std::size_t stride) {
  cgltf_meshopt_compression how = {};
  how.count = count;
  how.stride = stride;
  how.mode = cgltf_meshopt_compression_mode_attributes;
  return how;
}

const std::string corners = packed<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});

TEST_CASE("compressed views are read as if they were not compressed") {
  const std::string vertices = encoded_vertices(corners, 4, 12);
  const std::string triangles = encoded_triangles({0, 1, 2, 2, 1, 3}, 4);
  GltfText gltf;
  const int v = gltf.view(vertices);
  const int t = gltf.view(triangles);
  const std::size_t t_offset = (vertices.size() + 3) / 4 * 4;
  CHECK(v + 1 == t);
  const std::string text =
      R"({"asset":{"version":"2.0"},"extensionsRequired":["EXT_meshopt_compression"],"buffers":[{"byteLength":)" +
      std::to_string(t_offset + triangles.size()) + R"(,"uri":"data:;base64,)" +
      base64(vertices + std::string(t_offset - vertices.size(), '\0') + triangles) +
      R"("},{"byteLength":60}],"bufferViews":[{"buffer":1,"byteLength":48,"byteStride":12,"extensions":{)"
      R"("EXT_meshopt_compression":{"buffer":0,"byteLength":)" +
      std::to_string(vertices.size()) + R"(,"byteStride":12,"count":4,"mode":"ATTRIBUTES"}}},)" +
      R"({"buffer":1,"byteOffset":48,"byteLength":12,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteOffset":)" +
      std::to_string(t_offset) + R"(,"byteLength":)" + std::to_string(triangles.size()) +
      R"(,"byteStride":2,"count":6,"mode":"TRIANGLES"}}}],"accessors":[)"
      R"({"bufferView":0,"componentType":5126,"type":"VEC3","count":4},)"
      R"({"bufferView":1,"componentType":5123,"type":"SCALAR","count":6}],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"nodes":[{"mesh":0}]})";
  const Result<Scene> scene = import_text(text);
  REQUIRE_MESSAGE(scene.ok(), to_string(scene.error()));
  const Primitive& primitive = scene->meshes.at(0).primitives.at(0);
  CHECK(primitive.vertices.positions == std::vector<Vec3f>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  CHECK(primitive.indices == std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3});
}

TEST_CASE("the exponential filter gives mantissa times two to the exponent") {
  // the extension's text: the low 24 bits are the mantissa, the high 8 the exponent, both signed
  const std::string values = packed<std::uint32_t>({0x00000003, 0xFF000003, 0x02FFFFFF, 0x00000000});
  cgltf_meshopt_compression how = attributes(4, 4);
  how.filter = cgltf_meshopt_compression_filter_exponential;
  const Result<std::vector<std::byte>> decoded = decode_meshopt(how, bytes_of(encoded_vertices(values, 4, 4)));
  REQUIRE(decoded.ok());
  std::vector<float> numbers(4);
  std::memcpy(numbers.data(), decoded->data(), 16);
  CHECK(numbers == std::vector<float>{3, 1.5F, -4, 0});
}

TEST_CASE("the octahedral filter gives unit vectors") {
  // x = y = 0 with one = 127 is the pole
  const std::string values = packed<std::int8_t>({0, 0, 127, 5, 127, 0, 127, 6});
  cgltf_meshopt_compression how = attributes(2, 4);
  how.filter = cgltf_meshopt_compression_filter_octahedral;
  const Result<std::vector<std::byte>> decoded = decode_meshopt(how, bytes_of(encoded_vertices(values, 2, 4)));
  REQUIRE(decoded.ok());
  const auto* v = reinterpret_cast<const std::int8_t*>(decoded->data());
  CHECK(std::vector<int>(v, v + 8) == std::vector<int>{0, 0, 127, 5, 127, 0, 0, 6});
}

TEST_CASE("streams that are cut at any byte are refused") {
  const std::string stream = encoded_vertices(corners, 4, 12);
  CHECK(outcome_of(attributes(4, 12), stream) == "ok");
  for (std::size_t size = 0; size < stream.size(); ++size) {
    CAPTURE(size);
    CHECK(outcome_of(attributes(4, 12), stream.substr(0, size)) == "malformed");
  }
}

TEST_CASE("parameters against the extension's rules are refused") {
  const std::string stream = encoded_vertices(corners, 4, 12);
  CHECK(outcome_of(attributes(4, 10), stream) == "malformed");
  CHECK(outcome_of(attributes(4, 0), stream) == "malformed");
  CHECK(outcome_of(attributes(4, 260), stream) == "malformed");
  cgltf_meshopt_compression how = attributes(4, 12);
  how.filter = cgltf_meshopt_compression_filter_octahedral;
  CHECK(outcome_of(how, stream) == "malformed");
  how.filter = cgltf_meshopt_compression_filter_quaternion;
  CHECK(outcome_of(how, stream) == "malformed");
  how = attributes(4, 2);
  how.mode = cgltf_meshopt_compression_mode_triangles;
  CHECK(outcome_of(how, stream) == "malformed");
  how.mode = cgltf_meshopt_compression_mode_invalid;
  CHECK(outcome_of(how, stream) == "malformed");
}

TEST_CASE("a count that no stream of this size can hold is refused before memory is asked for") {
  CHECK(outcome_of(attributes(1ULL << 53, 256), encoded_vertices(corners, 4, 12)) == "malformed");
  CHECK(outcome_of(attributes(1ULL << 33, 4), encoded_vertices(corners, 4, 12)) == "malformed");
}

}  // namespace
}  // namespace lodcook::cooker
