#include "cooker/lod/touching.h"

#include <doctest/doctest.h>

#include "measures.h"
#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// A grid of n by n squares over the unit square, bulging, facing up or down.
void add_sheet(Object& object, std::uint32_t n, bool up, std::uint32_t material) {
  const auto first = static_cast<std::uint32_t>(object.vertices.positions.size());
  for (std::uint32_t y = 0; y <= n; ++y) {
    for (std::uint32_t x = 0; x <= n; ++x) {
      const float u = static_cast<float>(x) / static_cast<float>(n), v = static_cast<float>(y) / static_cast<float>(n);
      object.vertices.positions.push_back({u, v, u * (1 - u) * v * (1 - v)});
      object.vertex_materials.push_back(material);
    }
  }
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      const std::uint32_t a = first + y * (n + 1) + x, b = a + 1, c = a + n + 1, d = c + 1;
      if (up) {
        object.indices.insert(object.indices.end(), {a, b, d, a, d, c});
      } else {
        object.indices.insert(object.indices.end(), {a, d, b, a, c, d});
      }
    }
  }
}

/// Two sheets of two materials back to back.
Object double_sheet(std::uint32_t n) {
  Object object;
  object.name = "sheet";
  add_sheet(object, n, true, 0);
  add_sheet(object, n, false, 1);
  return object;
}

std::size_t moved_vertices(const Object& object) {
  const LevelZero zero(object);
  Identity identity = build_identity(zero, {}, Rung::positions);
  return part_touching(zero, identity).count - zero.places.count();
}

}  // namespace

TEST_CASE("of two sheets back to back only what lies inside the rim parts") {
  // 5 by 5 places, 16 of them on the rim
  CHECK(moved_vertices(double_sheet(4)) == 9);
}

TEST_CASE("a seam between two materials stays joined") {
  CHECK(moved_vertices(octants(icosphere(3))) == 0);
  CHECK(moved_vertices(faceted(icosphere(2))) == 0);
}

TEST_CASE("a sheet that stands on the inside of another holds it where it stands") {
  Object object = double_sheet(4);
  // a wall of one triangle over the middle edge from (0.25, 0.5) to (0.5, 0.5)
  const auto first = static_cast<std::uint32_t>(object.vertices.positions.size());
  object.vertices.positions.insert(object.vertices.positions.end(),
                                   {object.vertices.positions[11], object.vertices.positions[12], {0.25F, 0.5F, 1}});
  object.vertex_materials.insert(object.vertex_materials.end(), {2, 2, 2});
  object.indices.insert(object.indices.end(), {first, first + 1, first + 2});
  CHECK(moved_vertices(object) == 7);
}

TEST_CASE("two sheets of two materials back to back get levels down to the floor without an open edge") {
  const Object object = double_sheet(32);
  Result<LodChain> chain = build_chain(object, {});
  REQUIRE(chain.ok());
  check_laws(*chain);
  CHECK(triangle_counts(*chain).front() == 4096);
  CHECK(triangle_counts(*chain).size() == 8);
  CHECK(chain->levels.back().indices.size() / 3 <= 34);
  CHECK(chain->stopped == "triangle_floor");
  for (const LodLevel& level : chain->levels) {
    CHECK(open_edges(level).empty());
    CHECK(level.draws.size() == 2);
  }
}
