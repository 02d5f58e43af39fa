#include "cooker/tiles/lone_triangles.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// A root with two leaves of one triangle each: 0 between places 0, 1, 2 near x = 0, and 1 between 3, 4, 5 near x = 10.
TilePlan two_leaves() {
  TilePlan plan;
  plan.nodes.resize(3);
  plan.nodes[0] = {no_tile_node, 1, 2, 0, 0, 2, 0, 2, {}};
  plan.nodes[1] = {0, no_tile_node, no_tile_node, 1, 0, 1, 0, 1, {}};
  plan.nodes[2] = {0, no_tile_node, no_tile_node, 1, 1, 1, 1, 1, {}};
  plan.order = {0, 1};
  return plan;
}

const std::vector<Vec3f> positions{{0, 0, 0},  {1, 0, 0},  {0, 1, 0}, {10, 0, 0},
                                   {11, 0, 0}, {10, 1, 0}, {3, 0, 0}, {9, 5, 0}};

}  // namespace

TEST_CASE("a triangle without area is needed only where nothing else has its places") {
  const std::vector<std::uint32_t> corners{0, 1, 2, 3, 4, 5,  // planned
                                           1, 1, 1,           // a corner of the first
                                           2, 0, 2,           // an edge of the first
                                           0, 3, 3,           // between the two: no edge
                                           6, 6, 6,           // alone
                                           3, 0, 0,           // as the fifth, the other way round
                                           6, 6, 6};          // as the sixth
  CHECK(find_lone_triangles({corners, positions}, std::vector<std::uint32_t>{0, 1}) ==
        std::vector<std::uint32_t>{4, 5});
  CHECK(find_lone_triangles({std::span(corners).first(6), positions}, std::vector<std::uint32_t>{0, 1}).empty());
}

TEST_CASE("each goes to the nearest leaf, behind the triangles of that one") {
  const std::vector<std::uint32_t> corners{0, 1, 2, 3, 4, 5, 7, 7, 7, 6, 6, 6};
  TilePlan plan = two_leaves();
  CHECK(add_to_leaves(plan, std::vector<std::uint32_t>{2, 3}, {corners, positions}) ==
        std::vector<std::uint32_t>{2, 1, 1});
  CHECK(plan.order == std::vector<std::uint32_t>{0, 3, 1, 2});
  CHECK(plan.nodes[0].triangle_count == 4);
  CHECK(plan.nodes[1].first_triangle == 0);
  CHECK(plan.nodes[1].triangle_count == 2);
  CHECK(plan.nodes[2].first_triangle == 2);
  CHECK(plan.nodes[2].triangle_count == 2);
}
