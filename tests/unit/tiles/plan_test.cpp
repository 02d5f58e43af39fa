#include "cooker/tiles/plan.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

struct Grid {
  std::vector<Vec3f> positions;
  std::vector<std::uint32_t> indices;
};

/// n x n quads over [0, n] in x and z: 2 n^2 triangles.
Grid grid(std::uint32_t n) {
  Grid g;
  for (std::uint32_t z = 0; z <= n; ++z) {
    for (std::uint32_t x = 0; x <= n; ++x) g.positions.push_back({float(x), 0, float(z)});
  }
  for (std::uint32_t z = 0; z < n; ++z) {
    for (std::uint32_t x = 0; x < n; ++x) {
      const std::uint32_t a = z * (n + 1) + x, b = a + 1, c = a + n + 1, d = c + 1;
      g.indices.insert(g.indices.end(), {a, c, b, b, c, d});
    }
  }
  return g;
}

std::vector<const TileNode*> leaves(const TilePlan& plan) {
  std::vector<const TileNode*> out;
  for (const TileNode& node : plan.nodes) {
    if (node.is_leaf()) out.push_back(&node);
  }
  return out;
}

/// The definition, by brute force: walk up from every leaf that touches the position until all are below.
std::uint32_t free_depth_by_definition(const TilePlan& plan, const Grid& g, std::uint32_t position) {
  std::set<const TileNode*> touching;
  for (const TileNode* leaf : leaves(plan)) {
    for (std::uint32_t i = leaf->first_triangle; i < leaf->first_triangle + leaf->triangle_count; ++i) {
      for (std::uint32_t c = 0; c < 3; ++c) {
        if (g.indices[3 * plan.order[i] + c] == position) touching.insert(leaf);
      }
    }
  }
  while (touching.size() > 1) {
    const auto deepest =
        std::max_element(touching.begin(), touching.end(), [](auto a, auto b) { return a->depth < b->depth; });
    const TileNode* parent = &plan.nodes[static_cast<std::size_t>((*deepest)->parent)];
    touching.erase(deepest);
    touching.insert(parent);
  }
  return (*touching.begin())->depth;
}

}  // namespace

TEST_CASE("every triangle lies in exactly one leaf and median leaves are equal to within one") {
  const Grid g = grid(37);  // 2738 triangles
  TilePlanOptions options;
  options.budget = 200;
  const auto plan = plan_tiles(g.positions, g.indices, options);
  REQUIRE(plan.ok());
  std::vector<std::uint32_t> sorted = plan->order;
  std::sort(sorted.begin(), sorted.end());
  REQUIRE(sorted.size() == 2738);
  for (std::uint32_t t = 0; t < 2738; ++t) CHECK(sorted[t] == t);
  // 2738 / 16 = 171.1: four halvings
  REQUIRE(leaves(*plan).size() == 16);
  std::uint32_t covered = 0;
  for (const TileNode* leaf : leaves(*plan)) {
    CHECK(leaf->triangle_count >= 171);
    CHECK(leaf->triangle_count <= 172);
    CHECK(leaf->first_triangle == covered);
    covered += leaf->triangle_count;
  }
  CHECK(covered == 2738);
}

TEST_CASE("the free depth of a position is that of the lowest common ancestor of the leaves that touch it") {
  const Grid g = grid(12);
  TilePlanOptions options;
  options.budget = 40;
  const auto plan = plan_tiles(g.positions, g.indices, options);
  REQUIRE(plan.ok());
  REQUIRE(plan->free_depth.size() == g.positions.size());
  for (std::uint32_t p = 0; p < g.positions.size(); ++p) {
    CHECK(plan->free_depth[p] == free_depth_by_definition(*plan, g, p));
  }
}

TEST_CASE("cells of a given size cut at multiples of the size in world space and never cut a triangle") {
  Grid g = grid(8);
  TilePlanOptions options;
  options.budget = 8;
  options.cell_size = {4, 4, 4};
  options.cell_origin = {2, 0, 0};  // local x in [0, 8] is world [2, 10]: cells [0,4) [4,8) [8,12)
  const auto plan = plan_tiles(g.positions, g.indices, options);
  REQUIRE(plan.ok());
  std::set<std::pair<std::int32_t, std::int32_t>> cells;
  for (const TileNode* leaf : leaves(*plan)) cells.insert({leaf->cell[0], leaf->cell[2]});
  CHECK(cells == std::set<std::pair<std::int32_t, std::int32_t>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}});
  for (const TileNode* leaf : leaves(*plan)) {
    // two columns of 4 quads, four columns of 4 quads, two columns of 4 quads
    CHECK(leaf->triangle_count == (leaf->cell[0] == 1 ? 32U : 16U));
  }
}

TEST_CASE("a block under an eighth of the budget is not cut further") {
  const Grid g = grid(4);  // 32 triangles
  TilePlanOptions options;
  options.budget = 8 * 33;
  options.cell_size = {1, 1, 1};
  CHECK(plan_tiles(g.positions, g.indices, options)->nodes.size() == 1);
  options.budget = 8 * 32;
  CHECK(plan_tiles(g.positions, g.indices, options)->nodes.size() > 1);
}

TEST_CASE("a plan does not depend on anything but its input") {
  const Grid g = grid(30);
  TilePlanOptions options;
  options.budget = 100;
  CHECK(plan_tiles(g.positions, g.indices, options)->order == plan_tiles(g.positions, g.indices, options)->order);
}

TEST_CASE("an empty input, a wrong index and too many cells are refused") {
  const Grid g = grid(1);
  CHECK(plan_tiles({}, {}, {}).error().code == ErrorCode::no_triangles);
  const std::vector<std::uint32_t> wrong{0, 1, 4};
  CHECK(plan_tiles(g.positions, wrong, {}).error().code == ErrorCode::invalid_index);
  TilePlanOptions options;
  options.budget = 1;
  options.cell_size = {1e-7F, 1, 1};
  CHECK(plan_tiles(g.positions, g.indices, options).error().code == ErrorCode::invalid_value);
}
