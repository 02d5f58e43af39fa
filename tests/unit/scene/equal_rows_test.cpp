#include "cooker/scene/equal_rows.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("vertices are equal only where every attribute, morph difference and the material are") {
  VertexStreams v;
  v.positions.assign(2, Vec3f{1, 2, 3});
  v.normals.assign(2, Vec3f{0, 0, 1});
  v.uvs = {{{0.5F, 0.5F}, {0.5F, 0.5F}}};
  v.influences_per_vertex = 2;
  v.joints = {1, 2, 1, 2};
  v.weights = {0.5F, 0.5F, 0.5F, 0.5F};
  std::vector<MorphTarget> targets = {{"t", {{0, 1, 0}, {0, 1, 0}}, {}, {}}};
  std::vector<std::uint32_t> materials = {4, 4};
  const auto second = [&] { return equal_vertices(v, targets, materials, equal_positions(v.positions))[1]; };
  CHECK(second() == 0);

  v.uvs[0][1].y = 0.25F;
  CHECK(second() == 1);
  v.uvs[0][1].y = 0.5F;
  v.joints[3] = 3;
  CHECK(second() == 1);
  v.joints[3] = 2;
  targets[0].position_deltas[1].x = 1;
  CHECK(second() == 1);
  targets[0].position_deltas[1].x = 0;
  materials[1] = 5;
  CHECK(second() == 1);
  materials[1] = 4;
  CHECK(second() == 0);
}

TEST_CASE("among many rows each finds the lowest equal one") {
  std::vector<Vec3f> positions;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 1000; ++i) positions.push_back({static_cast<float>(i), static_cast<float>(-i), 0.5F});
  }
  const auto lowest = equal_positions(positions);
  for (std::uint32_t i = 0; i < lowest.size(); ++i) REQUIRE(lowest[i] == i % 1000);
}
