#include "cooker/app/flat_lists.h"

#include <doctest/doctest.h>

#include "cooker/app/describe_tiles.h"
#include "tests/unit/app/tile_fixtures.h"

using namespace lodcook;
using namespace lodcook::cooker;
using manifest::FlatTile;
using manifest::TileFacts;

namespace {

/// Leaves 0 and 1 with a coarser one each, 2 and 3, under 4, and 5 above all; switch distances are given.
std::vector<TileFacts> two_chains(const std::vector<double>& distances) {
  std::vector<TileFacts> tiles(6);
  const std::uint32_t parents[] = {2, 3, 4, 4, 5};
  for (std::uint32_t t = 0; t < 6; ++t) {
    tiles[t].id = t;
    tiles[t].box = {{0, 0, 0}, {10, 0, 10}};
    tiles[t].switch_distance = distances[t];
    if (t == 5) continue;
    tiles[t].parent = parents[t];
    tiles[parents[t]].children.push_back(t);
  }
  return tiles;
}

std::vector<std::pair<std::uint32_t, double>> pairs(const std::vector<manifest::FlatLevel>& levels) {
  std::vector<std::pair<std::uint32_t, double>> out;
  for (const auto& level : levels) out.emplace_back(level.tile, level.switch_distance);
  return out;
}

using Pairs = std::vector<std::pair<std::uint32_t, double>>;

}  // namespace

TEST_CASE("a leaf lists its chain, then what stands for its block") {
  const std::vector<FlatTile> lists = list_flat_tiles(two_chains({1, 1, 10, 20, 100, 300}));
  REQUIRE(lists.size() == 2);
  CHECK(pairs(lists[0].lod_levels) == Pairs{{0, 0}, {2, 10}});
  CHECK(pairs(lists[1].lod_levels) == Pairs{{1, 0}, {3, 20}});
  for (const FlatTile& list : lists) {
    CHECK(pairs(list.hlod_levels) == Pairs{{4, 100}, {5, 300}});
    CHECK(*list.streaming_radius == doctest::Approx(110));
    CHECK(*list.prefetch_radius == doctest::Approx(125));
    CHECK(*list.unload_radius == doctest::Approx(150));
    CHECK(list.dropped.empty());
  }
}

TEST_CASE("of tiles with one distance the coarsest stays, and says so") {
  const std::vector<FlatTile> lists = list_flat_tiles(two_chains({0, 0, 0, 100, 100, 100}));
  REQUIRE(lists.size() == 2);
  CHECK(pairs(lists[0].lod_levels) == Pairs{{0, 0}});
  CHECK(pairs(lists[1].lod_levels) == Pairs{{1, 0}});
  for (const FlatTile& list : lists) CHECK(pairs(list.hlod_levels) == Pairs{{5, 100}});
  REQUIRE(lists[0].dropped.size() == 2);
  CHECK(lists[0].dropped[0].tile == 2);
  CHECK(lists[0].dropped[0].reason == "it has no error, so no switch distance");
  CHECK(lists[1].dropped[0].tile == 3);
  CHECK(lists[1].dropped[0].reason == "a coarser tile has the same switch distance");
  CHECK(lists[1].dropped[1].tile == 4);
}

TEST_CASE("without errors sizes give the distances") {
  // Side 10, half diagonal 7.0710678: stream 0.35 of it, unload 1.5 times that (0.5 of it is less).
  const std::vector<FlatTile> lists = list_flat_tiles(two_chains({0, 0, 0, 0, 0, 0}));
  REQUIRE(lists.size() == 2);
  CHECK(*lists[0].streaming_radius == doctest::Approx(2.4748737));
  CHECK(*lists[0].prefetch_radius == doctest::Approx(3.0935922));
  CHECK(*lists[0].unload_radius == doctest::Approx(3.7123106));
  REQUIRE(lists[0].lod_levels.size() == 2);
  CHECK(lists[0].lod_levels[1].switch_distance == doctest::Approx(3.0935922));
  REQUIRE(lists[0].hlod_levels.size() == 2);
  CHECK(lists[0].hlod_levels[0].switch_distance == doctest::Approx(3.7123106));
  CHECK(lists[0].hlod_levels[1].switch_distance == doctest::Approx(7.4246212));
}

TEST_CASE("a tree whose leaves have no chain has no flat list") {
  std::vector<TileFacts> tiles(4);  // 0 and 1 under 2, and 3 above
  for (std::uint32_t t = 0; t < 4; ++t) {
    tiles[t].id = t;
    tiles[t].switch_distance = t;
  }
  tiles[0].parent = tiles[1].parent = 2U;
  tiles[2].parent = 3U;
  tiles[2].children = {0, 1};
  tiles[3].children = {2};
  CHECK(list_flat_tiles(tiles).empty());
}

TEST_CASE("the list of a container's tiles") {
  const Container container = test::open_object(test::two_columns(true));  // 0 and 1 under 2 and 3, those under 4
  const std::vector<FlatTile> lists = list_flat_tiles(describe_tiles(container, 0, {}));
  REQUIRE(lists.size() == 2);
  REQUIRE(lists[1].lod_levels.size() == 2);
  CHECK(lists[1].lod_levels[1].tile == 3);
  CHECK(lists[1].lod_levels[1].switch_distance == doctest::Approx(233.8268).epsilon(1e-6));
  REQUIRE(lists[1].hlod_levels.size() == 1);
  CHECK(lists[1].hlod_levels[0].switch_distance == doctest::Approx(467.6537).epsilon(1e-6));
  CHECK(*lists[1].streaming_radius == doctest::Approx(514.4191).epsilon(1e-6));
}
