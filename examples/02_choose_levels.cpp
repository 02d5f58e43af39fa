// Chooses levels for a crowd in three views whose cameras move, as a frame loop does, and prints how many triangles are
// drawn with and without levels and how long choosing takes.
// Usage: example_02_choose_levels FILE.lodc [OBJECTS [FRAMES]]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <lodcook/level_batch.h>
#include <lodcook/level_residency.h>
#include <lodcook/lod_asset.h>

namespace {

/// Objects in receding rows, 64 to a row, turned by nothing and scaled a little differently.
struct Crowd {
  std::vector<float> x, y, z, scale;
  std::vector<std::uint32_t> chain;

  Crowd(std::size_t count, float spacing, std::uint32_t number) : y(count, 0), chain(count, number) {
    for (std::size_t i = 0; i < count; ++i) {
      x.push_back((static_cast<float>(i % 64) - 31.5F) * spacing);
      z.push_back(-static_cast<float>(i / 64 + 1) * spacing);
      scale.push_back(0.75F + 0.125F * static_cast<float>(i % 5));
    }
  }

  lodcook::ObjectArrays arrays() const {
    lodcook::ObjectArrays objects;
    objects.x = x;
    objects.y = y;
    objects.z = z;
    objects.scale = scale;
    objects.chain = chain;
    return objects;
  }
};

/// The main camera walks into the crowd, the second looks through a lens of 20 degrees, the third draws a map from
/// above.
std::vector<lodcook::View> views_at(double step, double size) {
  const double degree = 3.14159265358979323846 / 180;
  return {lodcook::perspective_view({0, size, -step * size}, 60 * degree, 1080),
          lodcook::perspective_view({step * size, size, 0}, 20 * degree, 720),
          lodcook::orthographic_view({0, 100 * size, 0}, (100 + step) * size, 256)};
}

struct Totals {
  double triangles = 0, switched = 0;
  std::vector<double> milliseconds;

  double median() {
    std::sort(milliseconds.begin(), milliseconds.end());
    return milliseconds[milliseconds.size() / 2];
  }
};

}  // namespace

int main(int argc, char** argv) {
  auto source = lodcook::open_file(argc > 1 ? argv[1] : "rock.glb.lodc");
  if (!source) return std::puts(to_string(source.error()).c_str()), 1;
  const auto asset = lodcook::LodAsset::open(std::move(*source));
  if (!asset) return std::puts(to_string(asset.error()).c_str()), 1;
  lodcook::ChainTable chains;  // one chain for each object of each asset, filled while loading
  const auto number = chains.add(asset->chain(0));
  if (!number) return std::puts(to_string(number.error()).c_str()), 1;

  const std::size_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 10'000;
  const int frames = argc > 3 ? std::max(1, std::atoi(argv[3])) : 300;
  const float size = asset->bounds(0).extent;
  const Crowd crowd(count, 2 * size, *number);
  lodcook::ViewStates states(3, count);  // what each view chose last
  lodcook::SelectOptions options;        // a pixel of error, coarser a tenth below it
  options.hysteresis = {lodcook::HysteresisKind::pixel_error, 0.1};

  Totals totals[3];
  for (int frame = 0; frame < frames; ++frame) {
    const std::vector<lodcook::View> views = views_at(frame * 0.05, double{size});
    for (std::size_t v = 0; v < views.size(); ++v) {
      lodcook::SelectCounters counters;
      const auto start = std::chrono::steady_clock::now();
      const auto status = choose_levels(views[v], chains, crowd.arrays(), options, states.levels(v), &counters);
      const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
      if (!status) return std::puts(to_string(status.error()).c_str()), 1;
      totals[v].milliseconds.push_back(taken.count());
      totals[v].switched += frame == 0 ? 0 : static_cast<double>(counters.switched);
      for (std::uint32_t level = 0; level < asset->level_count(0); ++level) {
        totals[v].triangles += static_cast<double>(counters.per_level[level] * asset->level(0, level).triangle_count);
      }
    }
  }

  const double without = static_cast<double>(count * asset->level(0, 0).triangle_count);
  const char* const names[] = {"walking, 60 degrees", "lens of 20 degrees", "map from above"};
  std::printf("%zu objects, %d frames, each object once in each view; triangles without levels: %.0f\n", count, frames,
              without);
  for (std::size_t v = 0; v < 3; ++v) {
    std::printf("%-20s %10.0f triangles a frame (%.1f %%), %.1f switches, %.4f ms to choose (median)\n", names[v],
                totals[v].triangles / frames, totals[v].triangles / frames / without * 100, totals[v].switched / frames,
                totals[v].median());
  }
}
