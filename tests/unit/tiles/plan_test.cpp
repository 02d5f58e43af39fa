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

TEST_CASE("cells too far from the origin to be counted are refused, those just below are not") {
  const Grid g = grid(1);
  TilePlanOptions options;
  options.budget = 1;
  options.cell_size = {1, 1, 1};
  const double limit = 1 << 30;
  for (const double x : {limit, -limit - 1, 1e15, -1e15}) {
    options.cell_origin.x = x;
    CHECK(plan_tiles(g.positions, g.indices, options).error().code == ErrorCode::invalid_value);
  }
  for (const double x : {limit - 1, 1 - limit}) {
    options.cell_origin.x = x;
    const Result<TilePlan> plan = plan_tiles(g.positions, g.indices, options);
    REQUIRE(plan.ok());
    CHECK(plan->nodes[0].cell[0] == static_cast<std::int32_t>(x));
  }
}

namespace {

/// `count` separate strips of `triangles` triangles each, 1 unit wide, from x = 10 i on; parts by triangle.
Grid strips(std::uint32_t count, std::uint32_t triangles, std::vector<std::uint32_t>& parts) {
  Grid g;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto base = static_cast<std::uint32_t>(g.positions.size());
    for (std::uint32_t v = 0; v < triangles + 2; ++v) {
      g.positions.push_back({10.0F * float(i) + float(v % 2), 0, float(v / 2) / float(triangles)});
    }
    for (std::uint32_t t = 0; t < triangles; ++t) {
      g.indices.insert(g.indices.end(), {base + t, base + t + 1, base + t + 2});
      parts.push_back(i);
    }
  }
  return g;
}

void check_each_triangle_once(const TilePlan& plan, std::uint32_t count) {
  std::vector<std::uint32_t> sorted;
  std::uint32_t covered = 0;
  for (const TileNode* leaf : leaves(plan)) {
    CHECK(leaf->first_triangle == covered);
    covered += leaf->triangle_count;
    for (std::uint32_t i = leaf->first_triangle; i < covered; ++i) sorted.push_back(plan.order[i]);
  }
  std::sort(sorted.begin(), sorted.end());
  REQUIRE(sorted.size() == count);
  REQUIRE(plan.order.size() == count);
  for (std::uint32_t t = 0; t < count; ++t) CHECK(sorted[t] == t);
}

