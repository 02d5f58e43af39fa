#include "cooker/lod/ladder.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

LevelCandidate candidate(std::size_t triangles, SurfaceDifference difference) {
  LevelCandidate result;
  result.surface.indices.resize(triangles * 3);
  result.difference = difference;
  return result;
}

std::size_t choose(const std::vector<LevelCandidate>& candidates) { return choose_candidate(candidates, 1000); }

}  // namespace

TEST_CASE("of candidates that are alike the finest rung is taken") {
  CHECK(choose({candidate(1000, {0.01, 5, 0, 0}), candidate(1000, {0.009, 5, 0, 0})}) == 0);
}

TEST_CASE("a coarser rung wins by 1.25 in rms if no attribute gets worse by 1.25") {
  CHECK(choose({candidate(1000, {0.01, 5, 0.01, 0.1}), candidate(1000, {0.007, 6, 0.01, 0.1})}) == 1);
  CHECK(choose({candidate(1000, {0.01, 5, 0.01, 0.1}), candidate(1000, {0.007, 9, 0.01, 0.1})}) == 0);
  CHECK(choose({candidate(1000, {0.01, 5, 0.01, 0.1}), candidate(1000, {0.007, 6, 0.02, 0.1})}) == 0);
  CHECK(choose({candidate(1000, {0.01, 5, 0.01, 0.1}), candidate(1000, {0.007, 6, 0.01, 0.2})}) == 0);
}

TEST_CASE("a coarser rung wins by 4 in rms whatever its attributes") {
  CHECK(choose({candidate(1000, {0.01, 5, 0.01, 0.1}), candidate(1000, {0.002, 30, 0.1, 0.5})}) == 1);
}

TEST_CASE("a candidate far from the target is taken only without a better one") {
  CHECK(choose({candidate(1300, {0.001, 1, 0, 0}), candidate(1000, {0.1, 40, 0, 0})}) == 1);
  CHECK(choose({candidate(400, {0.001, 1, 0, 0}), candidate(1100, {0.1, 40, 0, 0})}) == 1);
  CHECK(choose({candidate(1500, {}), candidate(1200, {}), candidate(400, {})}) == 1);
}
