#pragma once

#include <cstddef>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// A coarse grid over the unit box, for telling quickly which triangles may lie within some distance of some points.
class ReachGrid {
 public:
  ReachGrid();

  /// Marks every cell that has a point within `reach` of `point`, and some more. What is outside of the unit box counts
  /// to the cells at its border.
  void add(Vec3f point, float reach);

  /// Whether a triangle's box touches a marked cell: true wherever the triangle has a point within reach of an added
  /// point.
  [[nodiscard]] bool touches(Vec3f a, Vec3f b, Vec3f c) const;

 private:
  std::vector<unsigned char> cells_;
};

}  // namespace lodcook::cooker
