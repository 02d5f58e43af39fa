#include "cooker/tiles/open_edges.h"

#include <doctest/doctest.h>

#include <numeric>

using namespace lodcook::cooker;

namespace {

std::vector<OpenEdge> edges_of(const std::vector<std::uint32_t>& indices, std::size_t count) {
  std::vector<std::uint32_t> same(count);
  std::iota(same.begin(), same.end(), 0U);
  return open_edges(indices, same, count);
}

// a fan of four triangles around 0, whose border is 1 2 3 4
const std::vector<std::uint32_t> fan{0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1};

}  // namespace

TEST_CASE("edges used equally often both ways are not open") {
  CHECK(edges_of(fan, 5) == std::vector<OpenEdge>{{1, 2, 1}, {1, 4, -1}, {2, 3, 1}, {3, 4, 1}});
  CHECK(edges_of({0, 1, 2, 2, 1, 0}, 3).empty());
  CHECK(edges_of({0, 1, 2, 0, 1, 3}, 4) ==
        std::vector<OpenEdge>{{0, 1, 2}, {0, 2, -1}, {0, 3, -1}, {1, 2, 1}, {1, 3, 1}});
}

TEST_CASE("vertices at one place close a seam, and a folded triangle opens nothing") {
  const std::vector<std::uint32_t> place_of{0, 1, 2, 0, 1, 3};
  CHECK(open_edges(std::vector<std::uint32_t>{0, 1, 2, 4, 3, 5}, place_of, 4) ==
        std::vector<OpenEdge>{{0, 2, -1}, {0, 3, 1}, {1, 2, 1}, {1, 3, -1}});
  CHECK(open_edges(std::vector<std::uint32_t>{0, 3, 2}, place_of, 4).empty());
}

TEST_CASE("a border that shrinks along itself is not torn") {
  // 2 moves on to 1: the border 1 2 3 4 becomes 1 3 4
  const std::vector<std::uint32_t> after{0, 1, 3, 0, 3, 4, 0, 4, 1};
  CHECK(torn_places(edges_of(fan, 5), edges_of(after, 5), 5).empty());
  CHECK(torn_places(edges_of(fan, 5), edges_of(fan, 5), 5).empty());
}

TEST_CASE("a triangle that is lost inside tears the surface at its corners") {
  // two fans, from 0 and from 5, over one border: a closed surface
  std::vector<std::uint32_t> closed = fan;
  closed.insert(closed.end(), {5, 2, 1, 5, 3, 2, 5, 4, 3, 5, 1, 4});
  REQUIRE(edges_of(closed, 6).empty());
  const std::vector<std::uint32_t> lacking(closed.begin() + 3, closed.end());
  CHECK(torn_places({}, edges_of(lacking, 6), 6) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("a tear away from a border that shrinks is found") {
  // beside the fan, a tetrahedron 5 6 7 8 that loses a face while 2 moves on to 1
  const std::vector<std::uint32_t> solid{5, 7, 6, 5, 6, 8, 6, 7, 8, 7, 5, 8};
  std::vector<std::uint32_t> before = fan, after{0, 1, 3, 0, 3, 4, 0, 4, 1};
  before.insert(before.end(), solid.begin(), solid.end());
  after.insert(after.end(), solid.begin() + 3, solid.end());
  CHECK(torn_places(edges_of(before, 9), edges_of(after, 9), 9) == std::vector<std::uint32_t>{5, 6, 7});
}

TEST_CASE("sums tell whether the border is the same, and whether any of it may move") {
  const std::vector<std::uint32_t> places{0, 1, 2, 3, 4};
  const std::vector<unsigned char> border{0, 1, 1, 1, 1}, none(5, 0), all_but_three{1, 1, 1, 0, 1};
  const std::vector<std::uint32_t> without_middle{1, 2, 3, 1, 3, 4}, shrunk{0, 1, 3, 0, 3, 4, 0, 4, 1};
  const BoundarySums sums = boundary_sums(fan, places, border);
  CHECK(sums.all == boundary_sums(without_middle, places, border).all);
  CHECK(sums.all != boundary_sums(shrunk, places, border).all);
  CHECK(sums.free == 0);
  CHECK(boundary_sums(fan, places, none).free == sums.all);
  CHECK(boundary_sums(fan, places, all_but_three).free != 0);
  // turned round, the same edges are used the other way
  const std::vector<std::uint32_t> turned{2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4, 0};
  CHECK(boundary_sums(turned, places, border).all != sums.all);
}

TEST_CASE("border places are the ends of open edges") {
  const std::vector<std::uint32_t> places{0, 1, 2, 3, 4};
  CHECK(border_places(fan, places, 5) == std::vector<unsigned char>{0, 1, 1, 1, 1});
  CHECK(border_places(std::vector<std::uint32_t>{0, 1, 2, 2, 1, 0}, places, 5) == std::vector<unsigned char>(5, 0));
}
