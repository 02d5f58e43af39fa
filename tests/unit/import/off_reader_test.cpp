#include <doctest/doctest.h>

#include "tests/unit/import/import_models.h"
#include "tests/unit/import/temp_folder.h"

namespace lodcook::cooker {
namespace {

Result<Scene> read(const std::string& content) {
  const TempFolder folder;
  return read_model(folder.write("m.off", content));
}

ErrorCode code_of(const std::string& content) {
  const Result<Scene> scene = read(content);
  return scene.ok() ? ErrorCode::internal : scene.error().code;
}

const std::string square = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

TEST_CASE("a square in the usual spellings") {
  for (const std::string head : {"OFF\n4 1 0\n", "OFF 4 1 4\n", "# made by hand\nOFF\n\n4 1 4 # counts\n", "4 1 4\n"}) {
    const Result<Scene> scene = read(head + square + "4 0 1 2 3 255 0 0\n");
    REQUIRE(scene.ok());
    CHECK(triangle_count(*scene) == 2);
    CHECK(triangle_area(*scene) == doctest::Approx(1));
  }
}

TEST_CASE("normals, colours and texture coordinates of vertices") {
  const Result<Scene> scene = read(
      "STCNOFF\n3 1 0\n0 0 0 0 0 1 255 0 51 255 0.5 0.25\n1 0 0 0 0 1 255 0 51 255 0 0\n0 1 0 0 0 1 255 0 51 255 0 "
      "0\n3 0 1 2\n");
  REQUIRE(scene.ok());
  const VertexStreams& v = scene->meshes.at(0).primitives.at(0).vertices;
  CHECK(v.normals.at(0) == Vec3f{0, 0, 1});
  CHECK(v.colors.at(0).at(0) == Vec4f{1, 0, 0.2F, 1});
  CHECK(v.uvs.at(0).at(0) == Vec2f{0.5F, 0.75F});
}

TEST_CASE("what is broken is refused by its kind") {
  CHECK(code_of("OFF\n4 1 0\n" + square + "3 0 1 4\n") == ErrorCode::invalid_index);
  CHECK(code_of("OFF\n4 1 0\n" + square + "3 0 1 -1\n") == ErrorCode::invalid_index);
  CHECK(code_of("OFF\n4 2 0\n" + square + "3 0 1 2\n") == ErrorCode::truncated);
  CHECK(code_of("OFF\n4 1 0\n" + square + "4 0 1 2\n") == ErrorCode::malformed);
  CHECK(code_of("OFF\n4 1 0\n0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n") == ErrorCode::malformed);
  CHECK(code_of("OFF\n999999999999 1 0\n" + square) == ErrorCode::malformed);
  CHECK(code_of("OFF\n4 1 0\n0 0 inf\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n") == ErrorCode::non_finite);
  CHECK(code_of("OFF BINARY\n") == ErrorCode::unsupported_feature);
  CHECK(code_of("4OFF\n1 0 0\n0 0 0 1\n") == ErrorCode::unsupported_feature);
  CHECK(code_of("hello\n") == ErrorCode::malformed);
}

}  // namespace
}  // namespace lodcook::cooker
