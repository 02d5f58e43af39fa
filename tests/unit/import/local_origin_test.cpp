#include "cooker/import/local_origin.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace lodcook::cooker {
namespace {

TEST_CASE("a model near the origin keeps its numbers") {
  const std::vector<Vec3d> positions{{-1, -2, 0}, {3, 5, 1}};
  CHECK(choose_local_origin(positions) == Vec3d{});
}

TEST_CASE("a patch in map coordinates is taken from a place in whole steps near it") {
  const std::vector<Vec3d> positions{{482000, 120, -5456000}, {482002, 120.15, -5455998}};
  const Vec3d origin = choose_local_origin(positions);
  CHECK(std::abs(origin.x - 482001) <= 2);
  CHECK(std::abs(origin.y - 120) <= 2);
  CHECK(std::abs(origin.z + 5455999) <= 2);
  // the extent is 2, so steps are 2
  CHECK(std::fmod(origin.x, 2) == 0);
  CHECK(std::fmod(origin.z, 2) == 0);
  const Vec3f local = relative_to({482000.25, 120, -5456000}, origin);
  const Vec3f first = relative_to(positions[0], origin);
  CHECK(local.x - first.x == 0.25F);
}

TEST_CASE("no extent and no finite position mean no origin") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(choose_local_origin(std::vector<Vec3d>{}) == Vec3d{});
  CHECK(choose_local_origin(std::vector<Vec3d>{{infinity, 0, 0}}) == Vec3d{});
  CHECK(choose_local_origin(std::vector<Vec3d>{{1e9, 1e9, 1e9}}) == Vec3d{});
}

TEST_CASE("what does not fit 32 bits is not finite") { CHECK_FALSE(std::isfinite(relative_to({1e39, 0, 0}, {}).x)); }

}  // namespace
}  // namespace lodcook::cooker
