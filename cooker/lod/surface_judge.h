#pragma once

#include <memory>

#include "cooker/lod/corner_writer.h"
#include "cooker/lod/triangle_tree.h"

namespace lodcook::cooker {

/// How far a level is from level 0, by samples. Lengths in extents.
struct SurfaceDifference {
  double rms = 0;             ///< Distance between the surfaces, the worse direction.
  double normal_degrees = 0;  ///< Mean angle between shading normals; 0 without normals.
  double slide = 0;           ///< Mean way along the surface to where level 0 has the level's UV; 0 without UV.
  double color = 0;           ///< Mean difference of a colour channel; 0 without colours.
};

/// Compares levels with level 0 at points that are the same for every level, so that two ways to make one level can be
/// told apart. Not a proof of anything.
class SurfaceJudge {
 public:
  /// `tree` holds the triangles of `zero`. Both must outlive the judge.
  SurfaceJudge(const LevelZero& zero, const TriangleTree& tree);

  /// Distance only; positions in the unit box.
  [[nodiscard]] double rms(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices) const;

  [[nodiscard]] SurfaceDifference compare(const LevelSurface& level) const;

 private:
  struct Sample {
    Vec3f position;
    Vec3f facing;
    std::uint32_t triangle = 0;
    Vec3f weights;
  };

  [[nodiscard]] static std::vector<Sample> sample(std::span<const Vec3f> positions,
                                                  std::span<const std::uint32_t> indices, std::size_t count);
  [[nodiscard]] static std::vector<TriangleTree::Hit> nearest_to(const std::vector<Sample>& samples,
                                                                 const TriangleTree& tree);
  /// `on_level`: what is nearest to each sample on the level.
  [[nodiscard]] double rms_with(const std::vector<TriangleTree::Hit>& on_level, std::span<const Vec3f> positions,
                                std::span<const std::uint32_t> indices) const;

  const LevelZero& zero_;
  const TriangleTree& tree_;
  std::vector<Sample> samples_;
  double length_per_uv_ = 0;
};

}  // namespace lodcook::cooker
