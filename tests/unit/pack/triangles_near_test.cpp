#include "cooker/pack/triangles_near.h"

#include <doctest/doctest.h>

#include <numeric>

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("every triangle within reach is found and no other") {
  std::vector<Vec3f> positions;
  for (int i = 0; i < 200; ++i) {  // triangles at x = i, y and z from 0 to 1
    const auto x = static_cast<float>(i);
    positions.insert(positions.end(), {{x, 0, 0}, {x, 1, 0}, {x, 0, 1}});
  }
  std::vector<std::uint32_t> indices(positions.size());
  std::iota(indices.begin(), indices.end(), 0U);
  const auto surface = proof::Surface::make({positions, indices, indices});
  REQUIRE(surface.ok());
  std::vector<bool> near(200, false);
  for (const std::uint32_t t : triangles_near(*surface, {50.25F, 0, 0}, 3.5F, 1000)) near[surface->source(t)] = true;
  for (std::size_t i = 0; i < 200; ++i) CHECK(near[i] == (i >= 47 && i <= 53));
  CHECK(triangles_near(*surface, {50.25F, 0, 0}, 3.5F, 2).size() == 2);
  CHECK(triangles_near(*surface, {50.25F, 9, 0}, 3.5F, 1000).empty());
}
