// silhouette_oracle [--views N] FILE...: cooks each file and looks at every level from N directions (26: the faces,
// corners and edges of a cube; the first N of them) at exactly its switch distance from the reference view, level 0
// beside it. No sample that one of the two covers may lie farther than the pixel budget and half a pixel from what the
// other covers: so outlines move, grow and shrink by no more. There are 4 x 4 samples a pixel; what they miss is looked
// up in the triangles. A gap narrower than twice the budget may close within this law; points of an outline that have
// no gap of the other's that near are counted as filled. Shape alone switches. Prints a row for each level; ends with 1
// where one is off.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/oracle/silhouette.h"

namespace {

using namespace lodcook::test;

constexpr double budget = 1, allowed = budget + 0.5;

/// Faces first, then corners, then edges.
std::vector<D3> directions() {
  std::vector<D3> out;
  for (const int ones : {1, 3, 2}) {
    for (int i = 0; i < 27; ++i) {
      const D3 d{i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0};
      if (std::abs(d.x) + std::abs(d.y) + std::abs(d.z) == ones) out.push_back(d);
    }
  }
  return out;
}

struct Off {
  double farthest = 0;  // of what one covers from what the other does, in pixels
  std::size_t lost = 0, filled = 0, points = 0;

  void compare(const Silhouette& a, const Silhouette& b) {
    a.for_each_more_than(b, [&](int x, int y) {
      const double found = b.distance(x, y, allowed);
      farthest = std::max(farthest, found);
      lost += found > allowed ? 1 : 0;
    });
    for (const auto& [x, y] : a.outline(allowed)) {
      ++points;
      filled += b.has_gap_near(x, y, allowed) ? 0 : 1;
    }
  }
};

struct Sum {
  int levels = 0, off = 0, filled = 0;
  double farthest = 0;
};

void check_object(const char* file, const CookedObject& object, std::size_t views, Sum& sum) {
  const auto c = object.bounds.sphere.center;
  const std::vector<D3> all = directions();
  for (std::size_t k = 1; k < object.levels.size(); ++k) {
    const CookedLevel& level = object.levels[k];
    if (!level.proven) continue;
    Off off;
    for (std::size_t v = 0; v < std::min(views, all.size()); ++v) {
      const View view = view_from(all[v], {c.x, c.y, c.z}, level.switch_distance);
      const Silhouette fine(object.levels[0].shape, view), coarse(level.shape, view);
      off.compare(fine, coarse);
      off.compare(coarse, fine);
    }
    const bool wrong = off.lost > 0;
    std::printf("%s, level %zu: error %.6g, %zu outline points, at most %.3f px off, %zu lost, %zu filled%s\n", file, k,
                level.error, off.points, off.farthest, off.lost, off.filled, wrong ? " OFF" : "");
    std::fflush(stdout);
    ++sum.levels;
    sum.off += wrong ? 1 : 0;
    sum.filled += off.filled > 0 ? 1 : 0;
    sum.farthest = std::max(sum.farthest, off.farthest);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t views = 26;
  lodcook::cooker::CookSettings settings;
  settings.pack.slide_switches = false;
  int models = 0;
  Sum sum;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--views" && i + 1 < argc) {
      views = static_cast<std::size_t>(std::atoi(argv[++i]));
      continue;
    }
    const std::filesystem::path file = argv[i];
    const auto objects = cook_levels(file, settings);
    if (!objects) return std::printf("%s\n", to_string(objects.error()).c_str()), 1;
    ++models;
    for (const CookedObject& object : *objects) check_object(file.filename().c_str(), object, views, sum);
  }
  std::printf("%d models, %d levels: outlines of %d off, at most %.3f px; %d close a narrow gap\n", models, sum.levels,
              sum.off, sum.farthest, sum.filled);
  return sum.off > 0 || sum.levels == 0 ? 1 : 0;
}
