#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "tests/unit/import/import_models.h"
#include "tests/unit/import/temp_folder.h"

namespace lodcook::cooker {
namespace {

std::string ascii(const std::string& vertex_properties, const std::string& elements, const std::string& rows) {
  return "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n" +
         vertex_properties + elements + "end_header\n" + rows;
}

const std::string faces = "element face 1\nproperty list uchar int vertex_indices\n";
const std::string four = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

Result<Scene> read(const std::string& content) {
  const TempFolder folder;
  return read_model(folder.write("m.ply", content));
}

ErrorCode code_of(const std::string& content) {
  const Result<Scene> scene = read(content);
  return scene.ok() ? ErrorCode::internal : scene.error().code;
}

TEST_CASE("a quad of a text file is two triangles") {
  const Result<Scene> scene = read(ascii("", faces, four + "4 0 1 2 3\n"));
  REQUIRE(scene.ok());
  CHECK(triangle_count(*scene) == 2);
  CHECK(vertex_count(*scene) == 4);
  CHECK(triangle_area(*scene) == doctest::Approx(1));
}

TEST_CASE("strips turn every second triangle and start anew at -1") {
  const std::string strips = "element tristrips 1\nproperty list int int vertex_indices\n";
  const Result<Scene> scene = read(ascii("", strips, four + "8 0 1 3 2 -1 2 3 0\n"));
  REQUIRE(scene.ok());
  REQUIRE(triangle_count(*scene) == 3);
  const Primitive& primitive = scene->meshes[0].primitives[0];
  for (std::size_t i = 0; i < 9; i += 3) {
    const Vec3f a = primitive.vertices.positions[primitive.indices[i]];
    const Vec3f b = primitive.vertices.positions[primitive.indices[i + 1]];
    const Vec3f c = primitive.vertices.positions[primitive.indices[i + 2]];
    CHECK((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) == 1);
  }
}

TEST_CASE("colours of bytes become parts, of faces stay apart, and v is turned over") {
  const Result<Scene> vertex = read(ascii(
      "property uchar red\nproperty uchar green\nproperty uchar blue\nproperty float s\nproperty float t\n", faces,
      "0 0 0 255 0 51 0.5 0.25\n1 0 0 255 0 51 0.5 0.25\n1 1 0 255 0 51 0.5 0.25\n0 1 0 255 0 51 0.5 0.25\n3 0 1 2\n"));
  REQUIRE(vertex.ok());
  const VertexStreams& streams = vertex->meshes.at(0).primitives.at(0).vertices;
  CHECK(streams.colors.at(0).at(0) == Vec4f{1, 0, 0.2F, 1});
  CHECK(streams.uvs.at(0).at(0) == Vec2f{0.5F, 0.75F});
  const std::string colored =
      "element face 2\nproperty list uchar int vertex_index\nproperty uchar red\nproperty uchar green\nproperty uchar "
      "blue\n";
  const Result<Scene> face = read(ascii("", colored, four + "3 0 1 2 255 0 0\n3 0 2 3 0 255 0\n"));
  REQUIRE(face.ok());
  CHECK(vertex_count(*face) == 6);
}

TEST_CASE("texture coordinates may belong to corners, and the texture is named") {
  const std::string wedges =
      "comment TextureFile skin.png\nelement face 2\nproperty list uchar int vertex_indices\nproperty list uchar float "
      "texcoord\n";
  const Result<Scene> scene = read(ascii("", wedges, four + "3 0 1 2 6 0 0 1 0 1 1\n3 0 2 3 6 0.5 0 1 1 0 1\n"));
  REQUIRE(scene.ok());
  CHECK(vertex_count(*scene) == 5);
  CHECK(scene->materials.at(0).textures.at(0).path == "skin.png");
  CHECK(scene->meshes[0].primitives[0].material == 0);
}

TEST_CASE("binary files of both byte orders hold the same") {
  for (const bool big : {false, true}) {
    std::string body;
    const auto put = [&](const auto& value) {
      char bytes[sizeof(value)];
      std::memcpy(bytes, &value, sizeof(value));
      if (big) std::reverse(std::begin(bytes), std::end(bytes));
      body.append(bytes, sizeof(value));
    };
    for (const double v : {482000.25, 0.0, 1.0, 482001.0, 0.0, 1.0, 482000.25, 1.0, 1.0}) put(v);
    body += '\3';
    for (const std::int16_t v : {std::int16_t{0}, std::int16_t{1}, std::int16_t{2}}) put(v);
    const std::string header =
        std::string("ply\nformat binary_") + (big ? "big" : "little") +
        "_endian 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n"
        "element face 1\nproperty list uchar short vertex_indices\nend_header\n";
    const Result<Scene> scene = read(header + body);
    REQUIRE(scene.ok());
    CHECK(triangle_area(*scene) == doctest::Approx(0.375));
    for (std::size_t cut = 1; cut <= body.size(); ++cut)
      CHECK(code_of(header + body.substr(0, body.size() - cut)) == ErrorCode::truncated);
    CHECK(code_of(header + body + "xyz") == ErrorCode::inconsistent);
  }
}

TEST_CASE("what is broken is refused by its kind") {
  CHECK(code_of(ascii("", faces, four + "3 0 1 4\n")) == ErrorCode::invalid_index);
  CHECK(code_of(ascii("", faces, four + "3 0 1 -1\n")) == ErrorCode::invalid_index);
  CHECK(code_of(ascii("", faces, four + "3 0 1 1.5\n")) == ErrorCode::invalid_index);
  CHECK(code_of(ascii("", faces, four + "-3 0 1 2\n")) == ErrorCode::malformed);
  CHECK(code_of(ascii("", faces, four + "3 0 1 x\n")) == ErrorCode::malformed);
  CHECK(code_of(ascii("", faces, four + "3 0 1\n")) == ErrorCode::truncated);
  CHECK(code_of(ascii("", faces, four + "4 0 1 2\n")) == ErrorCode::truncated);
  CHECK(code_of(ascii("", faces, four + "3 0 1 2\n3 0 1 2\n")) == ErrorCode::inconsistent);
  CHECK(code_of(ascii("", faces, "nan 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n")) == ErrorCode::non_finite);
  CHECK(code_of(ascii("", "element face 4000000000\nproperty list uchar int vertex_indices\n", four)) ==
        ErrorCode::truncated);
  CHECK(code_of("ply\nformat ascii 1.0\nelement vertex 1\n") == ErrorCode::truncated);
  CHECK(code_of("ply\nelement vertex 0\nend_header\n") == ErrorCode::malformed);
  CHECK(code_of("plx\nformat ascii 1.0\nend_header\n") == ErrorCode::malformed);
  CHECK(code_of("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n") == ErrorCode::malformed);
}

TEST_CASE("a vertex that is not finite and that no face uses does no harm") {
  const Result<Scene> scene = read(ascii("", faces, "0 0 0\n1 0 0\n1 1 0\nnan 1 0\n3 0 1 2\n"));
  REQUIRE(scene.ok());
  CHECK(vertex_count(*scene) == 3);
}

// counts of the corpus's own table; spot_tristrips.ply was made from spot.obj, 5856 triangles of area 5.7095
constexpr GoodModel good_models[] = {{"formats/cube_uv.ply", 12},
                                     {"formats/cube_binary.ply", 12},
                                     {"degenerate/spot_dirty.ply", 5956},
                                     {"degenerate/spot_tristrips.ply", 5856},
                                     {"degenerate/points_emptyface.ply", 0}};
constexpr BrokenModel broken_models[] = {{"malformed/spot_cut.ply", ErrorCode::truncated},
                                         {"malformed/spot_vertex_count_huge.ply", ErrorCode::truncated},
                                         {"malformed/spot_nan.ply", ErrorCode::non_finite},
                                         {"malformed/spot_bad_index.ply", ErrorCode::invalid_index},
                                         {"malformed/empty.ply", ErrorCode::truncated}};

TEST_CASE("real and broken PLY files of the corpus") {
  check_good(good_models);
  check_broken(broken_models);
}

TEST_CASE("strips describe the same surface as the faces they were made from") {
  const auto strips = shared_path("corpus/degenerate/spot_tristrips.ply"),
             whole = shared_path("corpus/static/spot.obj");
  if (!is_there(strips) || !is_there(whole)) return;
  const Result<Scene> a = read_model(strips), b = read_model(whole);
  REQUIRE(a.ok());
  REQUIRE(b.ok());
  CHECK(triangle_area(*a) == doctest::Approx(triangle_area(*b)).epsilon(1e-6));
}

}  // namespace
}  // namespace lodcook::cooker
