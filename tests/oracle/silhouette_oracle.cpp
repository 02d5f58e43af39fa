// silhouette_oracle [--views N] FILE...: cooks each file and looks at every level from N directions (26: the faces,
// corners and edges of a cube; the first N of them) at exactly its switch distance from the reference view, level 0
// beside it. Shape alone switches. Prints a row for each level; ends with 1 where one is off.
//
// What follows from a proven bound, and is held here: what one of the two covers lies within the pixel budget of what
// the other covers, times stretch_at towards the corners of the picture. For a point P of one surface there is a point
// Q of the other no farther than the bound b; with f pixels for a length of 1 at a distance of 1, tangents t of the
// angles to the middle and n the distance of the sphere's near side, their pictures are f b sqrt(1 + t_P^2) / z_Q
// apart, and z_Q >= n / sqrt(1 + t_Q^2), while the switch distance makes f b / n the budget. Every sample (4 x 4 a
// pixel) is looked at, against the triangles themselves where no sample is near enough. The same for the budget and
// half a pixel everywhere in the picture, which does not follow where an object reaches into the corners.
//
// What does not follow: that an outline has an outline of the other near it. A gap that is nowhere deeper than the
// budget may close, from both sides or by a surface that moves across, and such a gap may open. A deeper one keeps its
// deep points by the law above. Points of an outline that have no gap of the other's within the budget and half a pixel
// are counted: `closed` where level 0 has the gap, `opened` where the level has it, with the deepest point beside them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/oracle/silhouette.h"

namespace {

using namespace lodcook::test;

constexpr double budget = 1, allowed = budget + 0.5;
/// Q's angle is another than P's by less than two pixels, and the pictures are rounded.
constexpr double rounding = 0.01;

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
  double farthest = 0, worst = 0;  // of what one covers from what the other does: in pixels, over what is proven
  std::size_t lost = 0;            // samples beyond what is proven or allowed
  std::size_t closed = 0, opened = 0, points = 0;
  double deepest = 0;  // point of a gap that closed or opened

  void compare(const Silhouette& a, const Silhouette& b, std::size_t& filled) {
    a.for_each_more_than(b, [&](int x, int y) {
      const double found = b.distance(x, y, budget), proven = budget * stretch_at(x, y) + rounding;
      farthest = std::max(farthest, found);
      worst = std::max(worst, found / proven);
      lost += found > std::min(proven, allowed) ? 1 : 0;
    });
    for (const auto& [x, y] : a.outline(allowed)) {
      ++points;
      if (b.has_gap_near(x, y, allowed)) continue;
      ++filled;
      deepest = std::max(deepest, a.deepest_gap_near(x, y, allowed));
    }
  }
};

struct Sum {
  int levels = 0, off = 0, changed = 0;
  std::size_t closed = 0, opened = 0, points = 0;
  double farthest = 0, worst = 0, deepest = 0;

  void add(const Off& level) {
    ++levels;
    off += level.lost > 0 ? 1 : 0;
    changed += level.closed + level.opened > 0 ? 1 : 0;
    closed += level.closed;
    opened += level.opened;
    points += level.points;
    farthest = std::max(farthest, level.farthest);
    worst = std::max(worst, level.worst);
    deepest = std::max(deepest, level.deepest);
  }
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
      off.compare(fine, coarse, off.closed);
      off.compare(coarse, fine, off.opened);
    }
    std::printf(
        "%s, level %zu: error %.6g, at most %.3f px off (%.3f of the law), %zu outline points, %zu closed, %zu opened, "
        "at most %.3f px deep%s\n",
        file, k, level.error, off.farthest, off.worst, off.points, off.closed, off.opened, off.deepest,
        off.lost > 0 ? " OFF" : "");
    std::fflush(stdout);
    sum.add(off);
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
  std::printf(
      "%d models, %d levels: %d off, at most %.3f px, %.3f of the law; on %d levels %zu of %zu outline points closed "
      "and "
      "%zu opened, at most %.3f px deep\n",
      models, sum.levels, sum.off, sum.farthest, sum.worst, sum.changed, sum.closed, sum.points, sum.opened,
      sum.deepest);
  return sum.off > 0 || sum.levels == 0 ? 1 : 0;
}
