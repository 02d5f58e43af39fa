#include "lodcook/tile_selector.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lodcook {

double distance_to_box(const Aabb& box, Vec3d p) noexcept {
  const double x = std::max({box.min.x - p.x, 0.0, p.x - box.max.x});
  const double y = std::max({box.min.y - p.y, 0.0, p.y - box.max.y});
  const double z = std::max({box.min.z - p.z, 0.0, p.z - box.max.z});
  return std::sqrt(x * x + y * y + z * z);
}

double tile_pixel_error(const Tile& tile, std::span<const TileView> views) noexcept {
  double worst = 0;
  for (const TileView& view : views) {
    const double distance = distance_to_box(tile.box, view.eye);
    const double pixels = tile.error_absolute * view.pixels_per_unit;
    // not a number is treated as near: a wrong camera shows too much, never a hole
    worst = distance > 0 ? std::max(worst, pixels / distance) : std::numeric_limits<double>::infinity();
    if (std::isinf(worst)) break;
  }
  return worst;
}

bool wants_children(const Tile& tile, std::span<const TileView> views, double budget_px) noexcept {
  return tile.first_child >= 0 && tile_pixel_error(tile, views) > budget_px;
}

bool in_cut(std::span<const Tile> tiles, std::uint32_t tile, std::span<const TileView> views,
            double budget_px) noexcept {
  const Tile& self = tiles[tile];
  if (wants_children(self, views, budget_px)) return false;
  return self.parent < 0 || wants_children(tiles[static_cast<std::size_t>(self.parent)], views, budget_px);
}

namespace {

/// Seconds until a failed load is tried again, by how often it has failed.
double back_off(std::uint8_t failures) noexcept {
  constexpr double seconds[] = {5, 10, 20, 60};
  return seconds[std::min<std::size_t>(failures == 0 ? 0 : failures - 1U, 3)];
}

}  // namespace

TileSelector::TileSelector(std::span<const Tile> tiles, std::uint32_t object, const TileSelectorOptions& options)
    : tiles_(tiles), options_(options) {
  std::uint32_t last = 0;
  first_ = static_cast<std::uint32_t>(tiles.size());
  for (std::uint32_t i = 0; i < tiles.size(); ++i) {
    if (tiles[i].object != object) continue;
    first_ = std::min(first_, i);
    last = i + 1;
    if (tiles[i].parent < 0) order_.push_back(i);
  }
  if (order_.empty()) return;
  root_count_ = order_.size();
  states_.resize(last - first_);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    for (std::int32_t c = tiles_[order_[i]].first_child; c >= 0; c = tiles_[static_cast<std::size_t>(c)].next_sibling) {
      order_.push_back(static_cast<std::uint32_t>(c));
    }
  }
}

void TileSelector::loaded(std::uint32_t tile) {
  State& state = states_[tile - first_];
  if (state.residency != Residency::in_flight) return;
  state.residency = Residency::resident;
  state.failures = 0;
  in_flight_ -= tiles_[tile].byte_size;
}

void TileSelector::failed(std::uint32_t tile, double now_seconds) {
  State& state = states_[tile - first_];
  if (state.residency != Residency::in_flight) return;
  state.residency = Residency::absent;
  state.failures = static_cast<std::uint8_t>(std::min(state.failures + 1, 4));
  state.retry_at = now_seconds + back_off(state.failures);
  in_flight_ -= tiles_[tile].byte_size;
  resident_ -= tiles_[tile].decoded_size;
}

TileSelection TileSelector::update(std::span<const TileView> views, double now_seconds) {
  draw_.clear();
  load_.clear();
  unload_.clear();
  TileSelection selection;
  if (order_.empty()) return selection;
  measure(views);
  refine(now_seconds);
  mark_drawn(now_seconds, selection);
  request_unloads(now_seconds);
  request_loads(now_seconds);
  selection.draw = draw_;
  selection.load = load_;
  selection.unload = unload_;
  selection.bytes_in_flight = in_flight_;
  selection.bytes_resident = resident_;
  return selection;
}

