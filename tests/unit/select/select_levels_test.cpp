#include "lodcook/level_select.h"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "lodcook/switch_distance.h"

using namespace lodcook;

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double radians_60 = pi / 3;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

const std::vector<double> heights = {0.5, 0.25, 0.1};

int by_distance(std::vector<double> switches, double distance, int previous = level_unknown, Hysteresis h = {}) {
  return level_by_distance(switches, distance, static_cast<std::uint8_t>(previous), h);
}

int by_height(double height, int previous = level_unknown, Hysteresis h = {}) {
  return level_by_screen_height(heights, height, static_cast<std::uint8_t>(previous), h);
}

/// Radius 1, extent 2, relative errors 0, 0.01, 0.05 at the view of 90 degrees and 1080 px, K = 540: switch distances
/// 1 + 10.8 and 1 + 54, screen heights 1 / 11.8 and 1 / 55.
struct Sample {
  std::vector<double> errors = {0, 0.02, 0.1};
  std::vector<double> distances = {0, 11.8, 55};
  std::vector<double> falling = {1 / 11.8, 1 / 55.0};
  LevelChain chain{errors, distances, falling, 1, 0};
  View view = perspective_view({}, pi / 2, 1080);
  SelectOptions options;
  ObjectRule rule;

  int choose(double distance, int previous = level_unknown, double scale = 1) const {
    return choose_level(view, chain, {0, 0, distance}, scale, options, static_cast<std::uint8_t>(previous), rule);
  }
};

}  // namespace

TEST_CASE("by distance a level holds from its switch distance on") {
  const std::vector<double> switches = {0, 50, 100};
  CHECK(by_distance(switches, 30) == 0);
  CHECK(by_distance(switches, 75) == 1);
  CHECK(by_distance(switches, 150) == 2);
  CHECK(by_distance(switches, 500) == 2);
  CHECK(by_distance(switches, 50) == 1);
  CHECK(by_distance(switches, 0) == 0);
  CHECK(by_distance(switches, not_a_number) == 0);
  CHECK(by_distance({}, 5) == 0);
}

TEST_CASE("by screen height: radius * reach / distance against falling thresholds") {
  View view;
  view.reach = 2;
  const double radius = 5;
  CHECK(by_height(screen_height(view, radius, 19)) == 0);
  CHECK(by_height(screen_height(view, radius, 21)) == 1);
  CHECK(by_height(screen_height(view, radius, 41)) == 2);
  CHECK(by_height(screen_height(view, radius, 101)) == 3);
  CHECK(by_height(not_a_number) == 0);
}

TEST_CASE("pixels are measured at the near side of the bounding sphere") {
  // Extent 2, radius 1, d = 101: 10.8 (90 degrees, 1080), 18.706 (60, 1080), 21.6 (90, 2160).
  CHECK(error_pixels(perspective_view({}, pi / 2, 1080), 2, 1, 101 - 1) == doctest::Approx(10.8));
  CHECK(error_pixels(perspective_view({}, radians_60, 1080), 2, 1, 101 - 1) == doctest::Approx(18.706).epsilon(1e-4));
  CHECK(error_pixels(perspective_view({}, pi / 2, 2160), 2, 1, 101 - 1) == doctest::Approx(21.6));
}

TEST_CASE("by pixel error: the coarsest level within the budget") {
  const std::vector<double> errors = {0, 0.02, 0.1};
  CHECK(level_by_pixel_error(errors, 60, 1) == 0);
  CHECK(level_by_pixel_error(errors, 50, 1) == 1);
  CHECK(level_by_pixel_error(errors, 10, 1) == 2);
  CHECK(level_by_pixel_error(errors, 60, 2) == 1);
  CHECK(level_by_pixel_error(errors, infinity, 1) == 0);
  CHECK(level_by_pixel_error(errors, not_a_number, 1) == 0);
  // a lattice's own error at level 0 never leaves an object without a level
  CHECK(level_by_pixel_error(std::vector<double>{0.5, 0.7}, 60, 1) == 0);
}

TEST_CASE("within the bounding sphere, or where a number is not finite, level 0 is drawn") {
  const Sample sample;
  CHECK(sample.choose(1000) == 2);
  CHECK(sample.choose(1) == 0);
  CHECK(sample.choose(0.5) == 0);
  CHECK(sample.choose(not_a_number) == 0);
  CHECK(sample.choose(infinity) == 0);
  CHECK(sample.choose(1000, level_unknown, not_a_number) == 0);
  Sample blind;
  blind.view.reach = 0;
  CHECK(blind.choose(1000) == 0);
}

