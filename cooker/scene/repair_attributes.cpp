#include <algorithm>
#include <cmath>

#include "cooker/scene/repair.h"
#include "cooker/scene/repair_weights.h"
#include "cooker/scene/smooth_normals.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

bool is_finite(Vec2f v) noexcept { return std::isfinite(v.x) && std::isfinite(v.y); }
bool is_finite(Vec4f v) noexcept {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z) && std::isfinite(v.w);
}

/// Replaces what is not finite and turns minus zero into plus zero, so that equal values are equal bit by bit.
std::size_t settle(std::vector<Vec2f>& uvs) {
  std::size_t replaced = 0;
  for (Vec2f& uv : uvs) {
    replaced += is_finite(uv) ? 0 : 1;
    uv = is_finite(uv) ? Vec2f{uv.x + 0.0F, uv.y + 0.0F} : Vec2f{};
  }
  return replaced;
}

std::size_t settle(std::vector<Vec4f>& colors) {
  std::size_t replaced = 0;
  for (Vec4f& c : colors) {
    replaced += is_finite(c) ? 0 : 1;
    c = is_finite(c) ? Vec4f{c.x + 0.0F, c.y + 0.0F, c.z + 0.0F, c.w + 0.0F} : Vec4f{1, 1, 1, 1};
  }
  return replaced;
}

std::size_t settle(std::vector<Vec3f>& deltas) {
  std::size_t replaced = 0;
  for (Vec3f& d : deltas) {
    replaced += lodcook::cooker::is_finite(d) ? 0 : 1;
    d = lodcook::cooker::is_finite(d) ? Vec3f{d.x + 0.0F, d.y + 0.0F, d.z + 0.0F} : Vec3f{};
  }
  return replaced;
}

std::size_t repair_finite(Primitive& primitive) {
  std::size_t replaced = 0;
  for (auto& set : primitive.vertices.uvs) replaced += settle(set);
  for (auto& set : primitive.vertices.colors) replaced += settle(set);
  for (MorphTarget& target : primitive.morph_targets) {
    settle(target.position_deltas);
    replaced += settle(target.normal_deltas) + settle(target.tangent_deltas);
  }
  return replaced;
}

/// Unit length and a sign of 1 or -1. Returns how many had no direction and were laid across the normal.
std::size_t repair_tangents(VertexStreams& vertices) {
  std::size_t replaced = 0;
  for (std::size_t v = 0; v < vertices.tangents.size(); ++v) {
    Vec4f& t = vertices.tangents[v];
    Vec3d direction = normalized({t.x, t.y, t.z});
    if (direction == Vec3d{}) {
      ++replaced;
      direction = any_perpendicular(to_double(vertices.normals[v]));
    }
    const Vec3f f = to_float(direction);
    t = {f.x, f.y, f.z, t.w < 0 ? -1.0F : 1.0F};
  }
  return replaced;
}

void repair_tangents(Primitive& primitive, const std::string& element, RepairLog& log) {
  auto& tangents = primitive.vertices.tangents;
  const std::size_t replaced = repair_tangents(primitive.vertices);
  if (replaced > tangents.size() / 2) {
    tangents.clear();
    for (MorphTarget& target : primitive.morph_targets) target.tangent_deltas.clear();
    log.add(Repair::tangents_dropped, element);
    return;
  }
  log.add(Repair::tangents_repaired, element, replaced);
}

void repair_primitive(Primitive& primitive, const SceneOptions& options, const std::string& element, RepairLog& log) {
  log.add(Repair::non_finite_attribute, element, repair_finite(primitive));
  if (primitive.vertices.normals.empty()) {
    make_normals(primitive);
    log.add(Repair::normals_made, element);
  } else {
    log.add(Repair::normals_rebuilt, element, repair_normals(primitive));
  }
  repair_tangents(primitive, element, log);
  const WeightRepairs weights = repair_weights(primitive.vertices, options.skin_influences);
  log.add(Repair::weights_normalised, element, weights.corrected);
  log.add(Repair::influences_reduced, element, weights.reduced);
}

}  // namespace

void repair_attributes(Scene& scene, const SceneOptions& options, RepairLog& log) {
  for (std::size_t m = 0; m < scene.meshes.size(); ++m) {
    const std::string element = element_name("mesh", scene.meshes[m].name, m);
    for (Primitive& primitive : scene.meshes[m].primitives) {
      if (!primitive.indices.empty()) repair_primitive(primitive, options, element, log);
    }
    auto& weights = scene.meshes[m].default_morph_weights;
    const auto shown = std::any_of(weights.begin(), weights.end(), [](float w) { return w != 0; });
    if (shown) log.add(Repair::morph_weights_left_out, element);
  }
}

}  // namespace lodcook::cooker