void TileSelector::measure(std::span<const TileView> views) {
  for (const std::uint32_t tile : order_) {
    State& state = states_[tile - first_];
    state.pixel_error = tile_pixel_error(tiles_[tile], views);
    const std::int32_t parent = tiles_[tile].parent;
    // pixel error = error K / distance, so distance / switch distance = budget / pixel error
    state.reach =
        parent < 0 ? 0 : options_.budget_px / states_[static_cast<std::uint32_t>(parent) - first_].pixel_error;
  }
}

bool TileSelector::children_resident(std::uint32_t tile) const {
  for (std::int32_t c = tiles_[tile].first_child; c >= 0; c = tiles_[static_cast<std::size_t>(c)].next_sibling) {
    if (states_[static_cast<std::uint32_t>(c) - first_].residency != Residency::resident) return false;
  }
  return true;
}

/// Whether everything drawn below the tile has been drawn for the dwell time.
bool TileSelector::subtree_settled(std::uint32_t tile, double now) const {
  std::vector<std::uint32_t> stack{tile};
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    stack.pop_back();
    const State& state = states_[at - first_];
    if (state.drawn && now - state.changed_at < options_.dwell_seconds) return false;
    if (!state.refined) continue;
    for (std::int32_t c = tiles_[at].first_child; c >= 0; c = tiles_[static_cast<std::size_t>(c)].next_sibling) {
      stack.push_back(static_cast<std::uint32_t>(c));
    }
  }
  return true;
}

void TileSelector::collapse(std::uint32_t tile) {
  std::vector<std::uint32_t> stack{tile};
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    stack.pop_back();
    State& state = states_[at - first_];
    if (!state.refined) continue;
    state.refined = false;
    for (std::int32_t c = tiles_[at].first_child; c >= 0; c = tiles_[static_cast<std::size_t>(c)].next_sibling) {
      stack.push_back(static_cast<std::uint32_t>(c));
    }
  }
}

/// Top-down: a child is refined only under a refined parent, so that one decision moves one place.
void TileSelector::refine(double now) {
  for (const std::uint32_t tile : order_) {
    State& state = states_[tile - first_];
    const std::int32_t parent = tiles_[tile].parent;
    if (parent >= 0 && !states_[static_cast<std::uint32_t>(parent) - first_].refined) continue;
    if (tiles_[tile].first_child < 0) continue;
    if (!state.refined) {
      // distance < fraction * switch distance
      const bool near = state.pixel_error * options_.refine_fraction > options_.budget_px;
      const bool rested = now - state.changed_at >= options_.dwell_seconds;
      if (near && rested && state.residency == Residency::resident && children_resident(tile)) state.refined = true;
    } else if (!(state.pixel_error > options_.budget_px) && now - state.changed_at >= options_.dwell_seconds &&
               subtree_settled(tile, now)) {
      collapse(tile);
    }
  }
}

void TileSelector::mark_drawn(double now, TileSelection& selection) {
  for (const std::uint32_t tile : order_) {
    State& state = states_[tile - first_];
    const std::int32_t parent = tiles_[tile].parent;
    const bool reached = parent < 0 || (states_[static_cast<std::uint32_t>(parent) - first_].needed &&
                                        states_[static_cast<std::uint32_t>(parent) - first_].refined);
    state.needed = reached && state.residency == Residency::resident;
    const bool drawn = state.needed && !state.refined;
    if (drawn != state.drawn) {
      state.drawn = drawn;
      state.changed_at = now;
      ++selection.changed;
    }
    if (!drawn) continue;
    draw_.push_back(tile);
    if (tiles_[tile].first_child >= 0 && state.pixel_error > options_.budget_px) ++selection.waiting;
  }
}

void TileSelector::drop(std::uint32_t tile) {
  State& state = states_[tile - first_];
  state.residency = Residency::absent;
  state.outside_since = std::numeric_limits<double>::max();
  resident_ -= tiles_[tile].decoded_size;
  unload_.push_back(tile);
}

void TileSelector::request_unloads(double now) {
  for (const std::uint32_t tile : order_) {
    State& state = states_[tile - first_];
    const bool outside = tiles_[tile].parent >= 0 && state.reach > options_.unload_factor;
    if (!outside) {
      state.outside_since = std::numeric_limits<double>::max();
      continue;
    }
    state.outside_since = std::min(state.outside_since, now);
    if (state.residency != Residency::resident || state.needed) continue;
    if (now - state.outside_since >= options_.unload_grace_seconds) drop(tile);
  }
}