TEST_CASE("a distance band lies on the finer side and is at most a tenth") {
  const std::vector<double> switches = {0, 20};
  const Hysteresis one{HysteresisKind::distance_band, 1}, fifty{HysteresisKind::distance_band, 50};
  CHECK(by_distance(switches, 19.999, 0, one) == 0);
  CHECK(by_distance(switches, 20, 0, one) == 1);
  CHECK(by_distance(switches, 19.001, 1, one) == 1);
  CHECK(by_distance(switches, 19, 1, one) == 0);
  CHECK(by_distance(switches, 18.001, 1, fifty) == 1);
  CHECK(by_distance(switches, 18, 1, fifty) == 0);
  CHECK(by_distance({0, 100}, 95.5, 1, default_distance_band) == 1);
  CHECK(by_distance({0, 100}, 95, 1, default_distance_band) == 0);
}

TEST_CASE("symmetric: a part of the threshold both ways") {
  const Hysteresis tenth{HysteresisKind::symmetric, 0.1};
  CHECK(by_distance({0, 20}, 21.9, 0, tenth) == 0);
  CHECK(by_distance({0, 20}, 22.1, 0, tenth) == 1);
  CHECK(by_distance({0, 20}, 18.1, 1, tenth) == 1);
  CHECK(by_distance({0, 20}, 17.9, 1, tenth) == 0);
  CHECK(by_height(0.46, 0, tenth) == 0);
  CHECK(by_height(0.44, 0, tenth) == 1);
  CHECK(by_height(0.54, 1, tenth) == 1);
  CHECK(by_height(0.56, 1, tenth) == 0);
}

TEST_CASE("asymmetric: down at the threshold, up beyond it") {
  const std::vector<double> fifth = {0.2};
  const Hysteresis tenth{HysteresisKind::asymmetric, 0.1};
  CHECK(level_by_screen_height(fifth, 0.201, 0, tenth) == 0);
  CHECK(level_by_screen_height(fifth, 0.2, 0, tenth) == 1);
  CHECK(level_by_screen_height(fifth, 0.219, 1, tenth) == 1);
  CHECK(level_by_screen_height(fifth, 0.221, 1, tenth) == 0);
  CHECK(by_distance({0, 22}, 22, 0, tenth) == 1);
  CHECK(by_distance({0, 22}, 20.01, 1, tenth) == 1);
  CHECK(by_distance({0, 22}, 19.99, 1, tenth) == 0);
}

TEST_CASE("pixel error: coarser below b (1 - h), finer above b") {
  const std::vector<double> errors = {0, 0.01};
  const Hysteresis tenth{HysteresisKind::pixel_error, 0.1};
  CHECK(level_by_pixel_error(errors, 95, 1, 0, tenth) == 0);
  CHECK(level_by_pixel_error(errors, 89, 1, 0, tenth) == 1);
  CHECK(level_by_pixel_error(errors, 99, 1, 1, tenth) == 1);
  CHECK(level_by_pixel_error(errors, 101, 1, 1, tenth) == 0);
}

TEST_CASE("every threshold between two levels is asked by itself") {
  for (const HysteresisKind kind : {HysteresisKind::symmetric, HysteresisKind::asymmetric}) {
    CHECK(by_height(0.52, 2, {kind, 0.1}) == 1);
    CHECK(by_height(0.56, 2, {kind, 0.1}) == 0);
    CHECK(by_height(0.05, 0, {kind, 0.1}) == 3);
  }
}

TEST_CASE("the first frame needs no history, and no hysteresis is the plain rule") {
  const HysteresisKind kinds[] = {HysteresisKind::none, HysteresisKind::distance_band, HysteresisKind::symmetric,
                                  HysteresisKind::asymmetric, HysteresisKind::pixel_error};
  for (const HysteresisKind kind : kinds) {
    CHECK(by_distance({0, 20}, 20, level_unknown, {kind, 0.5}) == 1);
    CHECK(by_distance({0, 20}, 19.9, level_unknown, {kind, 0.5}) == 0);
    CHECK(by_distance({0, 20}, 19.9, level_culled, {kind, 0.5}) == 0);
    CHECK(by_height(0.5, level_unknown, {kind, 0.5}) == 1);
    CHECK(by_height(0.501, level_unknown, {kind, 0.5}) == 0);
    for (const double invalid : {0.0, -1.0, not_a_number, infinity}) {
      CHECK(by_distance({0, 20}, 20, 0, {kind, invalid}) == 1);
      CHECK(by_distance({0, 20}, 19.999, 1, {kind, invalid}) == 0);
      CHECK(by_height(0.5, 0, {kind, invalid}) == 1);
      CHECK(by_height(0.501, 1, {kind, invalid}) == 0);
    }
  }
}

