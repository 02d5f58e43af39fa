#include "cooker/tiles/lattice_weld.h"

#include <doctest/doctest.h>

#include "cooker/lod/level_zero.h"
#include "cooker/lod/snap.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// Two squares of side 8 side by side, the second moved away from the first by `gap`, and its outer side cut once more
/// at `cut` above its lower end.
Object squares(float gap, float cut = 4) {
  Object object;
  object.vertices.positions = {{0, 0, 0},        {8, 0, 0},          {8, 8, 0},        {0, 8, 0},      {8 + gap, 0, 0},
                               {16 + gap, 0, 0}, {16 + gap, cut, 0}, {16 + gap, 8, 0}, {8 + gap, 8, 0}};
  object.indices = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 8, 6, 7, 8};
  object.vertex_materials.assign(9, 0);
  return object;
}

}  // namespace

TEST_CASE("positions snap to the nearest multiples") {
  const std::vector<Vec3f> snapped = snap_positions({{0.2F, -0.2F, 0.3F}, {1.25F, 7.9F, -1.6F}}, 0.5);
  CHECK(snapped[0] == Vec3f{0, 0, 0.5F});
  CHECK(snapped[1] == Vec3f{1.5F, 8, -1.5F});
  CHECK(snap_positions({{0.2F, -0.2F, 0.3F}}, 0)[0] == Vec3f{0.2F, -0.2F, 0.3F});
}

TEST_CASE("places of a lattice are its points") {
  const Object object = squares(0.01F);
  CHECK(LevelZero(object).places.count() == 9);
  const LevelZero zero(object, 0.125);
  CHECK(zero.places.count() == 7);
  CHECK(zero.places.of_vertex[1] == zero.places.of_vertex[4]);
  CHECK(zero.places.of_vertex[2] == zero.places.of_vertex[8]);
  CHECK(zero.positions[1] == zero.positions[4]);
  CHECK(LevelZero(object, 0).places.count() == 9);
}

TEST_CASE("places of positions as they are may be nearer than the grid of the unit box") {
  const Object object = squares(1e-6F * 8);  // 2^-20 of the extent is twice that
  CHECK(LevelZero(object).places.count() == 7);
  CHECK(LevelZero(object, 0).places.count() == 9);
}

TEST_CASE("a lattice that closes a gap between open edges needs tiles of its own") {
  CHECK(needs_lattice_weld(squares(0.01F), 0.125));
  CHECK_FALSE(needs_lattice_weld(squares(0.01F), 0.001953125));
  CHECK_FALSE(needs_lattice_weld(squares(0), 0.125));
}

TEST_CASE("a lattice that parts what the grid made one needs tiles of its own") {
  CHECK(needs_lattice_weld(squares(1e-6F * 8), 0));
  CHECK_FALSE(needs_lattice_weld(squares(0), 0));
}

TEST_CASE("a lattice that only collapses closed edges does not") {
  // a tetrahedron of which one edge is short
  Object object;
  object.vertices.positions = {{0, 0, 0}, {8, 0, 0}, {8, 0.01F, 0}, {4, 4, 8}};
  object.indices = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
  object.vertex_materials.assign(4, 0);
  CHECK_FALSE(needs_lattice_weld(object, 0.125));
}
