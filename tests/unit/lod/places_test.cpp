#include "cooker/lod/places.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("vertices at equal positions share a place, numbered by its first vertex") {
  const std::vector<Vec3f> positions = {{1, 0, 0}, {2, 0, 0}, {1, 0, 0}, {0.0F, 0, 0}, {-0.0F, 0, 0}, {2, 0, 1}};
  const Places places = find_places(positions);
  CHECK(places.of_vertex == std::vector<std::uint32_t>{0, 1, 0, 2, 2, 3});
  REQUIRE(places.count() == 4);
  CHECK(std::vector<std::uint32_t>(places.at(0).begin(), places.at(0).end()) == std::vector<std::uint32_t>{0, 2});
  CHECK(std::vector<std::uint32_t>(places.at(2).begin(), places.at(2).end()) == std::vector<std::uint32_t>{3, 4});
}

TEST_CASE("no vertices have no places") { CHECK(find_places({}).count() == 0); }
