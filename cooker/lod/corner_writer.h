#pragma once

#include <array>

#include "cooker/lod/level_output.h"
#include "cooker/lod/level_zero.h"

namespace lodcook::cooker {

/// A weighted mean of three level-0 vertices.
struct CornerBlend {
  std::array<std::uint32_t, 3> vertices{};
  Vec3f weights{1, 0, 0};
};

/// Where a corner of a level takes its attributes from.
struct LevelCorner {
  std::uint32_t wedge = 0;  ///< The level-0 vertex of position, material, skin and morph deltas.
  CornerBlend surface;      ///< Of UV and tangent.
  CornerBlend shading;      ///< Of normal and colours.
};

/// Makes vertices of corners and joins those at one position that differ by less than is seen: normals by 10 degrees,
/// UV by 1/4096, colours by 0.01.
class CornerWriter {
 public:
  CornerWriter(const LevelZero& zero, std::size_t corner_count);

  void add(const LevelCorner& corner);
  [[nodiscard]] LevelSurface finish();

 private:
  struct Values;

  [[nodiscard]] bool matches(std::uint32_t vertex, const Values& values, std::uint32_t wedge) const;
  void append(const Values& values, const LevelCorner& corner);

  const LevelZero& zero_;
  LevelSurface level_;
  std::vector<std::uint32_t> wedges_;          ///< By vertex of the level.
  std::vector<std::uint32_t> first_at_place_;  ///< By place of level 0.
  std::vector<std::uint32_t> next_at_place_;   ///< By vertex of the level.
};

}  // namespace lodcook::cooker
