#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lodcook/result.h"
#include "lodcook/types.h"
#include "lodcook/view.h"

/// Chooses the level to draw. Pure functions: no allocation but in strict_screen_heights, no global state, callable
/// from any thread. History is one number, the level of the last frame, which the caller keeps for each view and
/// object. Level 0 is the finest. Formulas: `screen-space error = error * scale * K / distance` and
/// lodcook/switch_distance.h.
namespace lodcook {

/// Beside the levels 0 to 31: nothing is drawn, and nothing is known of the last frame.
inline constexpr std::uint8_t level_culled = 254, level_unknown = 255;

enum class HysteresisKind : std::uint8_t {
  none,           ///< The plain rule.
  distance_band,  ///< Finer again min(value, T / 10) before the switch distance T. By distance only, else as none.
  symmetric,      ///< Both ways `value` times the threshold beyond it.
  asymmetric,     ///< Coarser at the threshold, finer at screen height or pixel error * (1 + value).
  pixel_error,    ///< Coarser at pixel error or screen height * (1 - value), finer at the threshold.
};

/// What keeps an object at a threshold from switching to and fro. Every threshold between the last level and the new
/// one is asked by itself, so a jump goes all the way but for a last step within a band. `value` is a part of the
/// threshold, 0 to 0.99, or a length in the unit of the distances; 0 and what is invalid are the plain rule.
struct Hysteresis {
  HysteresisKind kind = HysteresisKind::none;
  double value = 0;
};

inline constexpr Hysteresis default_distance_band{HysteresisKind::distance_band, 5};

/// A level holds from its switch distance on. `switch_distances` rises, level 0 first (with 0). Distances count from
/// the camera to the centre of the bounding sphere. Level 0 for a distance that is no number.
std::uint8_t level_by_distance(std::span<const double> switch_distances, double distance,
                               std::uint8_t previous = level_unknown, Hysteresis hysteresis = {}) noexcept;

/// Level k holds while the object's screen height is at most `screen_heights[k - 1]`. They fall, beginning with that of
/// level 1. Level 0 for a height that is no number.
std::uint8_t level_by_screen_height(std::span<const double> screen_heights, double height,
                                    std::uint8_t previous = level_unknown, Hysteresis hysteresis = {}) noexcept;

/// Pixels that an error covers: error * scale * K / near_distance. `near_distance` is that to the near side of the
/// bounds; nothing is subtracted here. In an orthographic view it is ignored. Infinite at a distance of 0 or less.
double error_pixels(const View& view, double error, double scale, double near_distance) noexcept;

/// The coarsest level with errors[level] * pixels_per_error <= budget_px, else level 0. `errors` rises, level 0 first;
/// `pixels_per_error` is error_pixels() of an error of 1, times the bias. Level 0 where that is negative or not finite.
std::uint8_t level_by_pixel_error(std::span<const double> errors, double pixels_per_error, double budget_px,
                                  std::uint8_t previous = level_unknown, Hysteresis hysteresis = {}) noexcept;

/// What an asset's chain says to selection; lengths in model units. The spans are the caller's (LodAsset has them).
struct LevelChain {
  std::span<const double> errors;            ///< Absolute, level 0 first, strictly rising.
  std::span<const double> switch_distances;  ///< Of every level; level 0 has 0.
  std::span<const double> screen_heights;    ///< From level 1 on: one fewer.
  double radius = 0;                         ///< Of the sphere around all levels, so the level drawn changes nothing.
  double cull_screen_height = 0;             ///< Draw nothing below; 0: never.
};

enum class Measure : std::uint8_t { distance, screen_height, pixel_error };

/// `near`: absent from near_distance on. `none`: never drawn.
enum class DrawClass : std::uint8_t { all, near, none };

/// What one object may ask for itself.
struct ObjectRule {
  double bias = 1;  ///< Above 1 keeps detail. Multiplied with the global one.
  bool ignore_global_bias = false;
  DrawClass draw_class = DrawClass::all;
  double near_distance = 0;        ///< World units, to the centre. For DrawClass::near.
  std::int32_t forced_level = -1;  ///< Instead of choosing; clamped to the last. Class and culling still hold.
};

struct SelectOptions {
  Measure measure = Measure::pixel_error;
  Hysteresis hysteresis;
  double budget_px = 1;          ///< For Measure::pixel_error.
  double bias = 1;               ///< Distance / bias, screen height * bias, pixels * bias.
  double cull_hysteresis = 0.1;  ///< Culled below cull_screen_height, back at it * (1 + this).
};

/// The bias that counts. An invalid one (not positive, not finite) is 1.
double effective_bias(double global, const ObjectRule& rule) noexcept;

/// Level or level_culled for one object in one view. `center` is that of the bounding sphere in world space, `scale`
/// its largest_axis_scale. In an orthographic view Measure::distance chooses as Measure::screen_height does. Level 0 if
/// the camera is inside the sphere (by pixel error) or anything is not finite.
std::uint8_t choose_level(const View& view, const LevelChain& chain, Vec3d center, double scale,
                          const SelectOptions& options, std::uint8_t previous = level_unknown,
                          const ObjectRule& rule = {}) noexcept;

/// Screen heights set by hand, made strict: min(0.999, t_i, t_(i-1) - 0.001). Fails with invalid_argument where they
/// rise, are negative or not finite. Those of a cooked file are strict, may exceed 1, and stay as they are.
Result<std::vector<double>> strict_screen_heights(std::span<const double> heights);

}  // namespace lodcook
