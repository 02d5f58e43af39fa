#pragma once

#include <cstdint>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// One level while it is being simplified: only vertices that a triangle uses, so that the cost of a step is that of
/// the level and a wedge that died cannot lock its neighbours.
struct LevelMesh {
  std::vector<Vec3f> positions;         ///< In the unit box of level 0; two more than `vertices`, see unit_box.h.
  std::vector<float> attributes;        ///< AttributePlan::count() numbers for each position.
  std::vector<std::uint32_t> vertices;  ///< Numbers of the identity's vertices.
  std::vector<std::uint32_t> indices;   ///< Into the arrays above.

  [[nodiscard]] std::size_t triangle_count() const noexcept { return indices.size() / 3; }
};

/// The part of `mesh` that `indices` use, in order of first use, with the anchors kept.
LevelMesh compact_level(const LevelMesh& mesh, std::vector<std::uint32_t> indices, std::size_t attribute_count);

/// Mean over the triangles of their longest edge.
double mean_longest_edge(const LevelMesh& mesh);

/// Removes triangles whose corners do not span an area; keeps the order of the rest.
void drop_flat_triangles(const std::vector<Vec3f>& positions, std::vector<std::uint32_t>& indices);

/// Drops triangles with two corners at one position: what they cover is an edge, there and back, so none opens.
void drop_folded_triangles(const std::vector<Vec3f>& positions, std::vector<std::uint32_t>& indices);

}  // namespace lodcook::cooker
