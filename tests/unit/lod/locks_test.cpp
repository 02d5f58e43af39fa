#include "cooker/lod/locks.h"

#include <doctest/doctest.h>

#include "cooker/lod/identity.h"
#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

Locks locks_of(const Object& object, Rung rung) {
  const LevelZero zero(object);
  const Identity identity = build_identity(zero, {}, rung);
  std::vector<std::uint32_t> place_of;
  for (const std::uint32_t v : identity.mesh.vertices) place_of.push_back(zero.places.of_vertex[identity.sources[v]]);
  return find_locks(identity.mesh, place_of, zero.places.count());
}

Object of_triangles(std::vector<Vec3f> positions, std::vector<std::uint32_t> indices) {
  Object object;
  object.vertex_materials.assign(positions.size(), 0);
  object.vertices.normals.assign(positions.size(), {0, 0, 1});
  object.vertices.positions = std::move(positions);
  object.indices = std::move(indices);
  return object;
}

}  // namespace

TEST_CASE("nothing of a smooth closed mesh is locked") {
  const Locks locks = locks_of(icosphere(3), Rung::attributes);
  CHECK(locks.places == 0);
  CHECK(locks.folded == 0);
}

TEST_CASE("a box with hard edges locks its eight corners, where three sides meet") {
  CHECK(locks_of(box(1, 2, 3, 4), Rung::attributes).places == 8);
  CHECK(locks_of(box(1, 2, 3, 4), Rung::no_normals).places == 0);
}

TEST_CASE("every position of a ball of flat facets is locked while normals count") {
  CHECK(locks_of(faceted(icosphere(1)), Rung::attributes).places == 42);
  CHECK(locks_of(faceted(icosphere(1)), Rung::positions).places == 0);
}

TEST_CASE("a vertex where two fans touch is locked, the rest of the border is not") {
  const Object object = of_triangles({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}}, {0, 1, 2, 0, 3, 4});
  CHECK(locks_of(object, Rung::attributes).places == 1);
}

TEST_CASE("the two vertices of an edge folded over are found") {
  // Two triangles over the edge (0, 1) that lie on each other but for a small angle, and a flat pair beside them.
  const Object object =
      of_triangles({{0, 0, 0}, {1, 0, 0}, {0.5F, 1, 0}, {0.5F, 1, 0.05F}, {2, 0, 0}, {3, 0, 0}, {2, 1, 0}, {3, 1, 0}},
                   {0, 1, 2, 1, 0, 3, 4, 5, 6, 5, 7, 6});
  const Locks locks = locks_of(object, Rung::attributes);
  CHECK(locks.folded == 2);
  CHECK(locks.flags[0] == 1);
  CHECK(locks.flags[1] == 1);
  CHECK(locks.flags[2] == 0);
}
