#pragma once

#include <span>

#include "cooker/lod/corner_writer.h"
#include "cooker/lod/identity.h"
#include "cooker/lod/triangle_tree.h"

namespace lodcook::cooker {

/// Gives the attributes of level 0 back to a level that was simplified without them. Each triangle takes its UV from
/// one chart of level 0, chosen by the nearest level-0 triangles that face its way; normals and colours come from the
/// nearest triangle of each corner. A corner that is a level-0 vertex of that chart keeps its UV exactly; no UV is
/// extrapolated. Position, skin and morph deltas are those of the level-0 vertex at the corner.
class AttributeDonor {
 public:
  /// `tree` holds the triangles of `zero` with their materials. Both must outlive the donor.
  AttributeDonor(const LevelZero& zero, const TriangleTree& tree);

  [[nodiscard]] std::size_t chart_count() const noexcept { return chart_count_; }

  [[nodiscard]] LevelSurface give_back(const Identity& identity, const LevelMesh& mesh) const;

 private:
  void find_corners(const LevelMesh& mesh, std::size_t first, std::span<const std::uint32_t, 3> sources,
                    std::span<LevelCorner, 3> corners, std::uint32_t& hint) const;
  [[nodiscard]] std::uint32_t wedge_at(std::uint32_t source, std::uint32_t chart, Vec3f facing, bool& exact) const;

  /// Whether the surface is smooth at the corner's vertex: one vertex, and its normal is near that of the surface
  /// beside it.
  [[nodiscard]] bool is_smooth_at(const LevelCorner& corner) const;

  const LevelZero& zero_;
  const TriangleTree& tree_;
  std::vector<std::uint32_t> charts_;
  std::size_t chart_count_ = 0;
};

}  // namespace lodcook::cooker
