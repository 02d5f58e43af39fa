#include "cooker/import/obj_file.h"

#include <doctest/doctest.h>

namespace lodcook::cooker {
namespace {

const std::string four = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

ErrorCode code_of(const std::string& text) {
  const Result<ObjFile> file = parse_obj(text);
  return file.ok() ? ErrorCode::internal : file.error().code;
}

TEST_CASE("corners come in four forms and count from either end") {
  const Result<ObjFile> file =
      parse_obj(four + "vt 0 0\nvn 0 0 2\nf 1 2 3\nf 1/1 2/1 3/1\nf 1//1 2//1 3//1\nf -4/-1/-1 -3/1/1 4/1/1\n");
  REQUIRE(file.ok());
  CHECK(file->face_ends == std::vector<std::size_t>{3, 6, 9, 12});
  CHECK(file->corners[0].uv == no_obj_index);
  CHECK(file->corners[3].uv == 0);
  CHECK(file->corners[3].normal == no_obj_index);
  CHECK(file->corners[6].normal == 0);
  CHECK(file->corners[9].position == 0);
  CHECK(file->corners[10].position == 1);
  CHECK(file->normals[0] == Vec3f{0, 0, 1});
}

TEST_CASE("positions keep double, and colours may follow them as parts or as bytes") {
  const Result<ObjFile> file = parse_obj("v 482000.25 120.15 -5456000\nv 0 0 0 0.5 0.25 1\nv 1 1 1\nf 1 2 3\n");
  REQUIRE(file.ok());
  CHECK(file->positions[0] == Vec3d{482000.25, 120.15, -5456000});
  CHECK(file->colors == std::vector<Vec4f>{{1, 1, 1, 1}, {0.5F, 0.25F, 1, 1}, {1, 1, 1, 1}});
  const Result<ObjFile> bytes = parse_obj("v 0 0 0 255 0 51\nf 1 1 1\n");
  REQUIRE(bytes.ok());
  CHECK(bytes->colors[0] == Vec4f{1, 0, 0.2F, 1});
}

TEST_CASE("names are whole and change with o, g and usemtl") {
  const Result<ObjFile> file =
      parse_obj(four + "o left wing\nusemtl plain wall\nf 1 2 3\ng rib 1\nf 1 2 4\no right\nf 2 3 4\n");
  REQUIRE(file.ok());
  REQUIRE(file->runs.size() == 3);
  CHECK(file->runs[0].object == "left wing");
  CHECK(file->runs[0].material == "plain wall");
  CHECK(file->runs[1].group == "rib 1");
  CHECK(file->runs[1].object == "left wing");
  CHECK(file->runs[2].object == "right");
  CHECK(file->runs[2].group.empty());
  CHECK(file->runs[2].first_face == 2);
}

TEST_CASE("points, lines and curves are counted") {
  const Result<ObjFile> file = parse_obj(four + "p 1 2\nl 1 2 3\nf 1 2\ncurv 0 1 1 2\nf 1 2 3\n");
  REQUIRE(file.ok());
  CHECK(file->points == 2);
  CHECK(file->lines == 3);
  CHECK(file->curves == 1);
}

TEST_CASE("what is broken is refused by its kind") {
  CHECK(code_of(four + "f 1 2 9\n") == ErrorCode::invalid_index);
  CHECK(code_of(four + "f 0 1 2\n") == ErrorCode::invalid_index);
  CHECK(code_of(four + "f -5 1 2\n") == ErrorCode::invalid_index);
  CHECK(code_of(four + "f 1/1 2/1 3/1\n") == ErrorCode::invalid_index);
  CHECK(code_of(four + "f 99999999999999999999 1 2\n") == ErrorCode::invalid_index);
  CHECK(code_of(four + "f\n") == ErrorCode::malformed);
  CHECK(code_of(four + "f a b c\n") == ErrorCode::malformed);
  CHECK(code_of(four + "f 1/2/3/4 1 2\n") == ErrorCode::malformed);
  CHECK(code_of("v 1 2\n") == ErrorCode::malformed);
  CHECK(code_of("v 1 2 abc\n") == ErrorCode::malformed);
  CHECK(code_of("v 1 2 3 4 5 6 7 8\n") == ErrorCode::malformed);
}

TEST_CASE("a missing last line end alone is no reason to refuse, with unused vertices it is") {
  CHECK(parse_obj(four + "f 1 2 3\nf 1 2 4").ok());
  CHECK(code_of(four + "f 1 2 3") == ErrorCode::truncated);
  CHECK(parse_obj(four + "f 1 2 3\n").ok());
}

TEST_CASE("a last face whose corners are not written alike was cut") {
  const std::string vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\n";
  CHECK(parse_obj(vertices + "f 1/1 2/2 3/3").ok());
  const auto cut = parse_obj(vertices + "f 1/1 2/2 3/");
  REQUIRE_FALSE(cut.ok());
  CHECK(cut.error().code == ErrorCode::truncated);
}

}  // namespace
}  // namespace lodcook::cooker
