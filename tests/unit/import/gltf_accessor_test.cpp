#include "cooker/import/gltf_accessor.h"

#include <doctest/doctest.h>

#include "tests/unit/import/gltf_text.h"

namespace lodcook::cooker {
namespace {

// The UVs of the tetrahedron's four vertices, from the accessor `uv`.
std::vector<Vec2f> uvs_of(GltfText gltf, int uv) {
  const int positions = gltf.tetrahedron();
  const int indices = gltf.accessor(packed<std::uint8_t>({0, 1, 2, 0, 2, 3}), type_u8, "SCALAR", 6);
  const Result<Scene> scene =
      import_text(gltf.with_primitive(R"("attributes":{"POSITION":)" + std::to_string(positions) + R"(,"TEXCOORD_0":)" +
                                      std::to_string(uv) + R"(},"indices":)" + std::to_string(indices)));
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  return scene->meshes[0].primitives[0].vertices.uvs.at(0);
}

using Uvs = std::vector<Vec2f>;

TEST_CASE("integers are fractions where the accessor says so") {
  GltfText gltf;
  const std::string unsigned_bytes = packed<std::uint8_t>({0, 255, 51, 102, 0, 0, 255, 255});
  const std::string signed_bytes = packed<std::int8_t>({0, 127, -127, -128, 0, 0, 0, 0});
  const std::string shorts = packed<std::uint16_t>({0, 65535, 13107, 0, 0, 0, 0, 0});
  const std::string signed_shorts = packed<std::int16_t>({32767, -32767, -32768, 0, 0, 0, 0, 0});
  const std::string fractions = R"(,"normalized":true)";
  const int a = gltf.accessor(unsigned_bytes, type_u8, "VEC2", 4, fractions);
  const int b = gltf.accessor(signed_bytes, type_i8, "VEC2", 4, fractions);
  const int c = gltf.accessor(shorts, type_u16, "VEC2", 4, fractions);
  const int d = gltf.accessor(signed_shorts, type_i16, "VEC2", 4, fractions);
  CHECK(uvs_of(gltf, a) == Uvs{{0, 1}, {0.2F, 0.4F}, {0, 0}, {1, 1}});
  // glTF 2.0, section 3.6.2.2: f = max(c / 127, -1)
  CHECK(uvs_of(gltf, b) == Uvs{{0, 1}, {-1, -1}, {0, 0}, {0, 0}});
  CHECK(uvs_of(gltf, c) == Uvs{{0, 1}, {0.2F, 0}, {0, 0}, {0, 0}});
  CHECK(uvs_of(gltf, d) == Uvs{{1, -1}, {-1, 0}, {0, 0}, {0, 0}});
}

TEST_CASE("integers mean themselves where it does not") {
  GltfText gltf;
  const int a = gltf.accessor(packed<std::uint16_t>({0, 65535, 7, 8, 0, 0, 0, 0}), type_u16, "VEC2", 4);
  const int b = gltf.accessor(packed<std::int8_t>({-128, 127, 0, 0, 0, 0, 0, 0}), type_i8, "VEC2", 4);
  CHECK(uvs_of(gltf, a) == Uvs{{0, 65535}, {7, 8}, {0, 0}, {0, 0}});
  CHECK(uvs_of(gltf, b) == Uvs{{-128, 127}, {0, 0}, {0, 0}, {0, 0}});
}

TEST_CASE("elements may be apart and start anywhere, aligned or not") {
  GltfText gltf;
  std::string bytes = "xx";
  for (const float f : {1.0F, 2.0F, 3.0F, 4.0F}) bytes += packed<float>({f, -f}) + "....";
  bytes.resize(bytes.size() - 4);  // the last element needs no stride
  const int view = gltf.view(bytes, R"(,"byteStride":12)");
  const int uv = gltf.accessor_json(R"({"bufferView":)" + std::to_string(view) +
                                    R"(,"byteOffset":2,"componentType":5126,"type":"VEC2","count":4})");
  CHECK(uvs_of(gltf, uv) == Uvs{{1, -1}, {2, -2}, {3, -3}, {4, -4}});
}

TEST_CASE("sparse values replace those of the base") {
  GltfText gltf;
  const int base = gltf.view(packed<float>({0, 1, 2, 3, 4, 5, 6, 7}));
  const int indices = gltf.view(packed<std::uint16_t>({1, 3}));
  const int values = gltf.view(packed<float>({20, 21, 60, 61}));
  const std::string sparse =
      R"(,"componentType":5126,"type":"VEC2","count":4,"sparse":{"count":2,"indices":{"bufferView":)" +
      std::to_string(indices) + R"(,"componentType":5123},"values":{"bufferView":)" + std::to_string(values) + "}}}";
  const int with_base = gltf.accessor_json(R"({"bufferView":)" + std::to_string(base) + sparse);
  const int over_zeros = gltf.accessor_json(std::string("{").append(sparse, 1));
  CHECK(uvs_of(gltf, with_base) == Uvs{{0, 1}, {20, 21}, {4, 5}, {60, 61}});
  CHECK(uvs_of(gltf, over_zeros) == Uvs{{0, 0}, {20, 21}, {0, 0}, {60, 61}});
}

TEST_CASE("an accessor without bytes is zeros") {
  GltfText gltf;
  const int uv = gltf.accessor_json(R"({"componentType":5126,"type":"VEC2","count":4})");
  CHECK(uvs_of(gltf, uv) == Uvs{{0, 0}, {0, 0}, {0, 0}, {0, 0}});
}

// The outcome of a file whose only positions are `accessor`, over a view of 48 bytes.
std::string with_positions(const std::string& accessor, const std::string& view = "") {
  GltfText gltf;
  gltf.view(packed<float>({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}), view);
  gltf.accessor_json(accessor);
  return outcome(import_text(gltf.with_primitive(R"("attributes":{"POSITION":0})")));
}

std::string vec3(const std::string& more) {
  return R"({"bufferView":0,"componentType":5126,"type":"VEC3",)" + more + "}";
}

TEST_CASE("accessors that do not fit into their view are refused, however large their numbers") {
  CHECK(with_positions(vec3(R"("count":4)")) == "ok");
  CHECK(with_positions(vec3(R"("count":3,"byteOffset":12)")) == "ok");
  CHECK(with_positions(vec3(R"("count":5)")) == "inconsistent");
  CHECK(with_positions(vec3(R"("count":4,"byteOffset":1)")) == "inconsistent");
  CHECK(with_positions(vec3(R"("count":1,"byteOffset":37)")) == "inconsistent");
  CHECK(with_positions(vec3(R"("count":3,"byteOffset":9007199254740992)")) == "inconsistent");
  CHECK(with_positions(vec3(R"("count":200000000)")) == "inconsistent");
  CHECK(with_positions(vec3(R"("count":9007199254740992)")) == "over_triangle_limit");
  CHECK(with_positions(vec3(R"("count":2)"), R"(,"byteStride":9007199254740992)") == "inconsistent");
  CHECK(with_positions(vec3(R"("count":2)"), R"(,"byteStride":4)") == "inconsistent");
}

TEST_CASE("accessors of unknown types are refused") {
  CHECK(with_positions(R"({"bufferView":0,"componentType":5130,"type":"VEC3","count":3})") == "malformed");
  CHECK(with_positions(R"({"bufferView":0,"componentType":5126,"type":"VEC5","count":3})") == "malformed");
  CHECK(with_positions(R"({"bufferView":0,"componentType":5126,"type":"VEC2","count":3})") == "malformed");
  CHECK(with_positions(R"({"bufferView":0,"componentType":5126,"type":"MAT2","count":3})") == "malformed");
}

TEST_CASE("zeros that no byte stands for have a limit") {
  CHECK(with_positions(R"({"componentType":5126,"type":"VEC3","count":3000})") == "ok");
  CHECK(with_positions(R"({"componentType":5126,"type":"VEC3","count":299999999})") == "over_limit");
}

TEST_CASE("views that go past their buffer are refused") {
  const auto with_view = [](const std::string& view) {
    return outcome(import_text(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":"data:;base64,)" +
                               base64(std::string(36, '\0')) + R"("}],"bufferViews":[)" + view +
                               R"(],"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}],)"
                               R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]})"));
  };
  CHECK(with_view(R"({"buffer":0,"byteLength":36})") == "ok");
  CHECK(with_view(R"({"buffer":0,"byteLength":37})") == "inconsistent");
  CHECK(with_view(R"({"buffer":0,"byteLength":36,"byteOffset":1})") == "inconsistent");
  CHECK(with_view(R"({"buffer":0,"byteLength":36,"byteOffset":9007199254740992})") == "inconsistent");
}

TEST_CASE("sparse indices out of range or order are refused") {
  const auto with_indices = [](std::uint8_t a, std::uint8_t b) {
    GltfText gltf;
    gltf.view(packed<std::uint8_t>({a, b}));
    gltf.view(packed<float>({1, 0, 0, 0, 1, 0}));
    gltf.accessor_json(R"({"componentType":5126,"type":"VEC3","count":3,"sparse":{"count":2,"indices":)"
                       R"({"bufferView":0,"componentType":5121},"values":{"bufferView":1}}})");
    return outcome(import_text(gltf.with_primitive(R"("attributes":{"POSITION":0})")));
  };
  CHECK(with_indices(1, 2) == "ok");
  CHECK(with_indices(1, 3) == "invalid_index");
  CHECK(with_indices(2, 1) == "invalid_index");
  CHECK(with_indices(1, 1) == "invalid_index");
}

}  // namespace
}  // namespace lodcook::cooker
