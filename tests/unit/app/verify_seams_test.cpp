#include "cooker/app/verify_seams.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/unit/app/tile_fixtures.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

TileSeams seams_of(const Container& container) {
  TileSeams seams(container, 0);
  for (const std::uint32_t tile : seams.tiles()) {
    const Result<DecodedTile> decoded = container.load_tile(tile);
    REQUIRE(decoded.ok());
    seams.add(tile, *decoded);
  }
  return seams;
}

}  // namespace

TEST_CASE("tiles that keep what they share have no fault") {
  const Container container = test::open_object(test::two_columns(true));
  TileSeams seams = seams_of(container);
  CHECK(seams.is_tree());
  CHECK_FALSE(seams.find_fault());
  // 2 + 2 sides of one unit square's width, 4 + 4 along the strip
  CHECK(seams.count_open({0, 1}) == 12);
  CHECK(seams.count_open({2, 3}) == 6);  // the outer sides are one edge each
  CHECK(seams.count_cracks({2, 1}) == 0);
  CHECK(seams.border_is_kept({0, 1}));
  CHECK_FALSE(seams.border_is_kept({2, 3}));
}

TEST_CASE("a corner that one neighbour lacks is a crack") {
  const Container container = test::open_object(test::two_columns(false));
  TileSeams seams = seams_of(container);
  // one long edge against two short ones
  CHECK(seams.count_cracks({2, 1}) == 3);
  CHECK(seams.count_cracks({0, 1}) == 0);
  const std::optional<std::string> fault = seams.find_fault();
  REQUIRE(fault);
  CHECK(fault->find("3 cracked edges") == 0);
}

TEST_CASE("an edge that opens inside one tile is no crack between tiles") {
  ObjectContent object = test::two_columns(true);
  // the whole strip as one quad and, inside, a loose sliver
  object.levels[2].tiles[0] =
      test::lattice_tile({{0, 0, 0}, {0, 4, 0}, {2, 0, 0}, {2, 4, 0}, {1, 1, 0}, {1, 2, 0}, {1, 3, 0}},
                         {0, 2, 3, 0, 3, 1, 4, 5, 6}, 0.5, object.levels[2].box, -1);
  const Container container = test::open_object(object);
  TileSeams seams = seams_of(container);
  CHECK(seams.count_open({4}) == 7);  // four sides and the sliver's three
  CHECK(seams.count_cracks({4}) == 0);
  CHECK_FALSE(seams.find_fault());
}

TEST_CASE("a tile that reaches out of its box is a fault") {
  ObjectContent object = test::two_columns(true);
  object.levels[0].tiles[1].box.max.x = 1.5F;
  const Container container = test::open_object(object);
  CHECK(seams_of(container).find_fault() == "tile 1 reaches out of its box");
}

TEST_CASE("random cuts hold one tile of every path and differ") {
  const Container container = test::open_object(test::two_columns(true));
  const TileSeams seams = seams_of(container);
  std::set<std::vector<std::uint32_t>> found;
  for (std::uint64_t number = 0; number < 64; ++number) {
    std::vector<std::uint32_t> cut = seams.random_cut(number);
    std::sort(cut.begin(), cut.end());
    found.insert(cut);
    CHECK(cut == [&] {
      std::vector<std::uint32_t> again = seams.random_cut(number);
      std::sort(again.begin(), again.end());
      return again;
    }());
  }
  const std::set<std::vector<std::uint32_t>> all{{4}, {2, 3}, {0, 3}, {1, 2}, {0, 1}};
  CHECK(found == all);
}
