#include "cooker/lod/far_vertices.h"

#include <numeric>

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// A square of two triangles in z = 0, and a triangle that hangs from its corner 2 with tips at heights 0.25 and 0.5.
LevelMesh square_with_flap() {
  LevelMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.75F, 0.75F, 0.25F}, {0.5F, 0.5F, 0.5F}};
  mesh.indices = {0, 1, 2, 0, 2, 3, 2, 4, 5};
  mesh.vertices.resize(6);
  std::iota(mesh.vertices.begin(), mesh.vertices.end(), 0U);
  mesh.positions.insert(mesh.positions.end(), 2, Vec3f{0.5F, 0.5F, 0.1F});  // anchors
  return mesh;
}

}  // namespace

TEST_CASE("vertices that lost their triangles are far by their height over what is left") {
  const LevelMesh mesh = square_with_flap();
  const std::vector<std::uint32_t> places = {0, 1, 2, 3, 4, 5};
  const std::vector<std::uint32_t> kept = {0, 1, 2, 0, 2, 3};
  const auto both = find_far_vertices(mesh, places, 6, kept, 0.2F);
  REQUIRE(both.size() == 2);
  CHECK(both[0].vertex == 4);
  CHECK(both[0].distance == doctest::Approx(0.25));
  CHECK(both[1].vertex == 5);
  CHECK(both[1].distance == doctest::Approx(0.5));
  const auto one = find_far_vertices(mesh, places, 6, kept, 0.3F);
  REQUIRE(one.size() == 1);
  CHECK(one[0].vertex == 5);
  CHECK(find_far_vertices(mesh, places, 6, kept, 0.51F).empty());
  CHECK(find_far_vertices(mesh, places, 6, mesh.indices, 0.0F).empty());
}

TEST_CASE("a position that another vertex keeps is not lost") {
  LevelMesh mesh = square_with_flap();
  mesh.positions[4] = mesh.positions[5];  // two wedges at one place
  mesh.indices = {0, 1, 2, 0, 2, 3, 2, 3, 4, 2, 1, 5};
  const std::vector<std::uint32_t> places = {0, 1, 2, 3, 4, 4};
  const std::vector<std::uint32_t> kept = {0, 1, 2, 0, 2, 3, 2, 3, 4};
  CHECK(find_far_vertices(mesh, places, 5, kept, 0.1F).empty());
  const std::vector<std::uint32_t> square = {0, 1, 2, 0, 2, 3};
  const auto far = find_far_vertices(mesh, places, 5, square, 0.1F);
  REQUIRE(far.size() == 1);
  CHECK(far[0].vertex == 4);
}

TEST_CASE("only positions that are asked of are looked at") {
  const LevelMesh mesh = square_with_flap();
  const std::vector<std::uint32_t> places = {0, 1, 2, 3, 4, 5};
  const std::vector<std::uint32_t> kept = {0, 1, 2, 0, 2, 3};
  const std::vector<unsigned char> five = {1, 1, 1, 1, 0, 1};
  const auto far = find_far_vertices(mesh, places, 6, kept, 0.2F, five);
  REQUIRE(far.size() == 1);
  CHECK(far[0].vertex == 5);
  CHECK(far[0].distance == doctest::Approx(0.5));
}

TEST_CASE("triangles with two corners at one place are nothing to be near to") {
  const LevelMesh mesh = square_with_flap();
  const std::vector<std::uint32_t> places = {0, 1, 2, 3, 4, 5};
  const std::vector<std::uint32_t> kept = {0, 1, 2, 0, 2, 3, 4, 2, 4};  // the last one still has vertex 4
  const auto far = find_far_vertices(mesh, places, 6, kept, 0.2F);
  REQUIRE(far.size() == 2);
  CHECK(far[0].distance == doctest::Approx(0.25));
  CHECK(far[1].distance == doctest::Approx(0.5));
}