TEST_CASE("the three measures agree at the reference view") {
  Sample sample;
  for (const double distance : {2.0, 11.7, 11.9, 54.9, 55.1, 1000.0}) {
    const int expected = distance < 11.8 ? 0 : distance < 55 ? 1 : 2;
    for (const Measure measure : {Measure::distance, Measure::screen_height, Measure::pixel_error}) {
      sample.options.measure = measure;
      CHECK(sample.choose(distance) == expected);
      CHECK(sample.choose(distance * 7, level_unknown, 7) == expected);  // as large, as far
    }
  }
}

TEST_CASE("screen height at the switch distance, hand-worked") {
  // Radius 1, extent 2, error 0.01 at 60 degrees: 19.706, screen height 0.08789.
  const View view = perspective_view({}, radians_60, 1080);
  CHECK(screen_height(view, 1, 19.706) == doctest::Approx(0.08789).epsilon(1e-4));
}

TEST_CASE("a bias of 2 doubles the switch distances; an invalid one is 1") {
  Sample sample;
  sample.options.measure = Measure::distance;
  sample.options.bias = 2;
  CHECK(sample.choose(23.5) == 0);
  CHECK(sample.choose(23.7) == 1);
  sample.options.measure = Measure::screen_height;
  CHECK(sample.choose(23.5) == 0);
  CHECK(sample.choose(23.7) == 1);
  sample.options.measure = Measure::pixel_error;  // near side: 1 + 2 * 10.8
  CHECK(sample.choose(22.5) == 0);
  CHECK(sample.choose(22.7) == 1);
  for (const double invalid : {0.0, -3.0, not_a_number, infinity}) {
    sample.options.bias = invalid;
    CHECK(sample.choose(11.9) == 1);
  }
}

TEST_CASE("an object may ignore the global bias or have its own") {
  ObjectRule rule;
  CHECK(effective_bias(2, rule) == 2);
  rule.bias = 3;
  CHECK(effective_bias(2, rule) == 6);
  rule.ignore_global_bias = true;
  CHECK(effective_bias(2, rule) == 3);
  rule.bias = not_a_number;
  CHECK(effective_bias(2, rule) == 1);
}

TEST_CASE("screen heights set by hand are made strict, rising ones refused") {
  const auto strict = strict_screen_heights(std::vector<double>{1.5, 0.5, 0.5, 0.4995});
  REQUIRE(strict.ok());
  CHECK((*strict)[0] == doctest::Approx(0.999));
  CHECK((*strict)[1] == doctest::Approx(0.5));
  CHECK((*strict)[2] == doctest::Approx(0.499));
  CHECK((*strict)[3] == doctest::Approx(0.498));
  CHECK(strict_screen_heights(std::vector<double>{0.2, 0.3}).error().code == ErrorCode::invalid_argument);
  CHECK(strict_screen_heights(std::vector<double>{not_a_number}).error().code == ErrorCode::invalid_argument);
  CHECK(strict_screen_heights(std::vector<double>{0.5, -0.1}).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("nothing is drawn below the cull height, 0.02 out and 0.022 back; 0 is never") {
  Sample sample;
  CHECK(sample.choose(1e6) == 2);
  sample.chain.cull_screen_height = 0.02;  // radius 1, reach 1: height = 1 / distance
  CHECK(sample.choose(1 / 0.0201) == 1);
  CHECK(sample.choose(1 / 0.0199) == level_culled);
  CHECK(sample.choose(1 / 0.0219, level_culled) == level_culled);
  CHECK(sample.choose(1 / 0.0221, level_culled) == 1);
  CHECK(sample.choose(1 / 0.0219, 1) == 1);
}

TEST_CASE("a forced level is clamped to the last; classes near and none") {
  Sample sample;
  sample.rule.forced_level = 1;
  CHECK(sample.choose(2) == 1);
  sample.rule.forced_level = 99;
  CHECK(sample.choose(2) == 2);
  sample.rule.draw_class = DrawClass::none;
  CHECK(sample.choose(2) == level_culled);
  sample.rule = {};
  sample.rule.draw_class = DrawClass::near;
  sample.rule.near_distance = 30;
  CHECK(sample.choose(29) == 1);
  CHECK(sample.choose(30) == level_culled);
}

TEST_CASE("in an orthographic view distance does not matter, whatever the measure") {
  Sample sample;
  sample.view = orthographic_view({}, 2 * 55.0 * 0.99, 1080);  // shows 108.9 units: height 2 / 108.9, above 1 / 55
  for (const Measure measure : {Measure::distance, Measure::screen_height}) {
    sample.options.measure = measure;
    for (const double distance : {0.1, 5.0, 1e7}) CHECK(sample.choose(distance) == 1);
  }
  sample.options.measure = Measure::pixel_error;  // 0.02 * 1080 / 108.9 = 0.198, 0.1 * 1080 / 108.9 = 0.99
  for (const double distance : {0.1, 5.0, 1e7}) CHECK(sample.choose(distance) == 2);
}
