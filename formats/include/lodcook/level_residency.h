#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lodcook/level_select.h"
#include "lodcook/types.h"

/// What stands between the level that was chosen and the picture: which levels are in memory, shadow views, fading, and
/// when to choose again. The clock, loading and drawing are the caller's.
namespace lodcook {

/// The last choice of every view for every object, each view by itself.
class ViewStates {
 public:
  /// All level_unknown. Allocates views * objects bytes.
  ViewStates(std::size_t views, std::size_t objects);

  [[nodiscard]] std::size_t view_count() const noexcept { return views_; }
  [[nodiscard]] std::size_t object_count() const noexcept { return objects_; }

  /// One entry for each object; empty where there is no such view. Different views may be written from different
  /// threads at once.
  [[nodiscard]] std::span<std::uint8_t> levels(std::size_t view) noexcept;
  [[nodiscard]] std::span<const std::uint8_t> levels(std::size_t view) const noexcept;

  /// Forgets what a view knew, as after a cut of the camera.
  void forget_view(std::size_t view) noexcept;

  /// Forgets an object in all views, as when its place in the arrays goes to another. Nothing beyond object_count().
  void forget_object(std::size_t object) noexcept;

 private:
  std::size_t views_ = 0, objects_ = 0;
  std::vector<std::uint8_t> levels_;
};

/// What a shadow view draws: its own choice, level 0 always, or what the main view chose.
enum class ShadowPolicy : std::uint8_t { own_choice, finest, as_main_view };

/// `own` is the shadow view's choice, `main` the main view's. A culled own choice stays culled, but as_main_view.
std::uint8_t shadow_level(ShadowPolicy policy, std::uint8_t own, std::uint8_t main) noexcept;

struct ResidentLevel {
  std::uint8_t level = level_unknown;  ///< To draw; level_unknown if there is nothing.
  bool fallback = false;               ///< It is not the desired one: count it.
};

/// The desired level if it is resident (bit i of `resident_levels`: level i), else the nearest coarser, else the
/// nearest finer, else `shown`, what is drawn now. Culled stays culled.
ResidentLevel resident_level(std::uint8_t desired, std::uint32_t resident_levels,
                             std::uint8_t shown = level_unknown) noexcept;

/// The level to load next, coarsest first: the coarsest of `level_count` if it is not there, else the desired one.
/// level_unknown if nothing is missing. A culled or unknown `desired` asks for the coarsest alone.
std::uint8_t level_to_load(std::uint8_t desired, std::uint32_t resident_levels, std::uint32_t level_count) noexcept;

/// A dithered cross-fade between two levels of one object, the same in all views of a frame.
struct Fade {
  std::uint8_t from = level_unknown, to = level_unknown;
  float weight = 1;             ///< Of `to`, 0 to 1; that of `from` is 1 - weight. They sum to exactly 1.
  std::uint64_t frame = ~0ULL;  ///< The last one it advanced in.
};

/// Moves a fade towards `target`, at most once for each frame number. `step` is the part of the whole that this frame
/// takes: seconds of the frame / seconds of a fade; 1 or more, 0 or less, or no number: no fading, switch at once.
/// Interrupted by the level it came from, it turns round where it is; by a third one, it ends first. Never jumps.
void advance(Fade& fade, std::uint8_t target, float step, std::uint64_t frame) noexcept;

/// When to choose levels for all objects again rather than every frame.
struct PassSchedule {
  std::uint32_t every_frames = 1;  ///< 0: never for time alone.
  double moved_more_than = 0;      ///< World units since the last pass; not positive: do not ask.
};

struct PassState {
  bool ran = false;
  std::uint64_t frame = 0;
  View view;
};

/// Whether a full pass is due in this frame: the first one, after so many frames, or when the camera moved too far or
/// its lens, size or kind changed. Notes it in `state` if so.
bool pass_is_due(const PassSchedule& schedule, const View& view, std::uint64_t frame, PassState& state) noexcept;

}  // namespace lodcook