bool TileSelector::may_start(std::uint32_t tile) const {
  const std::uint64_t size = tiles_[tile].byte_size, most = options_.max_bytes_in_flight;
  return in_flight_ == 0 || (size <= most && in_flight_ <= most - size);
}

void TileSelector::start(std::uint32_t tile) {
  states_[tile - first_].residency = Residency::in_flight;
  in_flight_ += tiles_[tile].byte_size;
  resident_ += tiles_[tile].decoded_size;
  load_.push_back(tile);
}

/// Gives back tiles that no view is near, least visible first, until `bytes` more fit.
bool TileSelector::make_room(std::uint64_t bytes) {
  const auto fits = [&] {
    return resident_ == 0 || (bytes <= options_.max_bytes_resident && resident_ <= options_.max_bytes_resident - bytes);
  };
  if (fits()) return true;
  if (!evictable_ready_) {
    evictable_ready_ = true;
    evictable_.clear();
    for (const std::uint32_t tile : order_) {
      const State& state = states_[tile - first_];
      const bool idle = state.residency == Residency::resident && !state.needed;
      if (idle && tiles_[tile].parent >= 0 && state.reach > options_.streaming_factor) evictable_.push_back(tile);
    }
    std::sort(evictable_.begin(), evictable_.end(), [this](std::uint32_t a, std::uint32_t b) {
      const double x = states_[a - first_].reach, y = states_[b - first_].reach;
      return x != y ? x < y : a > b;  // taken from the back
    });
  }
  while (!fits() && !evictable_.empty()) {
    const std::uint32_t tile = evictable_.back();
    evictable_.pop_back();
    if (states_[tile - first_].residency == Residency::resident) drop(tile);
  }
  return fits();
}

/// Siblings go together: the parent is drawn until all are there, so a part of them is of no use.
void TileSelector::request_group(const Group& group, double now) {
  std::uint64_t bytes = 0;
  bool wait = false;
  for (std::int32_t c = tiles_[group.parent].first_child; c >= 0;
       c = tiles_[static_cast<std::size_t>(c)].next_sibling) {
    const State& state = states_[static_cast<std::uint32_t>(c) - first_];
    if (state.residency == Residency::absent) bytes += tiles_[static_cast<std::size_t>(c)].decoded_size;
    wait = wait || (state.residency == Residency::absent && now < state.retry_at);
  }
  if (bytes == 0 || wait || !make_room(bytes)) return;
  for (std::int32_t c = tiles_[group.parent].first_child; c >= 0;
       c = tiles_[static_cast<std::size_t>(c)].next_sibling) {
    const auto child = static_cast<std::uint32_t>(c);
    if (states_[child - first_].residency != Residency::absent) continue;
    if (may_start(child)) start(child);
  }
}

void TileSelector::request_loads(double now) {
  evictable_ready_ = false;
  bool roots_started = true;
  for (std::size_t i = 0; i < root_count_; ++i) {
    const State& state = states_[order_[i] - first_];
    if (state.residency == Residency::absent && now >= state.retry_at && may_start(order_[i])) start(order_[i]);
    roots_started = roots_started && state.residency != Residency::absent;
  }
  if (!roots_started) return;
  std::vector<Group> groups;
  for (const std::uint32_t tile : order_) {
    const std::int32_t child = tiles_[tile].first_child;
    if (child < 0 || states_[tile - first_].residency != Residency::resident) continue;
    const double reach = states_[static_cast<std::uint32_t>(child) - first_].reach;
    if (!(reach <= options_.prefetch_factor)) continue;
    groups.push_back({tile, states_[tile - first_].pixel_error, reach > options_.streaming_factor});
  }
  std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    if (a.prefetch != b.prefetch) return b.prefetch;
    return a.priority != b.priority ? a.priority > b.priority : a.parent < b.parent;
  });
  for (const Group& group : groups) {
    if (in_flight_ > 0 && in_flight_ >= options_.max_bytes_in_flight) break;
    request_group(group, now);
  }
}

}  // namespace lodcook
