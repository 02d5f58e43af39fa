#include "lodcook/switch_distance.h"

#include <doctest/doctest.h>

using namespace lodcook;

namespace {
constexpr double pi = 3.14159265358979323846;
constexpr double radians_60 = pi / 3;
constexpr double radians_90 = pi / 2;
}  // namespace

TEST_CASE("pixels per unit: height / (2 tan(fov/2))") {
  CHECK(pixels_per_unit(radians_60, 1080) == doctest::Approx(935.307).epsilon(1e-6));
  CHECK(pixels_per_unit(radians_90, 1080) == doctest::Approx(540).epsilon(1e-12));
  CHECK(pixels_per_unit(radians_90, 2160) == doctest::Approx(1080).epsilon(1e-12));
}

TEST_CASE("a level switches where its error is one pixel at the near side of the sphere") {
  // Radius 1, extent 2, relative error 0.01: 1 + 0.02 * 935.307.
  CHECK(switch_distance(0.02, 1, pixels_per_unit(radians_60, 1080), 1) == doctest::Approx(19.706).epsilon(1e-4));
  CHECK(switch_distance(0.02, 1, 540, 2) == doctest::Approx(1 + 5.4).epsilon(1e-12));
  CHECK(switch_distance(0, 5, 935.307, 1) == 0);
}

TEST_CASE("screen height: radius cot(fov/2) / distance") {
  CHECK(screen_height(1, radians_60, 19.706) == doctest::Approx(0.08789).epsilon(1e-4));
  CHECK(screen_height(1, radians_90, 1) == doctest::Approx(1).epsilon(1e-12));
}
