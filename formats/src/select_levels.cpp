#include "lodcook/level_select.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/src/select_hysteresis.h"
#include "lodcook/switch_distance.h"

namespace lodcook {
namespace {

constexpr std::size_t most_levels = 32;  // Limits::max_levels_per_object

bool is_level(std::uint8_t level) noexcept { return level < most_levels; }

/// Whether the value lies on the coarser side of one threshold: surely, and so far that a coarser level may stay.
struct Side {
  bool coarser = false, may_stay = false;
};

/// Thresholds are ordered, so the levels that are surely passed and those that may stay are counts, and the last level
/// moves only as far as it must.
template <class SideOf>
std::uint8_t count_levels(std::size_t thresholds, std::uint8_t previous, const SideOf& side_of) noexcept {
  unsigned least = 0, most = 0;
  for (std::size_t i = 0; i < std::min(thresholds, most_levels - 1); ++i) {
    const Side side = side_of(i);
    least += side.coarser ? 1U : 0U;
    most += side.may_stay ? 1U : 0U;
  }
  return static_cast<std::uint8_t>(is_level(previous) ? std::clamp(unsigned{previous}, least, most) : least);
}

/// Bands around a switch distance, which rises towards coarser levels.
Side side_of_distance(double threshold, double distance, Hysteresis hysteresis) noexcept {
  const double h = valid_hysteresis(hysteresis);
  double coarsen = threshold, refine = threshold;
  switch (hysteresis.kind) {
    case HysteresisKind::none: break;
    case HysteresisKind::distance_band: refine = threshold - std::min(h, 0.1 * threshold); break;
    case HysteresisKind::symmetric:
      coarsen = threshold * (1 + h);
      refine = threshold * (1 - h);
      break;
    case HysteresisKind::asymmetric: refine = threshold / (1 + h); break;
    case HysteresisKind::pixel_error: coarsen = threshold / (1 - h); break;
  }
  const bool coarser = distance >= coarsen;
  return {coarser, coarser || distance > refine};
}

Side side_of_falling(double threshold, double value, FallingBand band) noexcept {
  return {value <= threshold * band.coarsen, value <= threshold || value < threshold * band.refine};
}

Hysteresis without_history(std::uint8_t previous, Hysteresis hysteresis) noexcept {
  return is_level(previous) ? hysteresis : Hysteresis{};
}

bool usable(double value) noexcept { return value > 0 && std::isfinite(value); }

bool is_culled(double height, double cull_height, double hysteresis, std::uint8_t previous) noexcept {
  if (!(cull_height > 0)) return false;
  const double back = cull_height + cull_height * (hysteresis > 0 ? hysteresis : 0);
  return height < (previous == level_culled ? back : cull_height);
}

}  // namespace

double valid_hysteresis(Hysteresis hysteresis) noexcept {
  if (!usable(hysteresis.value)) return 0;
  return hysteresis.kind == HysteresisKind::distance_band ? hysteresis.value : std::min(hysteresis.value, 0.99);
}

double valid_bias(double bias) noexcept { return usable(bias) ? bias : 1; }

FallingBand falling_band(Hysteresis hysteresis) noexcept {
  const double h = valid_hysteresis(hysteresis);
  switch (hysteresis.kind) {
    case HysteresisKind::none:
    case HysteresisKind::distance_band: return {1, 1};
    case HysteresisKind::symmetric: return {1 - h, 1 + h};
    case HysteresisKind::asymmetric: return {1, 1 + h};
    case HysteresisKind::pixel_error: return {1 - h, 1};
  }
  return {1, 1};
}

std::uint8_t level_by_distance(std::span<const double> switch_distances, double distance, std::uint8_t previous,
                               Hysteresis hysteresis) noexcept {
  if (switch_distances.empty()) return 0;
  const Hysteresis band = without_history(previous, hysteresis);
  return count_levels(switch_distances.size() - 1, previous,
                      [&](std::size_t i) { return side_of_distance(switch_distances[i + 1], distance, band); });
}

std::uint8_t level_by_screen_height(std::span<const double> screen_heights, double height, std::uint8_t previous,
                                    Hysteresis hysteresis) noexcept {
  const FallingBand band = falling_band(without_history(previous, hysteresis));
  return count_levels(screen_heights.size(), previous,
                      [&](std::size_t i) { return side_of_falling(screen_heights[i], height, band); });
}

double error_pixels(const View& view, double error, double scale, double near_distance) noexcept {
  const double pixels = error * scale * pixels_per_unit(view);
  if (view.orthographic) return pixels;
  return near_distance > 0 ? pixels / near_distance : std::numeric_limits<double>::infinity();
}

std::uint8_t level_by_pixel_error(std::span<const double> errors, double pixels_per_error, double budget_px,
                                  std::uint8_t previous, Hysteresis hysteresis) noexcept {
  if (errors.empty() || !(pixels_per_error >= 0) || !std::isfinite(pixels_per_error)) return 0;
  const FallingBand band = falling_band(without_history(previous, hysteresis));
  return count_levels(errors.size() - 1, previous, [&](std::size_t i) {
    return side_of_falling(budget_px, errors[i + 1] * pixels_per_error, band);
  });
}

double effective_bias(double global, const ObjectRule& rule) noexcept {
  return (rule.ignore_global_bias ? 1 : valid_bias(global)) * valid_bias(rule.bias);
}

std::uint8_t choose_level(const View& view, const LevelChain& chain, Vec3d center, double scale,
                          const SelectOptions& options, std::uint8_t previous, const ObjectRule& rule) noexcept {
  const double distance = distance_to(view, center);
  if (rule.draw_class == DrawClass::none) return level_culled;
  if (rule.draw_class == DrawClass::near && distance >= rule.near_distance) return level_culled;
  const double bias = effective_bias(options.bias, rule);
  const double radius = chain.radius * scale;
  const double height = screen_height(view, radius, distance) * bias;
  if (is_culled(height, chain.cull_screen_height, options.cull_hysteresis, previous)) return level_culled;
  if (rule.forced_level >= 0) {
    const std::size_t last = std::max<std::size_t>(chain.errors.size(), 1) - 1;
    return static_cast<std::uint8_t>(std::min({static_cast<std::size_t>(rule.forced_level), last, most_levels - 1}));
  }
  if (!usable(view.reach) || !usable(scale) || !std::isfinite(distance)) return 0;
  if (options.measure == Measure::pixel_error) {
    const double pixels = error_pixels(view, 1, scale, distance - radius) * bias;
    return level_by_pixel_error(chain.errors, pixels, options.budget_px, previous, options.hysteresis);
  }
  if (options.measure == Measure::distance && !view.orthographic) {
    return level_by_distance(chain.switch_distances, distance / (scale * bias), previous, options.hysteresis);
  }
  return level_by_screen_height(chain.screen_heights, height, previous, options.hysteresis);
}

Result<std::vector<double>> strict_screen_heights(std::span<const double> heights) {
  std::vector<double> strict;
  strict.reserve(heights.size());
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const double height = heights[i];
    if (!(height >= 0) || !std::isfinite(height)) {
      return Error{ErrorCode::invalid_argument, "a screen height is negative or not finite",
                   "level " + std::to_string(i)};
    }
    if (i > 0 && height > heights[i - 1]) {
      return Error{ErrorCode::invalid_argument, "screen heights rise", "level " + std::to_string(i)};
    }
    strict.push_back(std::min({0.999, height, i > 0 ? strict[i - 1] - 0.001 : 0.999}));
  }
  return strict;
}

}  // namespace lodcook
