// tile_flights FILE.lodc [PIXELS]: random views of a container's first object and simulated flights over it. Prints the
// cut of a low view, bytes from a cold start until the worst pixel error is under a bound, views whose cut is not one
// tile of every path, and for flights at three speeds with a stalling disk what broke the selector's promises.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <numbers>
#include <utility>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/switch_distance.h>
#include <lodcook/tile_selector.h>

namespace {

using namespace lodcook;

const double scale = pixels_per_unit(std::numbers::pi / 3, 1080);

class Random {
 public:
  double operator()() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / 9007199254740992.0;
  }

 private:
  std::uint64_t state_ = 1;
};

/// Within the box's sides; `above` extents over its top.
Vec3d point_over(const Bounds& bounds, double x, double z, double above) {
  const auto at = [](float low, float high, double part) { return low + part * (static_cast<double>(high) - low); };
  return {at(bounds.box.min.x, bounds.box.max.x, x), bounds.box.max.y + above * static_cast<double>(bounds.extent),
          at(bounds.box.min.z, bounds.box.max.z, z)};
}

/// How many tiles of each path from a leaf to the root `chosen` holds: whether it is one of every path.
bool one_of_every_path(std::span<const Tile> tiles, const std::vector<char>& chosen) {
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    if (tiles[t].first_child >= 0) continue;
    int found = 0;
    for (auto at = static_cast<std::int64_t>(t); at >= 0; at = tiles[static_cast<std::size_t>(at)].parent) {
      found += chosen[static_cast<std::size_t>(at)];
    }
    if (found != 1) return false;
  }
  return true;
}

std::vector<char> pure_cut(std::span<const Tile> tiles, const TileView& view, double budget) {
  std::vector<char> chosen(tiles.size());
  for (std::uint32_t t = 0; t < tiles.size(); ++t) chosen[t] = in_cut(tiles, t, {&view, 1}, budget) ? 1 : 0;
  return chosen;
}

void print_low_view(const Container& container, double budget) {
  const TileView view{point_over(container.objects()[0].bounds, 0.5, 0.5, 0.01), scale};
  const std::vector<char> chosen = pure_cut(container.tiles(), view, budget);
  std::uint64_t tiles = 0, triangles = 0, bytes = 0;
  for (std::size_t t = 0; t < chosen.size(); ++t) {
    if (chosen[t] == 0) continue;
    ++tiles;
    triangles += container.tiles()[t].triangle_count;
    bytes += container.tiles()[t].byte_size;
  }
  std::printf("low view at %g px: %llu tiles, %.2f M triangles, %.2f MB\n", budget,
              static_cast<unsigned long long>(tiles), static_cast<double>(triangles) / 1e6,
              static_cast<double>(bytes) / 1e6);
}

void print_invalid_views(const Container& container, double budget) {
  Random random;
  int invalid = 0;
  for (int i = 0; i < 10'000; ++i) {
    const TileView view{point_over(container.objects()[0].bounds, 1.4 * random() - 0.2, 1.4 * random() - 0.2,
                                   random() * random() * random() - 0.05),
                        scale};
    invalid += one_of_every_path(container.tiles(), pure_cut(container.tiles(), view, budget)) ? 0 : 1;
  }
  std::printf("10000 random views at %g px: %d whose cut is not one tile of every path\n", budget, invalid);
}

double worst_error(const Container& container, std::span<const std::uint32_t> drawn, const TileView& view) {
  double worst = 0;
  for (const std::uint32_t tile : drawn) {
    if (container.tiles()[tile].first_child < 0) continue;
    worst = std::max(worst, tile_pixel_error(container.tiles()[tile], {&view, 1}));
  }
  return worst;
}

void print_cold_start(const Container& container) {
  const TileView view{point_over(container.objects()[0].bounds, 0.5, 0.5, 0.01), scale};
  TileSelectorOptions options;
  options.max_bytes_in_flight = 0;  // one after the other
  options.dwell_seconds = 0;
  TileSelector selector(container.tiles(), 0, options);
  std::uint64_t bytes = 0;
  std::size_t next = 0;
  constexpr std::array<double, 4> bounds{64, 16, 4, 1 / 0.9};
  for (int step = 0; step < 100'000 && next < bounds.size(); ++step) {
    const TileSelection selection = selector.update({&view, 1}, step * 0.01);
    const std::vector<std::uint32_t> loads(selection.load.begin(), selection.load.end());
    const double worst = selection.draw.empty() ? 1e300 : worst_error(container, selection.draw, view);
    for (; next < bounds.size() && worst <= bounds[next]; ++next) {
      std::printf("cold start: worst error %g px after %.2f MB\n", bounds[next], static_cast<double>(bytes) / 1e6);
    }
    for (const std::uint32_t tile : loads) {
      bytes += container.tiles()[tile].byte_size;
      selector.loaded(tile);
    }
  }
}

struct Faults {
  std::uint64_t holes = 0, over_flight = 0, over_resident = 0, hasty = 0, late = 0, most_resident = 0;
};

