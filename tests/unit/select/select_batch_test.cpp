#include "lodcook/level_batch.h"

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "lodcook/switch_distance.h"

using namespace lodcook;

namespace {

constexpr double radians_60 = 3.14159265358979323846 / 3;
constexpr std::size_t million = 1'000'000;

/// A chain as the cooker makes them: errors about doubling, distances and heights for 60 degrees, 1080 px, 1 px.
struct RandomChain {
  std::vector<double> errors = {0}, distances = {0}, heights;
  double radius = 0;

  explicit RandomChain(std::mt19937& random) {
    std::uniform_real_distribution<double> part(0, 1);
    const double extent = 0.1 + 10 * part(random);
    radius = extent * (0.5 + 0.366 * part(random));
    double error = 0.0005 * (0.5 + part(random)) * extent;
    const std::size_t levels = 2 + random() % 11;
    for (std::size_t level = 1; level < levels; ++level, error *= 1.3 + 1.4 * part(random)) {
      errors.push_back(error);
      distances.push_back(switch_distance(error, radius, pixels_per_unit(radians_60, 1080), 1));
      heights.push_back(screen_height(radius, radians_60, distances.back()));
    }
  }

  LevelChain chain() const { return {errors, distances, heights, radius, 0}; }
};

/// Objects around the origin, out to beyond their last switch.
struct World {
  std::vector<RandomChain> chains;
  std::vector<float> x, y, z, scale;
  std::vector<std::uint32_t> chain;
  ChainTable table;

  World(std::size_t objects, unsigned seed) {
    std::mt19937 random(seed);
    for (int c = 0; c < 50; ++c) {
      chains.emplace_back(random);
      REQUIRE(table.add(chains.back().chain()).ok());
    }
    std::uniform_real_distribution<float> part(-1, 1);
    for (std::size_t i = 0; i < objects; ++i) {
      const float range = std::pow(10.0F, 1 + 2 * part(random));
      x.push_back(range * part(random));
      y.push_back(range * part(random));
      z.push_back(range * part(random));
      scale.push_back(std::pow(2.0F, 2 * part(random)));
      chain.push_back(static_cast<std::uint32_t>(random() % chains.size()));
    }
  }

  ObjectArrays arrays() const {
    ObjectArrays objects;
    objects.x = x;
    objects.y = y;
    objects.z = z;
    objects.scale = scale;
    objects.chain = chain;
    return objects;
  }

  /// Whether the object's distance from `view` lies within 1e-5 of one of its switch distances, or one of their bands.
  bool near_boundary(const View& view, std::size_t i, const std::vector<double>& factors = {1}) const {
    const double distance = distance_to(view, {x[i], y[i], z[i]}) / double{scale[i]};
    const RandomChain& own = chains[chain[i]];
    for (const double t : own.distances) {
      for (const double factor : factors) {
        const double at = own.radius + (t - own.radius) * factor;
        if (std::abs(distance - at) <= 1e-5 * at || std::abs(distance - t * factor) <= 1e-5 * t) return true;
      }
    }
    return false;
  }
};

SelectOptions options_of(Measure measure, Hysteresis hysteresis = {}) {
  SelectOptions options;
  options.measure = measure;
  options.hysteresis = hysteresis;
  return options;
}

std::vector<std::uint8_t> chosen(const World& world, const View& view, const SelectOptions& options) {
  std::vector<std::uint8_t> levels(world.x.size(), level_unknown);
  REQUIRE(choose_levels(view, world.table, world.arrays(), options, levels).ok());
  return levels;
}

struct Two {
  std::array<float, 2> x = {0, 100}, y = {0, 0}, z = {10, 0};
  ChainTable table;
  ObjectArrays objects;
  View view = perspective_view({}, radians_60, 1080);

  Two() {
    const std::vector<double> errors = {0, 0.01, 0.05, 0.2};
    REQUIRE(table.add({errors, {}, {}, 1, 0}).ok());
    objects.x = x;
    objects.y = y;
    objects.z = z;
  }

