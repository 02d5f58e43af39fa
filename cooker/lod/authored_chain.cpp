#include "cooker/lod/authored_chain.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "cooker/lod/level_output.h"
#include "cooker/lod/triangle_tree.h"
#include "cooker/lod/unit_box.h"

namespace lodcook::cooker {

namespace {

/// How far a level may reach out of level 0's box, over the extent. One that is farther away would be drawn only where
/// the whole object is smaller than the error allowed, but its coordinates would coarsen the lattice of level 0 and its
/// box the bounds.
constexpr double farthest_level = 1;

std::vector<Vec3f> in_unit_box(const UnitBox& box, const std::vector<Vec3f>& positions) {
  std::vector<Vec3f> out;
  out.reserve(positions.size());
  for (const Vec3f p : positions) out.push_back(box.to_unit(p));
  return out;
}

/// The largest distance of points, evenly picked where there are many, to the triangles of a tree.
double farthest_from(const TriangleTree& tree, std::span<const Vec3f> points) {
  constexpr std::size_t most = 20'000;
  const std::size_t step = points.size() / most + 1;
  double largest = 0;
  std::uint32_t hint = TriangleTree::no_triangle;
  for (std::size_t i = 0; i < points.size(); i += step) {
    const TriangleTree::Hit hit = tree.nearest(points[i], hint);
    hint = hit.triangle;
    largest = std::max(largest, double{hit.point.squared_distance});
  }
  return std::sqrt(largest);
}

class Chain {
 public:
  Chain(const Object& finest, const ChainOptions& options)
      : finest_(finest),
        options_(options),
        box_(unit_box(finest.vertices.positions)),
        positions_(in_unit_box(box_, finest.vertices.positions)),
        tree_(positions_, finest.indices) {
    out_.name = finest.name;
    out_.stopped = "authored";
    out_.levels.push_back(ordered_level(finest, options.order));
    out_.levels.back().method = "source";
  }

  void add(const Object& object, std::size_t number) {
    const std::size_t before = out_.levels.back().indices.size() / 3, now = object.indices.size() / 3;
    if (now == 0 || now >= before) {
      return drop(number, "it has " + std::to_string(now) + " triangles, the level before " + std::to_string(before));
    }
    if (out_.levels.size() >= options_.max_levels) {
      out_.stopped = "level_cap";
      return;
    }
    const std::vector<Vec3f> positions = in_unit_box(box_, object.vertices.positions);
    if (reach(object, positions) > farthest_level) {
      return drop(number, "it reaches farther out of level 0's box than that is large");
    }
    LodLevel level = ordered_level(object, options_.order);
    level.method = "authored";
    level.estimate = std::max(distance(object, positions), out_.levels.back().estimate);
    out_.levels.push_back(std::move(level));
  }

  LodChain finish() {
    std::vector<const VertexStreams*> streams;
    for (const LodLevel& level : out_.levels) streams.push_back(&level.vertices);
    out_.bounds = bounds_over(streams);
    out_.bounds.origin = finest_.origin;
    out_.bounds.extent = box_.extent;
    return std::move(out_);
  }

 private:
  void drop(std::size_t number, const std::string& reason) {
    out_.warnings.push_back({"authored_level_dropped",
                             finest_.name + ": authored level " + std::to_string(number) + " is left out: " + reason});
  }

  [[nodiscard]] double distance(const Object& object, const std::vector<Vec3f>& positions) const {
    if (!(box_.extent > 0)) return 0;
    const TriangleTree tree(positions, object.indices);
    return std::max(farthest_from(tree_, positions), farthest_from(tree, positions_));
  }

  /// How far triangles reach out of level 0's box along an axis, over the extent.
  [[nodiscard]] double reach(const Object& object, const std::vector<Vec3f>& positions) const {
    double largest = 0;
    if (!(box_.extent > 0)) return largest;
    const Vec3f high = box_.to_unit(box_.max);
    for (const std::uint32_t i : object.indices) {
      const Vec3f p = positions[i];
      for (const float out : {p.x - high.x, p.y - high.y, p.z - high.z, -p.x, -p.y, -p.z}) {
        largest = std::max(largest, double{out});
      }
    }
    return largest;
  }

  const Object& finest_;
  const ChainOptions& options_;
  UnitBox box_;
  std::vector<Vec3f> positions_;
  TriangleTree tree_;
  LodChain out_;
};

}  // namespace

Result<LodChain> authored_chain(const Object& finest, std::span<const Object> coarser, const ChainOptions& options) {
  if (finest.indices.size() < 3) return Error{ErrorCode::no_triangles, "object has no triangles", finest.name};
  Chain chain(finest, options);
  for (std::size_t i = 0; i < coarser.size(); ++i) chain.add(coarser[i], i + 1);
  return chain.finish();
}

}  // namespace lodcook::cooker
