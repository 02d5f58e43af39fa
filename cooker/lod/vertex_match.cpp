#include "cooker/lod/vertex_match.h"

#include <algorithm>
#include <cmath>

#include "cooker/lod/vec.h"

namespace lodcook::cooker {

namespace {

constexpr float uv_tolerance = 1.0F / 4096.0F;
constexpr float color_tolerance = 0.01F;
constexpr float morph_normal_tolerance = 0.26F;  // chord of 15 degrees

bool nearly_equal_deltas(Vec3f a, Vec3f b) {
  return dot(a - b, a - b) <= morph_normal_tolerance * morph_normal_tolerance;
}

}  // namespace

bool nearly_equal(Vec2f a, Vec2f b) noexcept {
  return std::abs(a.x - b.x) <= uv_tolerance && std::abs(a.y - b.y) <= uv_tolerance;
}

bool nearly_equal(Vec4f a, Vec4f b) noexcept {
  return std::abs(a.x - b.x) <= color_tolerance && std::abs(a.y - b.y) <= color_tolerance &&
         std::abs(a.z - b.z) <= color_tolerance && std::abs(a.w - b.w) <= color_tolerance;
}

bool same_skin(const VertexStreams& vertices, std::size_t a, std::size_t b) noexcept {
  const std::size_t n = vertices.influences_per_vertex;
  for (std::size_t i = 0; i < n; ++i) {
    if (vertices.weights[a * n + i] != vertices.weights[b * n + i]) return false;
    if (vertices.joints[a * n + i] != vertices.joints[b * n + i]) return false;
  }
  return true;
}

bool same_morphs(const Object& object, std::size_t a, std::size_t b, bool normals) noexcept {
  return std::all_of(object.morph_targets.begin(), object.morph_targets.end(), [&](const MorphTarget& target) {
    if (!target.position_deltas.empty() && target.position_deltas[a] != target.position_deltas[b]) return false;
    return !normals || target.normal_deltas.empty() ||
           nearly_equal_deltas(target.normal_deltas[a], target.normal_deltas[b]);
  });
}

}  // namespace lodcook::cooker
