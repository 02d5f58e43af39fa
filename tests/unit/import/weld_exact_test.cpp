#include "cooker/import/weld_exact.h"

#include <doctest/doctest.h>

namespace lodcook::cooker {
namespace {

/// Two triangles of a square, every corner its own vertex, and one vertex that nothing uses.
Primitive square() {
  Primitive out;
  out.vertices.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 0}, {0, 1, 0}, {9, 9, 9}};
  out.indices = {0, 1, 2, 3, 4, 5};
  return out;
}

TEST_CASE("equal vertices are joined and unused ones dropped") {
  Primitive p = square();
  weld_exact(p);
  CHECK(p.vertices.positions.size() == 4);
  CHECK(p.indices == std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3});
}

TEST_CASE("zero and minus zero are one place") {
  Primitive p = square();
  p.vertices.positions[3].x = -0.0F;
  weld_exact(p);
  CHECK(p.vertices.positions.size() == 4);
}

TEST_CASE("any attribute keeps vertices apart, and stays with its vertex") {
  Primitive p = square();
  p.vertices.uvs = {{{0, 0}, {1, 0}, {1, 1}, {5, 5}, {1, 1}, {0, 1}, {0, 0}}};
  weld_exact(p);
  REQUIRE(p.vertices.positions.size() == 5);
  CHECK(p.vertices.uvs[0][p.indices[3]] == Vec2f{5, 5});
  CHECK(p.vertices.positions[p.indices[3]] == Vec3f{0, 0, 0});
}

TEST_CASE("more arrays than one call compares keep vertices apart too") {
  Primitive p = square();
  for (int i = 0; i < 40; ++i) {
    MorphTarget target;
    target.position_deltas.resize(7);
    target.normal_deltas.resize(7);
    p.morph_targets.push_back(target);
  }
  Primitive differs = p;
  differs.morph_targets[33].normal_deltas[3] = {0, 0, 1};
  weld_exact(p);
  CHECK(p.vertices.positions.size() == 4);
  weld_exact(differs);
  REQUIRE(differs.vertices.positions.size() == 5);
  CHECK(differs.morph_targets[33].normal_deltas[differs.indices[3]] == Vec3f{0, 0, 1});
}

TEST_CASE("influences belong to the vertex as a whole") {
  Primitive p = square();
  p.vertices.influences_per_vertex = 2;
  p.vertices.joints.assign(14, 0);
  p.vertices.weights.assign(14, 0.5F);
  p.vertices.joints[2 * 3 + 1] = 7;
  weld_exact(p);
  REQUIRE(p.vertices.positions.size() == 5);
  CHECK(p.vertices.joints.size() == 10);
  CHECK(p.vertices.joints[2 * p.indices[3] + 1] == 7);
}

TEST_CASE("a primitive without triangles ends without vertices") {
  Primitive p = square();
  p.indices.clear();
  weld_exact(p);
  CHECK(p.vertices.positions.empty());
}

}  // namespace
}  // namespace lodcook::cooker