/// Numbers of the leaves that hold triangles of a part.
std::set<std::size_t> leaves_of_part(const TilePlan& plan, const std::vector<std::uint32_t>& parts,
                                     std::uint32_t part) {
  std::set<std::size_t> found;
  const auto all = leaves(plan);
  for (std::size_t leaf = 0; leaf < all.size(); ++leaf) {
    for (std::uint32_t i = all[leaf]->first_triangle; i < all[leaf]->first_triangle + all[leaf]->triangle_count; ++i) {
      if (parts[plan.order[i]] == part) found.insert(leaf);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("parts of a quarter of the budget stay whole, larger ones are cut") {
  std::vector<std::uint32_t> parts;
  const Grid g = strips(16, 12, parts);  // 192 triangles
  TilePlanOptions options;
  options.budget = 48;
  auto plan = plan_tiles(g.positions, g.indices, options, parts);
  REQUIRE(plan.ok());
  check_each_triangle_once(*plan, 192);
  REQUIRE(leaves(*plan).size() == 4);
  for (const TileNode* leaf : leaves(*plan)) CHECK(leaf->triangle_count == 48);
  for (std::uint32_t part = 0; part < 16; ++part)
    CHECK(leaves_of_part(*plan, parts, part) == std::set<std::size_t>{part / 4});

  options.budget = 47;  // 12 > 47 / 4
  plan = plan_tiles(g.positions, g.indices, options, parts);
  check_each_triangle_once(*plan, 192);
  for (const TileNode* leaf : leaves(*plan)) CHECK(leaf->triangle_count == 24);  // 192 / 8
}

TEST_CASE("a split falls where the weights on both sides are nearest to a half") {
  // 3 + 3 + 3 + 23 triangles at x = 0, 10, 20, 30; all but the last are whole
  std::vector<std::uint32_t> parts;
  Grid g = strips(3, 3, parts);
  std::vector<std::uint32_t> more;
  Grid last = strips(1, 23, more);
  const auto base = static_cast<std::uint32_t>(g.positions.size());
  for (const Vec3f p : last.positions) g.positions.push_back({p.x + 30, p.y, p.z});
  for (const std::uint32_t i : last.indices) g.indices.push_back(base + i);
  parts.insert(parts.end(), 23, 3);
  TilePlanOptions options;
  options.budget = 20;
  const auto plan = plan_tiles(g.positions, g.indices, options, parts);
  REQUIRE(plan.ok());
  check_each_triangle_once(*plan, 32);
  // 9 before the large part; its triangles go one by one: 9 + 7 = 16 = 32 / 2
  REQUIRE(leaves(*plan).size() == 2);
  CHECK(leaves(*plan)[0]->triangle_count == 16);
  CHECK(leaves(*plan)[1]->triangle_count == 16);

  // 5 and 3 + 3 and 5 whole: 5 | 11 and 8 | 8 and 11 | 5
  std::vector<std::uint32_t> whole_parts;
  Grid five = strips(4, 5, whole_parts);
  options.budget = 20;  // all 20 triangles fit
  CHECK(plan_tiles(five.positions, five.indices, options, whole_parts)->nodes.size() == 1);
  whole_parts.clear();
  five = strips(5, 5, whole_parts);  // 25: 10 | 15 is as near as 15 | 10, and comes first
  const auto odd = plan_tiles(five.positions, five.indices, options, whole_parts);
  REQUIRE(leaves(*odd).size() == 2);
  CHECK(leaves(*odd)[0]->triangle_count == 10);
  CHECK(leaves(*odd)[1]->triangle_count == 15);
}

TEST_CASE("cells take a whole part by the centre of its box") {
  std::vector<std::uint32_t> parts;
  const Grid g = strips(8, 12, parts);  // x from 10 i to 10 i + 1: the box is centred on 10 i + 0.5
  TilePlanOptions options;
  options.budget = 48;
  options.cell_size = {20.5F, 0, 0};  // part 2, from 20 to 21, has its centre on the line
  const auto plan = plan_tiles(g.positions, g.indices, options, parts);
  REQUIRE(plan.ok());
  check_each_triangle_once(*plan, 96);
  for (std::uint32_t part = 0; part < 8; ++part) CHECK(leaves_of_part(*plan, parts, part).size() == 1);
  CHECK(*leaves_of_part(*plan, parts, 1).begin() == 0);
  CHECK(*leaves_of_part(*plan, parts, 2).begin() == 1);
}

TEST_CASE("the free depth is by the leaves also where whole parts share positions") {
  Grid g = grid(12);
  std::vector<std::uint32_t> parts;
  for (std::uint32_t t = 0; t < 288; ++t) parts.push_back(t / 8);  // runs of four quads
  TilePlanOptions options;
  options.budget = 40;
  const auto plan = plan_tiles(g.positions, g.indices, options, parts);
  REQUIRE(plan.ok());
  check_each_triangle_once(*plan, 288);
  for (std::uint32_t part = 0; part < 36; ++part) CHECK(leaves_of_part(*plan, parts, part).size() == 1);
  for (std::uint32_t p = 0; p < g.positions.size(); ++p) {
    CHECK(plan->free_depth[p] == free_depth_by_definition(*plan, g, p));
  }
}

namespace {

/// 16 x 16 quads and two triangles along its edge from (0, 0, 0) to (16, 0, 0), 16 long.
Grid grid_with_road() {
  Grid g = grid(16);
  const auto base = static_cast<std::uint32_t>(g.positions.size());
  g.positions.push_back({0, 0, -0.1F});
  g.positions.push_back({16, 0, -0.1F});
  g.indices.insert(g.indices.end(), {0, 16, base, base, 16, base + 1});
  return g;
}

}  // namespace

TEST_CASE("triangles longer than four tile sides go into a shared leaf, the root's first child") {
  const Grid g = grid_with_road();  // 512 + 2
  TilePlanOptions options;
  options.budget = 34;  // sixteen leaves of 4 x 4 quads: a limit of 4 * 3.33
  const auto plan = plan_tiles(g.positions, g.indices, options);
  REQUIRE(plan.ok());
  check_each_triangle_once(*plan, 514);
  REQUIRE(plan->shared == 1);
  const TileNode& shared = plan->nodes[1];
  CHECK(shared.is_leaf());
  CHECK(shared.parent == 0);
  CHECK(shared.depth == 1);
  CHECK(shared.triangle_count == 2);
  CHECK(plan->order[shared.first_triangle] == 512);
  CHECK(leaves(*plan).size() == 17);
  CHECK(plan->nodes[0].leaf_count == 17);
  CHECK(plan->nodes[0].triangle_count == 514);
  for (std::size_t n = 0; n < plan->nodes.size(); ++n) {
    const TileNode& node = plan->nodes[n];
    if (node.is_leaf()) continue;
    for (const std::int32_t child : {node.left, node.right}) {
      CHECK(plan->nodes[static_cast<std::size_t>(child)].parent == static_cast<std::int32_t>(n));
    }
  }
  for (std::uint32_t p = 0; p < g.positions.size(); ++p) {
    CHECK(plan->free_depth[p] == free_depth_by_definition(*plan, g, p));
  }
  CHECK(plan->free_depth[0] == 0);  // road and corner tile meet in the root
  CHECK(plan->free_depth[16] == 0);
}

TEST_CASE("a shared leaf holds no more than the budget, and none is made beside a single tile") {
  Grid g = grid(16);
  const auto base = static_cast<std::uint32_t>(g.positions.size());
  for (std::uint32_t i = 0; i < 40; ++i) {  // 40 needles, the first the shortest
    g.positions.push_back({0, 1, float(i)});
    g.positions.push_back({24 + 0.1F * float(i), 1, float(i)});
    g.positions.push_back({0, 1.1F, float(i)});
    g.indices.insert(g.indices.end(), {base + 3 * i, base + 3 * i + 1, base + 3 * i + 2});
  }
  TilePlanOptions options;
  options.budget = 34;
  options.axes = TileAxes::xz;
  const auto plan = plan_tiles(g.positions, g.indices, options);
  REQUIRE(plan.ok());
  check_each_triangle_once(*plan, 552);
  REQUIRE(plan->shared == 1);
  CHECK(plan->nodes[1].triangle_count == 34);
  CHECK(plan->order[0] == 512 + 6);  // the longest 34 of 40

  const Grid road = grid_with_road();
  options.budget = 514;
  CHECK(plan_tiles(road.positions, road.indices, options)->shared == no_tile_node);
}

TEST_CASE("a part longer than four tile sides is not kept whole") {
  Grid g = grid(16);
  std::vector<std::uint32_t> parts(512, 0);
  const auto base = static_cast<std::uint32_t>(g.positions.size());
  for (std::uint32_t i = 0; i < 8; ++i) {  // a fence of eight small triangles over the whole length
    const float x = 3 * float(i);
    g.positions.push_back({x, 1, 0});
    g.positions.push_back({x + 1, 1, 0});
    g.positions.push_back({x, 2, 0});
    g.indices.insert(g.indices.end(), {base + 3 * i, base + 3 * i + 1, base + 3 * i + 2});
    parts.push_back(1);
  }
  TilePlanOptions options;
  options.budget = 34;  // 8 <= 34 / 4
  options.axes = TileAxes::xz;
  const auto plan = plan_tiles(g.positions, g.indices, options, parts);
  REQUIRE(plan.ok());
  check_each_triangle_once(*plan, 520);
  CHECK(plan->shared == no_tile_node);
  CHECK(leaves_of_part(*plan, parts, 1).size() > 1);
}
