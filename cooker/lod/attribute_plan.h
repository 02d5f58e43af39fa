#pragma once

#include <cstdint>
#include <vector>

#include "cooker/lod/chain.h"

namespace lodcook::cooker {

/// Which numbers of a vertex steer the simplifier, and how much each counts. At most 32, the simplifier's limit.
/// Attributes that are the same at every vertex are left out: they cost time and say nothing.
struct AttributePlan {
  bool normals = false;
  std::vector<std::uint32_t> uv_sets;
  std::vector<std::uint32_t> color_sets;
  std::uint32_t skin_channels = 0;              ///< Joints share channels where there are more joints.
  std::vector<std::uint32_t> channel_of_joint;  ///< By joint number.
  std::vector<float> weights;                   ///< One per number; those of normals are set for each step.

  [[nodiscard]] std::size_t count() const noexcept { return weights.size(); }
};

/// `surface`: UV and colours count too.
AttributePlan plan_attributes(const Object& object, const ChainOptions& options, bool surface);

/// Writes plan.count() numbers.
void write_attributes(const AttributePlan& plan, const VertexStreams& vertices, std::size_t vertex, Vec3f normal,
                      float* out);

}  // namespace lodcook::cooker
