#include "cooker/lod/rung_chain.h"

#include <algorithm>
#include <cstring>

#include <doctest/doctest.h>

#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("a rung halves until it has as few triangles as asked") {
  const Object object = icosphere(4);
  const LevelZero zero(object);
  LevelZeroTools tools(zero);
  const ChainOptions options;
  RungChain chain(zero, tools, options, Rung::attributes);
  CHECK(chain.mesh().triangle_count() == 5120);
  chain.advance_to(1280);
  CHECK(chain.mesh().triangle_count() == 1280);
  CHECK(chain.failure() == nullptr);
  CHECK(chain.stuck() == 0);
  CHECK(chain.leap() > 1.5);
  CHECK(chain.leap() < 3);
}

TEST_CASE("the leap of several steps is that of the worst") {
  const Object object = icosphere(4);
  const LevelZero zero(object);
  LevelZeroTools tools(zero);
  const ChainOptions options;
  RungChain stepwise(zero, tools, options, Rung::attributes);
  double worst = 0, last = 0;
  for (const std::size_t triangles : {2560U, 1280U, 640U, 320U, 160U, 80U, 40U, 32U}) {
    stepwise.advance_to(triangles);
    last = stepwise.leap();
    worst = std::max(worst, last);
  }
  REQUIRE(last < worst);
  RungChain at_once(zero, tools, options, Rung::attributes);
  at_once.advance_to(32);
  CHECK(at_once.mesh().triangle_count() == 32);
  CHECK(at_once.leap() == worst);
}

TEST_CASE("a coarser rung goes on from where the finer one began its last advance") {
  const Object object = icosphere(4);
  const LevelZero zero(object);
  LevelZeroTools tools(zero);
  const ChainOptions options;
  RungChain finer(zero, tools, options, Rung::attributes);
  finer.advance_to(2560);
  const double estimate = finer.estimate();
  finer.advance_to(1280);
  RungChain coarser(finer, Rung::positions);
  CHECK(coarser.mesh().triangle_count() == 2560);
  CHECK(coarser.estimate() == estimate);
  coarser.advance_to(1280);
  CHECK(coarser.mesh().triangle_count() == 1280);
  CHECK(coarser.estimate() > estimate);
}

TEST_CASE("a rung that cannot move says so and stays") {
  const Object object = faceted(icosphere(2));
  const LevelZero zero(object);
  LevelZeroTools tools(zero);
  const ChainOptions options;
  RungChain chain(zero, tools, options, Rung::attributes);
  chain.advance_to(160);
  CHECK(chain.mesh().triangle_count() == 320);
  REQUIRE(chain.failure() != nullptr);
  CHECK(std::strcmp(chain.failure(), "no_progress") == 0);
  CHECK(chain.stuck() > 1);
  RungChain coarser(chain, Rung::positions);
  coarser.advance_to(160);
  CHECK(coarser.mesh().triangle_count() == 160);
}

TEST_CASE("no level has fewer triangles than the floor") {
  const Object object = box(1, 2, 3, 8);
  const LevelZero zero(object);
  LevelZeroTools tools(zero);
  ChainOptions options;
  options.triangle_floor = 50;
  for (const Rung rung : {Rung::attributes, Rung::positions}) {
    RungChain chain(zero, tools, options, rung);
    chain.advance_to(10);
    CHECK(chain.failure() != nullptr);
    CHECK(chain.mesh().triangle_count() >= 50);
    CHECK(chain.mesh().triangle_count() < 100);
  }
}