/// A disk of 20 MB/s; where it stalls, every 40th read takes two seconds and every 25th fails.
class Flight {
 public:
  Flight(const Container& container, double budget, double seconds_across, bool stalls)
      : container_(container),
        options_(make_options(budget)),
        selector_(container.tiles(), 0, options_),
        seconds_across_(seconds_across),
        stalls_(stalls),
        changed_(container.tiles().size(), -1e300),
        drawn_(container.tiles().size()),
        resident_(container.tiles().size()) {}

  Faults run() {
    for (int step = 0; step < 10'000; ++step) advance(step / 30.0);
    return faults_;
  }

 private:
  static TileSelectorOptions make_options(double budget) {
    TileSelectorOptions options;
    options.budget_px = budget;
    options.max_bytes_in_flight = 4 << 20;
    return options;
  }

  void advance(double now) {
    while (!reads_.empty() && reads_.front().done_at <= now) {
      const Read read = reads_.front();
      reads_.pop_front();
      if (read.fails) {
        selector_.failed(read.tile, now);
      } else {
        selector_.loaded(read.tile);
        resident_[read.tile] = 1;
      }
    }
    // to and fro across the ground
    double along = now / seconds_across_;
    along -= 2 * static_cast<double>(static_cast<long>(along / 2));
    const TileView view{point_over(container_.objects()[0].bounds, along < 1 ? along : 2 - along, 0.45, 0.01), scale};
    const TileSelection selection = selector_.update({&view, 1}, now);
    for (const std::uint32_t tile : selection.load) start(tile, now);
    for (const std::uint32_t tile : selection.unload) resident_[tile] = 0;
    check(selection, view, now);
  }

  void start(std::uint32_t tile, double now) {
    ++count_;
    free_at_ = std::max(free_at_, now) + static_cast<double>(container_.tiles()[tile].byte_size) / 20e6;
    if (stalls_ && count_ % 40 == 0) free_at_ += 2;
    reads_.push_back({tile, free_at_, stalls_ && count_ % 25 == 0});
  }

  void check(const TileSelection& selection, const TileView& view, double now) {
    std::vector<char> drawn(drawn_.size());
    bool all_resident = true;
    for (const std::uint32_t tile : selection.draw) {
      drawn[tile] = 1;
      all_resident = all_resident && resident_[tile] != 0;
    }
    if (!selection.draw.empty() && (!all_resident || !one_of_every_path(container_.tiles(), drawn))) ++faults_.holes;
    if (selection.draw.empty() && now > 5) ++faults_.holes;
    if (selection.bytes_in_flight > options_.max_bytes_in_flight && reads_.size() > 1) ++faults_.over_flight;
    if (selection.bytes_resident > options_.max_bytes_resident) ++faults_.over_resident;
    faults_.most_resident = std::max(faults_.most_resident, selection.bytes_resident);
    for (std::size_t t = 0; t < drawn.size(); ++t) {
      if (drawn[t] == drawn_[t]) continue;
      if (now - changed_[t] < options_.dwell_seconds - 1e-9) ++faults_.hasty;
      changed_[t] = now;
    }
    drawn_ = std::move(drawn);
    const double allowed = options_.budget_px / options_.refine_fraction;
    if (now > 10 && worst_error(container_, selection.draw, view) > 1.05 * allowed) ++faults_.late;
  }

  struct Read {
    std::uint32_t tile;
    double done_at;
    bool fails;
  };
  const Container& container_;
  TileSelectorOptions options_;
  TileSelector selector_;
  double seconds_across_;
  bool stalls_;
  std::deque<Read> reads_;
  double free_at_ = 0;
  std::uint64_t count_ = 0;
  std::vector<double> changed_;
  std::vector<char> drawn_, resident_;
  Faults faults_;
};

void print_flights(const Container& container, double budget) {
  for (const bool stalls : {false, true}) {
    for (const double seconds : {300.0, 100.0, 30.0}) {
      const Faults f = Flight(container, budget, seconds, stalls).run();
      const auto n = [](std::uint64_t v) { return static_cast<unsigned long long>(v); };
      std::printf(
          "flight of 10000 steps, %g s across, %s disk: %llu holes or doubles, %llu over the bytes in flight, "
          "%llu changes within a second, %llu steps late; %.1f MB resident at most\n",
          seconds, stalls ? "stalling" : "steady", n(f.holes), n(f.over_flight + f.over_resident), n(f.hasty),
          n(f.late), static_cast<double>(f.most_resident) / 1e6);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  auto source = open_file(argv[1]);
  if (!source) return std::puts(to_string(source.error()).c_str()), 1;
  auto container = Container::open(std::move(*source));
  if (!container) return std::puts(to_string(container.error()).c_str()), 1;
  const double budget = argc > 2 ? std::strtod(argv[2], nullptr) : 4;
  print_low_view(*container, budget);
  print_cold_start(*container);
  print_invalid_views(*container, budget);
  print_flights(*container, budget);
}
