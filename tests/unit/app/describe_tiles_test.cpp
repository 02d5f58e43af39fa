#include "cooker/app/describe_tiles.h"

#include <doctest/doctest.h>

#include "tests/unit/app/tile_fixtures.h"

using namespace lodcook;
using namespace lodcook::cooker;
using manifest::TileFacts;

TEST_CASE("tiles know their parent, children, distances and radii") {
  // Leaves 0 and 1 under 2 and 3, those under 4; errors 0, 0.25 and 0.5.
  const Container container = test::open_object(test::two_columns(true));
  const std::vector<TileFacts> tiles = describe_tiles(container, 0, {});
  REQUIRE(tiles.size() == 5);
  const TileFacts& root = tiles[4];
  CHECK(root.level == 2);
  CHECK_FALSE(root.parent);
  CHECK(root.children == std::vector<std::uint32_t>{2, 3});
  CHECK(root.error_absolute == 0.5);
  // 1080 / (2 tan 30 degrees) = 935.3074 pixels for each unit at distance 1, and one pixel of error allowed
  CHECK(root.switch_distance == doctest::Approx(467.6537).epsilon(1e-6));
  CHECK_FALSE(root.streaming_radius);
  CHECK_FALSE(root.unload_radius);
  CHECK(root.priority == 0);

  const TileFacts& left = tiles[2];
  CHECK(left.parent == 4U);
  CHECK(left.children == std::vector<std::uint32_t>{0});
  CHECK(left.switch_distance == doctest::Approx(233.8268).epsilon(1e-6));
  // of the parent's switch distance: 1.1, 1.25 and 1.5 times 467.6537
  CHECK(*left.streaming_radius == doctest::Approx(514.4191).epsilon(1e-6));
  CHECK(*left.prefetch_radius == doctest::Approx(584.5671).epsilon(1e-6));
  CHECK(*left.unload_radius == doctest::Approx(701.4806).epsilon(1e-6));
  CHECK(left.relative.estimate == 0.0625);  // 0.25 of an extent of 4

  CHECK(tiles[1].parent == 3U);
  CHECK(tiles[1].children.empty());
  CHECK(tiles[1].switch_distance == 0);
  CHECK(tiles[1].triangles == 8);
  CHECK(tiles[1].hash.size() == 16);
  CHECK(tiles[1].priority > tiles[3].priority);
}

TEST_CASE("twice the pixels of error halve the distances") {
  const Container container = test::open_object(test::two_columns(true));
  const std::vector<TileFacts> tiles = describe_tiles(container, 0, {60, 1080, 2});
  CHECK(tiles[4].switch_distance == doctest::Approx(233.8268).epsilon(1e-6));
  CHECK(*tiles[0].streaming_radius == doctest::Approx(128.6048).epsilon(1e-6));
}

TEST_CASE("a chain has no tiles to describe") {
  ObjectContent object = test::two_columns(true);
  object.levels.resize(1);
  object.levels[0].tiles.resize(1);
  object.levels[0].tiles[0].parent = -1;
  CHECK(describe_tiles(test::open_object(object), 0, {}).empty());
}
