#include "cooker/lod/attribute_plan.h"

#include <algorithm>
#include <cmath>

namespace lodcook::cooker {

namespace {

// Two sets cover a model's textures and its light map; more would slow every collapse down.
constexpr std::size_t most_uv_sets = 2;
constexpr std::size_t most_color_sets = 1;
constexpr std::size_t most_skin_channels = 8;
// A vertex whose weights are wrong by w is off by w times its distance to the joints, about this part of the extent.
constexpr double skin_lever = 0.25;

// Below what a normal shows, above what rounding does to one that was computed in other units.
float rounded(float component) { return std::floor(component * 4096.0F + 0.5F) / 4096.0F; }

template <class T>
bool varies(const std::vector<T>& values) {
  return std::any_of(values.begin(), values.end(), [&](const T& value) { return value != values.front(); });
}

/// Numbers the joints that carry weight in their own order, so that neighbours in the skeleton get different channels.
void plan_skin(const VertexStreams& vertices, AttributePlan& plan) {
  std::vector<bool> used;
  for (std::size_t i = 0; i < vertices.weights.size(); ++i) {
    if (!(vertices.weights[i] > 0)) continue;
    const std::size_t joint = vertices.joints[i];
    if (joint >= used.size()) used.resize(joint + 1, false);
    used[joint] = true;
  }
  const auto joints = static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
  if (joints < 2) return;
  plan.skin_channels = static_cast<std::uint32_t>(std::min(joints, most_skin_channels));
  plan.channel_of_joint.assign(used.size(), 0);
  std::uint32_t rank = 0;
  for (std::size_t joint = 0; joint < used.size(); ++joint) {
    if (used[joint]) plan.channel_of_joint[joint] = rank++ % plan.skin_channels;
  }
}

}  // namespace

AttributePlan plan_attributes(const Object& object, const ChainOptions& options, bool surface) {
  AttributePlan plan;
  const VertexStreams& vertices = object.vertices;
  plan.normals = !vertices.normals.empty();
  if (plan.normals) plan.weights.assign(3, 0.0F);
  if (surface && options.uv_weight > 0) {
    for (std::uint32_t set = 0; set < vertices.uvs.size() && plan.uv_sets.size() < most_uv_sets; ++set) {
      if (!varies(vertices.uvs[set])) continue;
      plan.uv_sets.push_back(set);
      plan.weights.insert(plan.weights.end(), 2, static_cast<float>(options.uv_weight));
    }
  }
  if (surface && options.color_weight > 0) {
    for (std::uint32_t set = 0; set < vertices.colors.size() && plan.color_sets.size() < most_color_sets; ++set) {
      if (!varies(vertices.colors[set])) continue;
      plan.color_sets.push_back(set);
      plan.weights.insert(plan.weights.end(), 4, static_cast<float>(options.color_weight));
    }
  }
  if (options.skin_weight > 0) plan_skin(vertices, plan);
  if (plan.skin_channels > 0) {
    plan.weights.insert(plan.weights.end(), plan.skin_channels + 1,
                        static_cast<float>(options.skin_weight * skin_lever));
  }
  return plan;
}

void write_attributes(const AttributePlan& plan, const VertexStreams& vertices, std::size_t vertex, Vec3f normal,
                      float* out) {
  if (plan.normals) {
    *out++ = rounded(normal.x);
    *out++ = rounded(normal.y);
    *out++ = rounded(normal.z);
  }
  for (const std::uint32_t set : plan.uv_sets) {
    *out++ = vertices.uvs[set][vertex].x;
    *out++ = vertices.uvs[set][vertex].y;
  }
  for (const std::uint32_t set : plan.color_sets) {
    const Vec4f color = vertices.colors[set][vertex];
    *out++ = color.x;
    *out++ = color.y;
    *out++ = color.z;
    *out++ = color.w;
  }
  if (plan.skin_channels == 0) return;
  std::fill(out, out + plan.skin_channels + 1, 0.0F);
  float concentration = 0;
  for (std::size_t i = vertex * vertices.influences_per_vertex; i < (vertex + 1) * vertices.influences_per_vertex;
       ++i) {
    const float weight = vertices.weights[i];
    if (!(weight > 0)) continue;
    out[plan.channel_of_joint[vertices.joints[i]]] += weight;
    concentration += weight * weight;
  }
  // Blended weights that run linearly along a limb would cost nothing to drop, yet the limb bends there; their squares
  // are not linear.
  out[plan.skin_channels] = concentration;
}

}  // namespace lodcook::cooker
