#include "cooker/scene/flip_caps.h"

#include <doctest/doctest.h>

#include "cooker/scene/triangles.h"
#include "tests/unit/scene/sample_scenes.h"

using namespace lodcook;
using namespace lodcook::cooker;
using namespace lodcook::cooker::samples;

namespace {

double signed_area(const Primitive& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.indices.size(); i += 3) {
    const Vec3f a = p.vertices.positions[p.indices[i]], b = p.vertices.positions[p.indices[i + 1]],
                c = p.vertices.positions[p.indices[i + 2]];
    sum += ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)) / 2;
  }
  return sum;
}

/// Edges of which the surface lies on one side only, by vertex number.
std::size_t open_edges(const Primitive& p) {
  std::size_t open = 0;
  const auto has = [&](std::uint32_t from, std::uint32_t to) {
    for (std::size_t i = 0; i < p.indices.size(); ++i) {
      if (p.indices[i] == from && p.indices[i % 3 == 2 ? i - 2 : i + 1] == to) return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < p.indices.size(); ++i) {
    const std::uint32_t from = p.indices[i], to = p.indices[i % 3 == 2 ? i - 2 : i + 1];
    if (!has(to, from)) ++open;
  }
  return open;
}

}  // namespace

TEST_CASE("a cap is joined to the neighbour across its longest edge") {
  // a square cut along its diagonal, with a corner in the midst of the diagonal that only one side knows
  Primitive p =
      triangles({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 0}}, {0, 1, 4, 1, 2, 4, 4, 2, 0, 0, 2, 3});
  REQUIRE(open_edges(p) == 4);
  CHECK(flip_caps(p) == 1);
  CHECK(p.indices.size() == 4 * 3);
  CHECK(p.vertices.vertex_count() == 5);
  CHECK(drop_zero_area(p.indices, p.vertices.positions) == 0);
  CHECK(open_edges(p) == 4);
  CHECK(signed_area(p) == doctest::Approx(4));
}

TEST_CASE("a row of caps is joined one after the other") {
  // the edge from 0 to 5 has four more corners, known on its other side only; a fan of caps fills it
  Primitive p = triangles({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}, {5, 0, 0}, {2, 3, 0}},
                          {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6});
  CHECK(flip_caps(p) == 4);
  CHECK(drop_zero_area(p.indices, p.vertices.positions) == 0);
  CHECK(p.indices.size() == 5 * 3);
  CHECK(open_edges(p) == 7);
  CHECK(signed_area(p) == doctest::Approx(7.5));
}

TEST_CASE("across a seam the corner gets the neighbour's attributes") {
  // as the first, but the two sides of the diagonal have vertices of their own
  Primitive p = triangles({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 1, 0}, {0, 0, 0}, {2, 2, 0}, {0, 2, 0}},
                          {0, 1, 3, 1, 2, 3, 3, 2, 0, 4, 5, 6});
  p.vertices.uvs = {{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {1, 0}, {3, 8}, {0, 0}}};
  CHECK(flip_caps(p) == 1);
  REQUIRE(p.vertices.vertex_count() == 8);
  CHECK(p.vertices.positions[7] == Vec3f{1, 1, 0});
  CHECK(p.vertices.uvs[0][7] == Vec2f{2, 4});
  CHECK(signed_area(p) == doctest::Approx(4));
}

TEST_CASE("a cap without a neighbour stays, and so does a mesh without caps") {
  Primitive lone = triangles({{7, 0, 0}, {8, 0, 0}, {9, 0, 0}}, {0, 1, 2});
  CHECK(flip_caps(lone) == 0);
  CHECK(lone.indices == std::vector<std::uint32_t>{0, 1, 2});
  Primitive cube = unit_cube();
  const auto before = cube.indices;
  CHECK(flip_caps(cube) == 0);
  CHECK(cube.indices == before);
}
