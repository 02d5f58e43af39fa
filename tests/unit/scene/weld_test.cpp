#include "cooker/scene/weld.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("positions within the distance snap onto the lowest one") {
  std::vector<Vec3f> positions = {{1, 1, 1}, {2, 2, 2}, {1.0005F, 1, 1}, {2, 2, 2}, {1.002F, 1, 1}};
  const auto lowest = weld_positions(positions, {}, 0.001, 0);
  CHECK(lowest == std::vector<std::uint32_t>{0, 1, 0, 1, 4});
  CHECK(positions[2] == Vec3f{1, 1, 1});
  CHECK(positions[4] == Vec3f{1.002F, 1, 1});
}

TEST_CASE("a row of close points does not drift into one") {
  std::vector<Vec3f> positions;
  for (int i = 0; i < 100; ++i) positions.push_back({0.6F * static_cast<float>(i), 0, 0});
  const std::vector<Vec3f> before = positions;
  weld_positions(positions, {}, 1.0, 0);
  for (std::size_t i = 0; i < positions.size(); ++i) CHECK(std::abs(positions[i].x - before[i].x) <= 1.0F);
  // 0 takes 0.6; 1.2 takes 1.8; and so on
  for (std::size_t i = 0; i < positions.size(); i += 2) {
    CHECK(positions[i] == before[i]);
    CHECK(positions[i + 1] == before[i]);
  }
}

TEST_CASE("pairs are found across every border of the search grid") {
  // pairs at 0.9 of the distance along all axes and diagonals, at places that fall anywhere in a cell
  for (int step = 0; step < 64; ++step) {
    const float at = -4.0F + 0.125F * static_cast<float>(step);
    for (const Vec3f way : {Vec3f{1, 0, 0}, Vec3f{0, 1, 0}, Vec3f{0, 0, 1}, Vec3f{0.577F, 0.577F, 0.577F},
                            Vec3f{-0.577F, 0.577F, -0.577F}}) {
      std::vector<Vec3f> positions = {{at, -at, at * 0.5F},
                                      {at + 0.9F * way.x, -at + 0.9F * way.y, at * 0.5F + 0.9F * way.z}};
      CHECK(weld_positions(positions, {}, 1.0, 0)[1] == 0);
    }
  }
}

TEST_CASE("corners of small triangles are not eaten by a coarse distance") {
  // a triangle of size 0.01 beside the corner of a large one, distance 0.1
  std::vector<Vec3f> positions = {{0, 0, 0},   {0.01F, 0, 0},  {0, 0.01F, 0}, {50, 0, 0},
                                  {100, 0, 0}, {50.05F, 9, 0}, {50.05F, 0, 0}};
  const std::vector<std::uint32_t> indices = {0, 1, 2, 3, 4, 5};
  const auto lowest = weld_positions(positions, indices, 0.1, 0);
  CHECK(lowest == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 3});
}

TEST_CASE("edges below the least distance are noise and weld") {
  std::vector<Vec3f> positions = {{0, 0, 0}, {1e-4F, 0, 0}, {0, 1, 0}};
  const std::vector<std::uint32_t> indices = {0, 1, 2};
  std::vector<Vec3f> kept = positions;
  CHECK(weld_positions(kept, indices, 0.01, 1e-5)[1] == 1);
  CHECK(weld_positions(positions, indices, 0.01, 2e-4)[1] == 0);
}

TEST_CASE("distance 0 finds equal positions and moves none") {
  std::vector<Vec3f> positions = {{1, 2, 3}, {1, 2, 3.0000002F}, {1, 2, 3}};
  CHECK(weld_positions(positions, {}, 0, 0) == std::vector<std::uint32_t>{0, 1, 0});
}
