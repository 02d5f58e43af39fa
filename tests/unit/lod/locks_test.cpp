#include "cooker/lod/locks.h"

#include <cmath>
#include <numbers>

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

namespace {

/// Triangles from vertex 0 to points on a circle; `gaps`: triangles left out, as evenly as they go.
Object umbrella(std::uint32_t triangles, std::uint32_t gaps) {
  std::vector<Vec3f> positions{{0, 0, 0}};
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const double angle = 2 * std::numbers::pi * i / triangles;
    positions.push_back({static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0});
    if (gaps > 0 && i % (triangles / gaps) == 0) continue;
    indices.insert(indices.end(), {0, i + 1, (i + 1) % triangles + 1});
  }
  return of_triangles(positions, indices);
}

}  // namespace

TEST_CASE("a vertex is locked where several of its edges are open, however many triangles it has") {
  for (const std::uint32_t triangles : {6U, 12U, 40U, 200U}) {
    CAPTURE(triangles);
    CHECK(locks_of(umbrella(triangles, 0), Rung::attributes).places == 0);
    CHECK(locks_of(umbrella(triangles, 1), Rung::attributes).places == 0);  // one open edge each way
    CHECK(locks_of(umbrella(triangles, 2), Rung::attributes).places == 1);
  }
}

TEST_CASE("an edge folded over is found beside any number of other triangles") {
  for (const std::uint32_t others : {0U, 10U, 100U}) {
    CAPTURE(others);
    std::vector<Vec3f> positions{{0, 0, 0}, {1, 0, 0}, {0.5F, 1, 0}, {0.5F, 1, 0.05F}};
    std::vector<std::uint32_t> indices{0, 1, 2, 1, 0, 3};
    for (std::uint32_t i = 0; i < others; ++i) {
      const auto first = static_cast<std::uint32_t>(positions.size());
      const auto y = -static_cast<float>(i);
      positions.insert(positions.end(), {{-1, y, 0}, {-1, y - 0.5F, 0}});
      indices.insert(indices.end(), {0, first, first + 1});
    }
    CHECK(locks_of(of_triangles(positions, indices), Rung::attributes).folded == 2);
  }
}
