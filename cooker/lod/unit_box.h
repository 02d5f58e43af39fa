#pragma once

#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Level 0's box, and the way into the box with lower corner 0 and largest side 1.
struct UnitBox {
  Vec3f min, max;
  float extent = 0;  ///< Largest side; 0 where all positions are one.

  /// Rounded to 1 / `grid`. Equal positions stay bit-equal; never gives -0.
  [[nodiscard]] Vec3f to_unit(Vec3f p, double grid = coarse_grid) const noexcept;

  /// Finer than the tolerance positions are welded with (1e-5), coarser than the rounding of a float, so that the same
  /// model in other units gives the same numbers and so the same levels.
  static constexpr double coarse_grid = 1 << 20;
  static constexpr double fine_grid = 1 << 24;  ///< Where floats in 0..1 end.
};

UnitBox unit_box(const std::vector<Vec3f>& positions);

/// Number of positions that no triangle uses at the end of a LevelMesh. The simplifier divides by the extent of the
/// buffer it is given; the anchors keep that of level 0 in a buffer that holds only one level's vertices.
constexpr int anchor_count = 2;

void append_anchors(const UnitBox& box, std::vector<Vec3f>& positions);

}  // namespace lodcook::cooker
