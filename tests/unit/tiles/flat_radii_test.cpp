#include "cooker/tiles/flat_radii.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace lodcook::cooker;

TEST_CASE("radii of flat tiles worked by hand") {
  const FlatRadii small = flat_radii(10, 18);  // min(20, 6.3); max(min(30, 9), 9.45)
  CHECK(small.stream == doctest::Approx(6.3).epsilon(1e-12));
  CHECK(small.unload == doctest::Approx(9.45).epsilon(1e-12));
  CHECK(small.prefetch == doctest::Approx(7.875).epsilon(1e-12));
  const FlatRadii large = flat_radii(10, 1000);  // min(20, 350); max(min(30, 500), 30)
  CHECK(large.stream == 20);
  CHECK(large.unload == 30);
  CHECK(large.prefetch == 25);
  const FlatRadii between = flat_radii(10, 50);  // min(20, 17.5); max(min(30, 25), 26.25)
  CHECK(between.stream == doctest::Approx(17.5).epsilon(1e-12));
  CHECK(between.unload == doctest::Approx(26.25).epsilon(1e-12));
}

TEST_CASE("no radii without a size") {
  const double bad[] = {0, -1, std::nan(""), std::numeric_limits<double>::infinity()};
  for (const double value : bad) {
    CHECK(flat_radii(value, 18).unload == 0);
    CHECK(flat_radii(10, value).unload == 0);
  }
}

TEST_CASE("levels without errors lie evenly between the radii") {
  const FlatSwitches switches = spread_flat_switches(flat_radii(10, 1000), 4);
  REQUIRE(switches.distances.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) CHECK(switches.distances[i] == doctest::Approx(22.0 + 2.0 * double(i)));
  CHECK(switches.dropped.empty());
}

TEST_CASE("stream < switch(1) < ... < unload whatever is given, a level that breaks it is dropped") {
  const double inputs[] = {0, 1e-300, 0.001, 1, 10, 18, 1e6, 1e300};
  for (const double tile : inputs) {
    for (const double half_diagonal : inputs) {
      for (const std::uint32_t count : {0U, 1U, 5U, 31U}) {
        const FlatRadii radii = flat_radii(tile, half_diagonal);
        const FlatSwitches switches = spread_flat_switches(radii, count);
        double below = radii.stream;
        for (const double distance : switches.distances) {
          CHECK(distance > below);
          CHECK(distance < radii.unload);
          below = distance;
        }
        CHECK(switches.levels.size() == switches.distances.size());
        CHECK(switches.levels.size() + switches.dropped.size() == count);
      }
    }
  }
}

TEST_CASE("dropped levels say why") {
  const double wanted[] = {6, 7, 7, 8, 9.45, std::nan("")};
  const FlatSwitches switches = keep_flat_law(flat_radii(10, 18), wanted);
  CHECK(switches.levels == std::vector<std::uint32_t>{2, 4});
  CHECK(switches.distances == std::vector<double>{7, 8});
  REQUIRE(switches.dropped.size() == 4);
  CHECK(switches.dropped[0].reason == "its switch distance is not above the streaming radius");
  CHECK(switches.dropped[1].reason == "its switch distance is not above that of a finer level");
  CHECK(switches.dropped[2].level == 5);
  CHECK(switches.dropped[2].reason == "its switch distance is not below the unload radius");
  CHECK(switches.dropped[3].reason == "its switch distance is no number");
}
