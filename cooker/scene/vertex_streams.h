#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

constexpr std::size_t max_uv_sets = 8;
constexpr std::size_t max_color_sets = 4;

/// A vertex buffer as one array per attribute. An array is either empty (the attribute is absent) or holds
/// vertex_count() elements (`joints` and `weights`: influences_per_vertex times as many).
struct VertexStreams {
  std::vector<Vec3f> positions;
  std::vector<Vec3f> normals;              ///< Unit length.
  std::vector<Vec4f> tangents;             ///< xyz unit length, w = +1 or -1, the sign of the bitangent.
  std::vector<std::vector<Vec2f>> uvs;     ///< At most max_uv_sets sets.
  std::vector<std::vector<Vec4f>> colors;  ///< At most max_color_sets sets, linear, alpha 1 where the source has none.
  std::uint32_t influences_per_vertex = 0;
  std::vector<std::uint16_t> joints;  ///< Into the skeleton; 0 where the weight is 0.
  std::vector<float> weights;         ///< Descending and summing to 1 for each vertex.

  [[nodiscard]] std::size_t vertex_count() const noexcept { return positions.size(); }
};

/// Differences to the vertex buffer it belongs to; arrays as in VertexStreams.
struct MorphTarget {
  std::string name;
  std::vector<Vec3f> position_deltas;
  std::vector<Vec3f> normal_deltas;
  std::vector<Vec3f> tangent_deltas;
};

}  // namespace lodcook::cooker
