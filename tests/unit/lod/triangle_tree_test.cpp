#include "cooker/lod/triangle_tree.h"

#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include "cooker/lod/vec.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

struct Soup {
  std::vector<Vec3f> positions;
  std::vector<std::uint32_t> indices;
  std::vector<std::uint32_t> materials;
};

Soup random_soup(std::size_t triangles, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return static_cast<float>(random() >> 8) * 0x1p-24F; };
  Soup soup;
  for (std::uint32_t t = 0; t < triangles; ++t) {
    const Vec3f center{number(), number(), number()};
    for (std::uint32_t k = 0; k < 3; ++k) {
      soup.positions.push_back(center + Vec3f{number(), number(), number()} * 0.1F);
      soup.indices.push_back(3 * t + k);
      soup.materials.push_back(t % 3);
    }
  }
  return soup;
}

float squared_distance_by_grid(Vec3f p, Vec3f a, Vec3f b, Vec3f c) {
  float best = 1e30F;
  for (int i = 0; i <= 200; ++i) {
    for (int j = 0; i + j <= 200; ++j) {
      const float u = static_cast<float>(i) / 200, v = static_cast<float>(j) / 200;
      const Vec3f d = p - blend(a, b, c, {1 - u - v, u, v});
      best = std::min(best, dot(d, d));
    }
  }
  return best;
}

}  // namespace

TEST_CASE("the closest point of a triangle lies on it and no grid point is closer") {
  std::mt19937 random(5);
  const auto number = [&] { return static_cast<float>(random() >> 8) * 0x1p-23F - 1; };
  for (int i = 0; i < 50; ++i) {
    const Vec3f p{number(), number(), number()}, a{number(), number(), number()}, b{number(), number(), number()},
        c{number(), number(), number()};
    const TrianglePoint point = closest_point(p, a, b, c);
    CHECK(point.weights.x >= 0);
    CHECK(point.weights.y >= 0);
    CHECK(point.weights.z >= -1e-6F);
    CHECK(point.weights.x + point.weights.y + point.weights.z == doctest::Approx(1));
    const float by_grid = squared_distance_by_grid(p, a, b, c);
    CHECK(point.squared_distance <= by_grid + 1e-6F);
    CHECK(std::sqrt(point.squared_distance) >= std::sqrt(by_grid) - 0.03F);  // half a grid step of the longest edge
  }
}

TEST_CASE("the closest point of a triangle without area is a point of it") {
  const TrianglePoint line = closest_point({0.5F, 1, 0}, {0, 0, 0}, {1, 0, 0}, {2, 0, 0});
  CHECK(line.squared_distance == doctest::Approx(1));
  const TrianglePoint dot_like = closest_point({0, 2, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0});
  CHECK(dot_like.squared_distance == doctest::Approx(4));
}

TEST_CASE("the tree finds what trying every triangle finds") {
  const Soup soup = random_soup(500, 1);
  const TriangleTree tree(soup.positions, soup.indices, soup.materials);
  const Soup points = random_soup(100, 2);
  for (std::size_t i = 0; i < points.positions.size(); ++i) {
    const Vec3f p = points.positions[i];
    const std::uint32_t material = i % 4 == 3 ? TriangleTree::any_material : static_cast<std::uint32_t>(i % 4);
    std::uint32_t expected = TriangleTree::no_triangle;
    float best = 1e30F;
    for (std::uint32_t t = 0; t < 500; ++t) {
      if (material != TriangleTree::any_material && t % 3 != material) continue;
      const float d = closest_point(p, soup.positions[3 * t], soup.positions[3 * t + 1], soup.positions[3 * t + 2])
                          .squared_distance;
      if (d < best) best = d, expected = t;
    }
    const std::uint32_t hint = material == TriangleTree::any_material ? 7 : 3 + material;
    CHECK(tree.nearest(p, TriangleTree::no_triangle, material).triangle == expected);
    CHECK(tree.nearest(p, hint, material).triangle == expected);
  }
}

TEST_CASE("a facing search takes the nearest triangle of that side within the slack, else the nearest") {
  // Two parallel triangles, the lower one facing up, the upper one down.
  const std::vector<Vec3f> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0.1F}, {0, 1, 0.1F}, {1, 0, 0.1F}};
  const std::vector<std::uint32_t> indices = {0, 1, 2, 3, 4, 5};
  const TriangleTree tree(positions, indices);
  const Vec3f near_upper{0.2F, 0.2F, 0.09F};
  CHECK(tree.nearest(near_upper).triangle == 1);
  CHECK(tree.nearest_facing(near_upper, {0, 0, 1}, 0.1F).triangle == 0);
  CHECK(tree.nearest_facing(near_upper, {0, 0, 1}, 0.05F).triangle == 1);
  CHECK(tree.nearest_facing(near_upper, {0, 0, -1}, 0.0F).triangle == 1);
}

TEST_CASE("of triangles at the same distance the first is found") {
  const std::vector<Vec3f> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<std::uint32_t> indices = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
  const TriangleTree tree(positions, indices);
  CHECK(tree.nearest({0.2F, 0.2F, 1}).triangle == 0);
  CHECK(tree.nearest({0.2F, 0.2F, 1}, 4).triangle == 0);
}

TEST_CASE("a tree of nothing finds nothing") {
  const TriangleTree tree({}, {});
  CHECK(tree.nearest({0, 0, 0}).triangle == TriangleTree::no_triangle);
}

TEST_CASE("a tree that several threads build finds what trying every triangle finds") {
  for (const std::uint32_t count : {16'384U, 40'001U}) {
    const Soup soup = random_soup(count, 3);
    const TriangleTree tree(soup.positions, soup.indices);
    for (const Vec3f p : random_soup(10, 4).positions) {
      std::uint32_t expected = TriangleTree::no_triangle;
      float best = 1e30F;
      for (std::uint32_t t = 0; t < count; ++t) {
        const float d = closest_point(p, soup.positions[3 * t], soup.positions[3 * t + 1], soup.positions[3 * t + 2])
                            .squared_distance;
        if (d < best) best = d, expected = t;
      }
      CHECK(tree.nearest(p).triangle == expected);
    }
  }
}
