#include "cooker/lod/reach_grid.h"

#include <doctest/doctest.h>

using namespace lodcook::cooker;

TEST_CASE("a grid tells triangles within reach of a point from those far off") {
  ReachGrid grid;
  grid.add({0.5F, 0.5F, 0.5F}, 0.1F);
  CHECK(grid.touches({0.59F, 0.5F, 0.5F}, {0.9F, 0.5F, 0.5F}, {0.9F, 0.9F, 0.5F}));
  CHECK(grid.touches({0.5F, 0.5F, 0.41F}, {0.5F, 0.6F, 0}, {0.6F, 0.5F, 0}));
  CHECK_FALSE(grid.touches({0.7F, 0.5F, 0.5F}, {0.9F, 0.5F, 0.5F}, {0.9F, 0.9F, 0.5F}));
  CHECK_FALSE(grid.touches({0, 0, 0}, {0.3F, 0, 0}, {0, 0.3F, 0}));
}

TEST_CASE("what lies outside of the unit box counts to the cells at its border") {
  ReachGrid grid;
  grid.add({1.5F, 0.5F, 0.5F}, 0.1F);
  CHECK(grid.touches({2, 0.5F, 0.5F}, {3, 0.5F, 0.5F}, {3, 0.6F, 0.5F}));
  CHECK_FALSE(grid.touches({0.2F, 0.5F, 0.5F}, {0.3F, 0.5F, 0.5F}, {0.3F, 0.6F, 0.5F}));
}
