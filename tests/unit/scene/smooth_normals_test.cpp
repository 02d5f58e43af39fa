#include "cooker/scene/smooth_normals.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/unit/scene/sample_scenes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// Two squares that meet along the y axis, folded up by the angle.
Primitive fold(double degrees) {
  const double a = degrees * 3.14159265358979323846 / 180;
  const auto x = static_cast<float>(std::cos(a)), z = static_cast<float>(std::sin(a));
  return samples::triangles({{-1, 0, 0}, {0, 0, 0}, {0, 1, 0}, {-1, 1, 0}, {x, 0, z}, {x, 1, z}},
                            {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2});
}

}  // namespace

TEST_CASE("a cube of eight shared corners gets its six flat faces") {
  Primitive cube = samples::unit_cube();
  make_normals(cube);
  CHECK(cube.vertices.vertex_count() == 24);
  REQUIRE(cube.vertices.normals.size() == 24);
  for (std::size_t i = 0; i < cube.indices.size(); i += 3) {
    const auto& p = cube.vertices.positions;
    const Vec3f a = p[cube.indices[i]], b = p[cube.indices[i + 1]], c = p[cube.indices[i + 2]];
    const Vec3f face{(b.y - a.y) * (c.z - a.z) - (b.z - a.z) * (c.y - a.y),
                     (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z),
                     (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)};
    for (std::size_t k = 0; k < 3; ++k) CHECK(cube.vertices.normals[cube.indices[i + k]] == face);
  }
}

TEST_CASE("a fold below 60 degrees is smooth, one above is an edge") {
  Primitive smooth = fold(58);
  make_normals(smooth);
  CHECK(smooth.vertices.vertex_count() == 6);
  // the mean of (0, 0, 1) and (-sin 58, 0, cos 58) leans by 29 degrees; vertex 1 sees two corners of one face and one
  // of the other under the same angle in all, so both weigh alike
  CHECK(smooth.vertices.normals[1].x == doctest::Approx(-0.4848).epsilon(0.001));
  CHECK(smooth.vertices.normals[1].z == doctest::Approx(0.8746).epsilon(0.001));
  Primitive sharp = fold(62);
  make_normals(sharp);
  CHECK(sharp.vertices.vertex_count() == 8);
}

TEST_CASE("unjoined corners at one position are smoothed together") {
  const Primitive joined = fold(30);
  Primitive unjoined;
  for (const std::uint32_t i : joined.indices) {
    unjoined.indices.push_back(static_cast<std::uint32_t>(unjoined.vertices.positions.size()));
    unjoined.vertices.positions.push_back(joined.vertices.positions[i]);
  }
  Primitive reference = joined;
  make_normals(reference);
  make_normals(unjoined);
  for (std::size_t c = 0; c < joined.indices.size(); ++c) {
    CHECK(unjoined.vertices.normals[unjoined.indices[c]] == reference.vertices.normals[reference.indices[c]]);
  }
}

TEST_CASE("the two sides of a sheet keep opposite normals") {
  Primitive sheet =
      samples::triangles({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2});
  make_normals(sheet);
  CHECK(sheet.vertices.vertex_count() == 8);
  for (std::size_t i = 0; i < 6; ++i) CHECK(sheet.vertices.normals[sheet.indices[i]] == Vec3f{0, 0, 1});
  for (std::size_t i = 6; i < 12; ++i) CHECK(sheet.vertices.normals[sheet.indices[i]] == Vec3f{0, 0, -1});
}

TEST_CASE("a few unusable normals are rebuilt in place and the others normalised") {
  Primitive square = samples::triangles({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {0, 1, 2, 0, 2, 3});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  square.vertices.normals = {{0, 0, 0}, {0, 3, 0}, {nan, 0, 1}, {0, 0, 1}};
  CHECK(repair_normals(square) == 2);
  CHECK(square.vertices.vertex_count() == 4);
  CHECK(square.vertices.normals[0] == Vec3f{0, 0, 1});
  CHECK(square.vertices.normals[1] == Vec3f{0, 1, 0});
  CHECK(square.vertices.normals[2] == Vec3f{0, 0, 1});
  CHECK(square.vertices.normals[3] == Vec3f{0, 0, 1});
}

TEST_CASE("attributes and morph targets follow a split vertex") {
  Primitive sharp = fold(90);
  sharp.vertices.uvs = {{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}}};
  sharp.morph_targets.push_back({"up", {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}, {0, 0, 5}, {0, 0, 6}}, {}, {}});
  const std::vector<std::uint32_t> before = sharp.indices;
  make_normals(sharp);
  REQUIRE(sharp.vertices.vertex_count() == 8);
  for (std::size_t c = 0; c < before.size(); ++c) {
    const std::uint32_t v = sharp.indices[c];
    CHECK(sharp.vertices.uvs[0][v].x == static_cast<float>(before[c]));
    CHECK(sharp.morph_targets[0].position_deltas[v].z == static_cast<float>(before[c] + 1));
  }
}