  std::array<int, 2> choose(std::array<std::uint8_t, 2> levels = {level_unknown, level_unknown},
                            SelectCounters* counters = nullptr) const {
    REQUIRE(choose_levels(view, table, objects, {}, levels, counters).ok());
    return {levels[0], levels[1]};
  }
};

}  // namespace

TEST_CASE("law: distance, screen height and pixel error choose the same level at the reference view") {
  const World world(million, 1);
  const View view = perspective_view({0, 0, 0}, radians_60, 1080);
  const auto by_distance = chosen(world, view, options_of(Measure::distance));
  const auto by_height = chosen(world, view, options_of(Measure::screen_height));
  const auto by_pixels = chosen(world, view, options_of(Measure::pixel_error));
  std::size_t differ = 0, near = 0, scalar_differ = 0;
  std::array<std::size_t, 12> seen{};
  for (std::size_t i = 0; i < million; ++i) {
    ++seen[by_pixels[i]];
    if (world.near_boundary(view, i)) {
      ++near;
      continue;
    }
    differ += by_distance[i] != by_height[i] || by_distance[i] != by_pixels[i] ? 1U : 0U;
    for (const Measure measure : {Measure::distance, Measure::screen_height, Measure::pixel_error}) {
      const auto level = choose_level(view, world.chains[world.chain[i]].chain(), {world.x[i], world.y[i], world.z[i]},
                                      double{world.scale[i]}, options_of(measure));
      scalar_differ += level != by_pixels[i] ? 1U : 0U;
    }
  }
  CHECK(differ == 0);
  CHECK(scalar_differ == 0);
  CHECK(near < million / 1000);  // so that the law is not empty
  for (std::size_t level = 0; level < 8; ++level) CHECK(seen[level] > 1000);
}

TEST_CASE("the batch chooses as the scalar function does, with every hysteresis along a walk") {
  const World world(20'000, 2);
  const Hysteresis all[] = {{HysteresisKind::none, 0.1},
                            {HysteresisKind::distance_band, 2},
                            {HysteresisKind::symmetric, 0.1},
                            {HysteresisKind::asymmetric, 0.1},
                            {HysteresisKind::pixel_error, 0.1}};
  for (const Measure measure : {Measure::distance, Measure::screen_height, Measure::pixel_error}) {
    for (const Hysteresis& hysteresis : all) {
      const SelectOptions options = options_of(measure, hysteresis);
      std::vector<std::uint8_t> levels(world.x.size(), level_unknown), expected = levels;
      std::size_t differ = 0;
      for (const double step : {0.0, 3.0, 30.0, 33.0, 31.0, 0.0}) {
        const View view = perspective_view({step, 0, 0}, radians_60, 1080);
        REQUIRE(choose_levels(view, world.table, world.arrays(), options, levels).ok());
        for (std::size_t i = 0; i < levels.size(); ++i) {
          expected[i] = choose_level(view, world.chains[world.chain[i]].chain(), {world.x[i], world.y[i], world.z[i]},
                                     double{world.scale[i]}, options, expected[i]);
          differ += levels[i] != expected[i] ? 1U : 0U;
        }
      }
      // 120 000 choices; only those within rounding of a threshold may differ
      CHECK(differ <= 20);
    }
  }
}

TEST_CASE("levels by hand: case 24's chain at near distances of 9 and 99") {
  Two two;
  CHECK(two.choose() == std::array<int, 2>{0, 2});  // 0.01 * 935.3 / 9 = 1.04; 0.05 * 935.3 / 99 = 0.47
  two.view.position = {1e7, 0, 0};
  two.objects.origin = {1e7, 0, 0};  // the same far out, where a float has steps of 1
  CHECK(two.choose() == std::array<int, 2>{0, 2});
  const std::array<float, 2> scale = {0.5F, 10};
  two.objects.scale = scale;
  CHECK(two.choose() == std::array<int, 2>{1, 0});  // 0.005 * 935.3 / 9.5 = 0.49; 0.1 * 935.3 / 90 = 1.04
}

TEST_CASE("bias, distance of drawing and forced levels are arrays too") {
  Two two;
  const std::array<float, 2> bias = {0.5F, 20}, draw = {std::numeric_limits<float>::infinity(), 99};
  two.objects.bias = bias;
  CHECK(two.choose() == std::array<int, 2>{1, 0});
  two.objects.draw_distance = draw;
  CHECK(two.choose() == std::array<int, 2>{1, level_culled});
  const std::array<std::uint8_t, 2> forced = {200, 3};
  two.objects.forced = forced;
  two.objects.draw_distance = {};
  CHECK(two.choose() == std::array<int, 2>{1, 3});
  const std::array<std::uint8_t, 2> beyond = {9, level_unknown};
  two.objects.forced = beyond;
  CHECK(two.choose() == std::array<int, 2>{3, 0});
}

TEST_CASE("counters: per level, culled, switched") {
  Two two;
  SelectCounters counters;
  two.choose({level_unknown, 3}, &counters);
  CHECK(counters.per_level[0] == 1);
  CHECK(counters.per_level[2] == 1);
  CHECK(counters.switched == 1);
  two.choose({0, 2}, &counters);
  CHECK(counters.per_level[2] == 2);
  CHECK(counters.switched == 1);
  CHECK(counters.culled == 0);
}

TEST_CASE("what is not finite is drawn at level 0, and nothing reads past a chain") {
  Two two;
  two.x = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()};
  CHECK(two.choose() == std::array<int, 2>{0, 0});
  two.x = {3e38F, 1e30F};
  CHECK(two.choose()[1] <= 3);
  two.view.reach = 0;
  CHECK(two.choose() == std::array<int, 2>{0, 0});
}

