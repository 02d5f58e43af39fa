#include <algorithm>

#include "lodcook/level_residency.h"

namespace lodcook {
namespace {

bool has_level(std::uint32_t levels, std::uint8_t level) noexcept {
  return level < 32 && ((levels >> level) & 1U) != 0;
}

void set_out(Fade& fade, std::uint8_t target) noexcept {
  fade.from = fade.to;
  fade.to = target;
  fade.weight = 0;
}

}  // namespace

ViewStates::ViewStates(std::size_t views, std::size_t objects)
    : views_(views), objects_(objects), levels_(views * objects, level_unknown) {}

std::span<std::uint8_t> ViewStates::levels(std::size_t view) noexcept {
  if (view >= views_) return {};
  return std::span(levels_).subspan(view * objects_, objects_);
}

std::span<const std::uint8_t> ViewStates::levels(std::size_t view) const noexcept {
  if (view >= views_) return {};
  return std::span(levels_).subspan(view * objects_, objects_);
}

void ViewStates::forget_view(std::size_t view) noexcept {
  const std::span<std::uint8_t> forgotten = levels(view);
  std::fill(forgotten.begin(), forgotten.end(), level_unknown);
}

void ViewStates::forget_object(std::size_t object) noexcept {
  if (object >= objects_) return;
  for (std::size_t view = 0; view < views_; ++view) levels_[view * objects_ + object] = level_unknown;
}

std::uint8_t shadow_level(ShadowPolicy policy, std::uint8_t own, std::uint8_t main) noexcept {
  switch (policy) {
    case ShadowPolicy::own_choice: return own;
    case ShadowPolicy::finest: return own == level_culled ? level_culled : std::uint8_t{0};
    case ShadowPolicy::as_main_view: return main;
  }
  return own;
}

ResidentLevel resident_level(std::uint8_t desired, std::uint32_t resident_levels, std::uint8_t shown) noexcept {
  if (desired == level_culled || has_level(resident_levels, desired)) return {desired, false};
  for (unsigned level = desired + 1U; level < 32; ++level) {
    if (has_level(resident_levels, static_cast<std::uint8_t>(level))) return {static_cast<std::uint8_t>(level), true};
  }
  for (unsigned level = std::min(unsigned{desired}, 32U); level-- > 0;) {
    if (has_level(resident_levels, static_cast<std::uint8_t>(level))) return {static_cast<std::uint8_t>(level), true};
  }
  return {shown, true};
}

std::uint8_t level_to_load(std::uint8_t desired, std::uint32_t resident_levels, std::uint32_t level_count) noexcept {
  if (level_count == 0) return level_unknown;
  const std::uint8_t last = static_cast<std::uint8_t>(std::min(level_count, 32U) - 1);
  if (!has_level(resident_levels, last)) return last;
  if (desired <= last && !has_level(resident_levels, desired)) return desired;
  return level_unknown;
}

void advance(Fade& fade, std::uint8_t target, float step, std::uint64_t frame) noexcept {
  if (fade.frame == frame) return;
  fade.frame = frame;
  if (fade.to == level_unknown || !(step > 0 && step < 1)) {
    fade.from = fade.to = target;
    fade.weight = 1;
    return;
  }
  const bool fading = fade.weight < 1;
  if (fading && target == fade.from) {
    std::swap(fade.from, fade.to);
    fade.weight = 1 - fade.weight;
  } else if (!fading && target != fade.to) {
    set_out(fade, target);
  }
  if (fade.weight < 1) fade.weight = std::min(1.0F, fade.weight + step);
  if (fade.weight == 1) fade.from = fade.to;
}

bool pass_is_due(const PassSchedule& schedule, const View& view, std::uint64_t frame, PassState& state) noexcept {
  const View& last = state.view;
  const bool lens =
      view.reach != last.reach || view.height_px != last.height_px || view.orthographic != last.orthographic;
  const bool time = schedule.every_frames > 0 && frame - state.frame >= schedule.every_frames;
  const bool moved = schedule.moved_more_than > 0 && distance_to(last, view.position) > schedule.moved_more_than;
  if (state.ran && !lens && !time && !moved) return false;
  state = {true, frame, view};
  return true;
}

}  // namespace lodcook
