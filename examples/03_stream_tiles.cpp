// Flies low over a tiled terrain whose tiles come from a slow disk, as an engine streams one: the selector says what to
// draw, load and unload; a simulated disk of 2 MB/s and 8 ms for each read answers late. Prints a line each second.
// Usage: example_03_stream_tiles FILE.lodc [FLIGHT.csv]
#include <algorithm>
#include <cstdio>
#include <deque>
#include <numbers>
#include <unordered_map>
#include <utility>

#include <lodcook/loader.h>
#include <lodcook/switch_distance.h>
#include <lodcook/tile_selector.h>

namespace {

constexpr double step_seconds = 1.0 / 30, flight_seconds = 90, disk_bytes_per_second = 2e6,
                 disk_seconds_per_read = 0.008;

/// One read after the other; each is done when its time has come.
class SlowDisk {
 public:
  void start(std::uint32_t tile, std::uint64_t bytes, double now) {
    free_at_ = std::max(free_at_, now) + disk_seconds_per_read + static_cast<double>(bytes) / disk_bytes_per_second;
    queue_.push_back({tile, free_at_});
  }

  /// The next tile that has been read by now, or -1.
  std::int64_t take(double now) {
    if (queue_.empty() || queue_.front().done_at > now) return -1;
    const std::uint32_t tile = queue_.front().tile;
    queue_.pop_front();
    return tile;
  }

 private:
  struct Read {
    std::uint32_t tile;
    double done_at;
  };
  std::deque<Read> queue_;
  double free_at_ = 0;
};

/// From far above one corner down to a hundredth of the extent over the ground, and on across it.
lodcook::Vec3d eye_at(const lodcook::Bounds& bounds, double seconds) {
  const double extent = static_cast<double>(bounds.extent), part = seconds / flight_seconds;
  const auto between = [&](float low, float high, double at) { return low + at * (static_cast<double>(high) - low); };
  const double height = extent * (0.01 + std::max(0.0, 0.6 * (1 - 3 * part)));
  return {between(bounds.box.min.x, bounds.box.max.x, part), bounds.box.max.y + height,
          between(bounds.box.min.z, bounds.box.max.z, 0.2 + 0.6 * part)};
}

class Flight {
 public:
  Flight(const lodcook::Container& container, std::FILE* csv)
      : container_(container), selector_(container.tiles(), 0, options()), csv_(csv) {}

  static lodcook::TileSelectorOptions options() {
    lodcook::TileSelectorOptions options;
    options.budget_px = 2;
    options.max_bytes_in_flight = 1 << 20;
    options.max_bytes_resident = 64 << 20;
    return options;
  }

  bool run() {
    if (csv_ != nullptr) std::fputs("seconds,tiles,triangles,pixel_error,resident_bytes,read_bytes\n", csv_);
    const int steps = static_cast<int>(flight_seconds / step_seconds);
    for (int i = 0; i <= steps; ++i) {
      if (!step(i * step_seconds, i % 30 == 0)) return false;
    }
    return true;
  }

 private:
  bool step(double now, bool print) {
    for (std::int64_t read = disk_.take(now); read >= 0; read = disk_.take(now)) {
      const auto tile = static_cast<std::uint32_t>(read);
      auto decoded = container_.load_tile(tile);
      if (!decoded) return std::puts(to_string(decoded.error()).c_str()), false;
      for (const lodcook::MeshInstance& instance : decoded->instances()) {
        if (!load_mesh(instance.mesh)) return false;
      }
      resident_.insert_or_assign(tile, std::move(*decoded));  // here an engine uploads it
      selector_.loaded(tile);
    }
    const lodcook::TileView view{eye_at(container_.objects()[0].bounds, now),
                                 lodcook::pixels_per_unit(std::numbers::pi / 3, 1080)};
    const lodcook::TileSelection selection = selector_.update({&view, 1}, now);
    for (const std::uint32_t tile : selection.unload) resident_.erase(tile);
    for (const std::uint32_t tile : selection.load) {
      disk_.start(tile, container_.tiles()[tile].byte_size, now);
      read_bytes_ += container_.tiles()[tile].byte_size;
    }
    return draw(selection, view, now, print);
  }

  /// Meshes that tiles show many times are few and small: each is read once, when the first tile comes that shows it.
  bool load_mesh(std::uint32_t mesh) {
    if (meshes_.contains(mesh)) return true;
    auto decoded = container_.load_shared_mesh(mesh);
    if (!decoded) return std::puts(to_string(decoded.error()).c_str()), false;
    meshes_.emplace(mesh, std::move(*decoded));
    read_bytes_ += container_.shared_mesh_tiles()[mesh].byte_size;
    return true;
  }

  bool draw(const lodcook::TileSelection& selection, const lodcook::TileView& view, double now, bool print) {
    std::uint64_t triangles = 0;
    double worst = 0;
    for (const std::uint32_t tile : selection.draw) {
      const auto found = resident_.find(tile);
      if (found == resident_.end()) return std::puts("asked to draw what is not resident"), false;
      triangles += found->second.index_count() / 3;
      for (const lodcook::MeshInstance& instance : found->second.instances()) {
        triangles += meshes_.at(instance.mesh).index_count() / 3;  // where instance.matrix puts it
      }
      if (container_.tiles()[tile].first_child >= 0) {
        worst = std::max(worst, lodcook::tile_pixel_error(container_.tiles()[tile], {&view, 1}));
      }
    }
    const auto resident = static_cast<unsigned long long>(selection.bytes_resident);
    const auto count = static_cast<unsigned long long>(triangles);
    if (print) {
      std::printf(
          "%5.1f s: draws %3zu tiles, %7llu triangles, worst %7.1f px; %3zu tiles of %5.1f MB resident, %5.1f MB "
          "read\n",
          now, selection.draw.size(), count, worst, resident_.size(), static_cast<double>(resident) / 1e6,
          static_cast<double>(read_bytes_) / 1e6);
    }
    if (csv_ != nullptr) {
      std::fprintf(csv_, "%.3f,%zu,%llu,%.3f,%llu,%llu\n", now, selection.draw.size(), count, worst, resident,
                   static_cast<unsigned long long>(read_bytes_));
    }
    return true;
  }

  const lodcook::Container& container_;
  lodcook::TileSelector selector_;
  std::FILE* csv_;
  SlowDisk disk_;
  std::unordered_map<std::uint32_t, lodcook::DecodedTile> resident_;
  std::unordered_map<std::uint32_t, lodcook::DecodedTile> meshes_;
  std::uint64_t read_bytes_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  auto source = lodcook::open_file(argc > 1 ? argv[1] : "terrain.ply.lodc");
  if (!source) return std::puts(to_string(source.error()).c_str()), 1;
  auto container = lodcook::Container::open(std::move(*source));
  if (!container) return std::puts(to_string(container.error()).c_str()), 1;
  std::FILE* const csv = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
  if (argc > 2 && csv == nullptr) return std::puts("cannot write the flight"), 1;
  const bool flown = Flight(*container, csv).run();
  const bool written = csv == nullptr || std::fclose(csv) == 0;
  return flown && written ? 0 : 1;
}