TEST_CASE("nothing is chosen from arrays that do not fit") {
  Two two;
  std::array<std::uint8_t, 3> three = {7, 7, 7};
  CHECK(choose_levels(two.view, two.table, two.objects, {}, three).error().code == ErrorCode::invalid_argument);
  const std::array<std::uint32_t, 2> chain = {0, 1};
  two.objects.chain = chain;
  std::array<std::uint8_t, 2> levels = {7, 7};
  CHECK(choose_levels(two.view, two.table, two.objects, {}, levels).error().code == ErrorCode::invalid_argument);
  CHECK(levels == std::array<std::uint8_t, 2>{7, 7});
  CHECK(choose_levels(two.view, ChainTable{}, {}, {}, {}).ok());
}

TEST_CASE("a table refuses chains that are none") {
  ChainTable table;
  const std::vector<double> rising = {0, 0.1, 0.2}, falling = {0, 0.2, 0.1}, many(33, 0.5), two = {0, 0.5},
                            infinite = {0, std::numeric_limits<double>::infinity()};
  CHECK(table.add({}).error().code == ErrorCode::invalid_argument);
  CHECK(table.add({many, {}, {}, 1, 0}).error().code == ErrorCode::over_level_limit);
  CHECK(table.add({falling, {}, {}, 1, 0}).error().code == ErrorCode::inconsistent);
  CHECK(table.add({rising, {}, rising, 1, 0}).error().code == ErrorCode::inconsistent);
  CHECK(table.add({rising, two, {}, 1, 0}).error().code == ErrorCode::inconsistent);
  CHECK(table.add({infinite, {}, {}, 1, 0}).error().code == ErrorCode::inconsistent);
  CHECK(table.size() == 0);
  CHECK(table.add({rising, {}, {}, 1, 0}).value() == 0);
  CHECK(table.add({two, {}, {}, 1, 0}).value() == 1);
  CHECK(table.level_count(0) == 3);
}
