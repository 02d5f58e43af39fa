#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lodcook/types.h>

#include "cooker/proof/surface.h"
#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// A level as it will be drawn: positions in the unit frame, attributes by vertex.
struct PaintedLevel {
  std::span<const Vec3f> positions;
  std::span<const std::uint32_t> indices;
  std::span<const DrawRange> draws;
  std::span<const std::uint32_t> sources;  ///< By vertex: its place in `vertices`.
  const VertexStreams* vertices = nullptr;
  /// By vertex: the number of the level-0 position it was; only makes searches shorter. May be empty.
  std::span<const std::uint32_t> ids = {};
  double reach = 0;  ///< How far the surface has moved at most: its proven bound.
};

/// What the samples of a level say of its looks; absent where there is nothing to compare.
struct PaintDifference {
  std::optional<double> slide;         ///< In extents.
  std::optional<NormalAngle> normals;  ///< Before they are quantised.
};

/// How far a level's texture coordinates and colours have moved along the surface, by samples: nothing is proven of it.
///
/// Points spread over the level's area are each put beside the nearest point of level 0 that faces the same way. Where
/// a texture reads a UV set, the way is |J^-1 duv|: the difference of the coordinates walked back along the level-0
/// triangle, but never beyond the nearest level-0 triangle that has them, or whose coordinates enclose them together
/// with those at the nearest point. Where that is farther than the surface itself has moved, the nearest point may have
/// been taken from another piece or chart: then every point of the same material that faces the same way within
/// PaintedLevel::reach stands for the sample too, and the one nearest to its texel counts. Where colours differ by more
/// than 0.1 in a channel, it is the distance to the nearest level-0 triangle that the level's colour lies on, or whose
/// colours enclose it together with those at the nearest point. Of all ways the 99 % quantile counts: beyond it,
/// borders of charts mislead the nearest point. At the same points the normals are compared.
class SlideJudge {
 public:
  /// `level0` is made of the object's triangles from `first_triangle` on, in the unit frame. All must outlive the
  /// judge.
  SlideJudge(const Object& object, std::span<const Material> materials, const proof::Surface& level0,
             std::uint32_t first_triangle = 0);

  /// No slide where the object has no colours and no UV set that a texture reads.
  [[nodiscard]] PaintDifference measure(const PaintedLevel& level);

 private:
  struct Sample {
    Vec3f position, facing;
    std::uint32_t corners[3];  // into the level's attributes
    float weights[3];
    std::uint32_t material;
    std::uint32_t hint;  // a level-0 triangle near it, or none
  };
  struct Spot {
    std::uint32_t triangle = proof::none;
    Vec3f position;
    float weights[3] = {};
  };

  [[nodiscard]] std::vector<Sample> sample(const PaintedLevel& level) const;
  [[nodiscard]] std::uint32_t hint_of(const PaintedLevel& level, std::size_t triangle, Vec3f p) const;
  [[nodiscard]] std::uint32_t nearest(const Sample& sample, std::uint32_t last) const;
  [[nodiscard]] Spot spot_on(std::uint32_t triangle, Vec3f p) const;
  [[nodiscard]] double uv_way(const Sample& sample, const Spot& spot, const PaintedLevel& level);
  [[nodiscard]] double uv_way_within(const Sample& sample, const Spot& spot, const Vec2f& wanted,
                                     const std::vector<Vec2f>& uvs, double reach) const;
  [[nodiscard]] bool stands_for(std::uint32_t triangle, const Sample& sample) const;
  [[nodiscard]] double uv_way_on(const Vec2f& wanted, const Spot& spot, const std::vector<Vec2f>& uvs) const;
  [[nodiscard]] double color_way(const Sample& sample, const Spot& spot, const VertexStreams& level);
  [[nodiscard]] double normal_degrees(const Sample& sample, const Spot& spot, const VertexStreams& level) const;
  template <class Values>
  [[nodiscard]] double way_to_value(Vec3f from, const Spot& spot, const Vec4f& wanted, const Vec4f& here,
                                    const Values& value_of, float tolerance);
  [[nodiscard]] std::uint32_t vertex(std::uint32_t triangle, int corner) const {
    return object_.indices[3 * (std::size_t{first_} + level0_.source(triangle)) + static_cast<std::size_t>(corner)];
  }

  const Object& object_;
  const proof::Surface& level0_;
  std::uint32_t first_;
  std::vector<std::uint32_t> sets_read_;  ///< By material: a bit for each UV set.
  bool any_ = false;
  std::vector<std::uint32_t> stamps_;  ///< By triangle: the last search that came by.
  std::uint32_t stamp_ = 0;
};

}  // namespace lodcook::cooker
