// embree_oracle [--lossless] [--tiles N] [--samples N] FILE...: cooks each file and holds every level's proven bound
// against Embree: of all vertices and N random points of each triangle (8), in both directions, none may be farther
// from the other surface. Embree answers in float, so the tolerance is 3e-7 of the extent; what lies beyond it is
// looked up again over all triangles in double before it counts. Prints a row for each level; ends with 1 where a point
// lies above its level's bound.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "tests/oracle/cooked_levels.h"
#include "tests/oracle/embree_surface.h"

namespace {

using namespace lodcook;
using namespace lodcook::test;

constexpr double tolerance = 3e-7;  // of the extent

struct Worst {
  double distance = 0;
  D3 point{};
};

/// The farthest of all corners and `samples` points of each triangle, spread by the R2 sequence.
Worst farthest_sample(const EmbreeSurface& from, const EmbreeSurface& to, int samples) {
  Worst worst;
  const auto take = [&](D3 p) {
    const double found = to.distance(p, worst.distance);
    if (found > worst.distance) worst = {found, p};
  };
  double a = 0.5, b = 0.5;
  for (std::size_t t = 0; t < from.triangle_count(); ++t) {
    const auto& corners = from.triangle(t);
    for (const D3 corner : corners) take(corner);
    for (int i = 0; i < samples; ++i) {
      a += 0.7548776662466927, b += 0.5698402909980532;
      a -= std::floor(a), b -= std::floor(b);
      const bool over = a + b > 1;
      const double u = over ? 1 - a : a, v = over ? 1 - b : b;
      take(add(add(corners[0], sub(corners[1], corners[0]), u), sub(corners[2], corners[0]), v));
    }
  }
  return worst;
}

struct Sum {
  int levels = 0, above = 0;
  double closest = 0;  // of a sample to its bound
};

class Oracle {
 public:
  explicit Oracle(int samples) : samples_(samples), device_(rtcNewDevice("threads=1")) {}

  void object(const std::string& file, const CookedObject& object) {
    const double extent = object.bounds.extent;
    const EmbreeSurface source(device_.get(), object.source);
    for (std::size_t k = 0; k < object.levels.size(); ++k) {
      const CookedLevel& level = object.levels[k];
      if (!level.proven) continue;
      const EmbreeSurface surface(device_.get(), level.shape);
      const Worst forward = farthest_sample(source, surface, samples_);
      const Worst backward = farthest_sample(surface, source, samples_);
      double found = std::max(forward.distance, backward.distance) / extent;
      if (found > level.bound + tolerance) {
        found = std::max(surface.brute_distance(forward.point), source.brute_distance(backward.point)) / extent;
      }
      const bool above = found > level.bound + tolerance;
      ++sum_.levels;
      sum_.above += above ? 1 : 0;
      if (k > 0) sum_.closest = std::max(sum_.closest, found / level.bound);
      std::printf("%s, %s, level %zu: %zu triangles, sampled %.9g, measured %.9g, bound %.9g%s\n", file.c_str(),
                  object.name.c_str(), k, level.shape.triangles(), found, level.measured, level.bound,
                  above ? " ABOVE" : "");
    }
  }

  [[nodiscard]] const Sum& sum() const noexcept { return sum_; }

 private:
  struct Release {
    void operator()(RTCDevice device) const noexcept { rtcReleaseDevice(device); }
  };
  int samples_;
  std::unique_ptr<std::remove_pointer_t<RTCDevice>, Release> device_;
  Sum sum_;
};

}  // namespace

int main(int argc, char** argv) {
  cooker::CookSettings settings;
  int samples = 8, unread = 0, models = 0;
  std::vector<std::filesystem::path> files;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--lossless") {
      settings.pack.lossless = true;
    } else if (argument == "--tiles" && i + 1 < argc) {
      settings.tiles.mode = cooker::TileMode::tree;
      settings.tiles.plan.budget = static_cast<std::uint32_t>(std::atoi(argv[++i]));
    } else if (argument == "--samples" && i + 1 < argc) {
      samples = std::atoi(argv[++i]);
    } else {
      files.emplace_back(argument);
    }
  }
  Oracle oracle(samples);
  for (const std::filesystem::path& file : files) {
    const auto objects = cook_levels(file, settings);
    if (!objects) {
      std::printf("%s: %s\n", file.filename().c_str(), to_string(objects.error()).c_str());
      ++unread;
      continue;
    }
    ++models;
    for (const CookedObject& object : *objects) oracle.object(file.filename().string(), object);
  }
  const Sum& sum = oracle.sum();
  std::printf("%d models, %d levels: %d above their bound; closest sample %.6f of its bound\n", models, sum.levels,
              sum.above, sum.closest);
  return sum.above > 0 || unread > 0 || sum.levels == 0 ? 1 : 0;
}
