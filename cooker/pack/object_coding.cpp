#include "cooker/pack/object_coding.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lodcook::cooker {

namespace {

constexpr float widest_uv_range = 16;

struct Extremes {
  std::array<float, 4> low{}, high{};
  bool any = false;

  void add(const std::array<float, 4>& value) noexcept {
    if (!any) low = high = value;
    any = true;
    for (std::size_t i = 0; i < 4; ++i) {
      low[i] = std::min(low[i], value[i]);
      high[i] = std::max(high[i], value[i]);
    }
  }

  [[nodiscard]] ValueRange range() const noexcept {
    ValueRange range;
    for (std::size_t i = 0; any && i < 4; ++i) {
      range.offset[i] = low[i];
      range.scale[i] = high[i] - low[i];
    }
    return range;
  }
};

UvCoding uv_coding(const CodedMeshes& meshes, std::size_t set) {
  Extremes extremes;
  for (const LodLevel* level : meshes.all) {
    if (set >= level->vertices.uvs.size()) continue;
    for (const Vec2f& uv : level->vertices.uvs[set]) extremes.add({uv.x, uv.y, 0, 0});
  }
  UvCoding coding;
  coding.range = extremes.range();
  // also true where the range itself overflows
  coding.floats = !(coding.range.scale[0] <= widest_uv_range && coding.range.scale[1] <= widest_uv_range);
  return coding;
}

ValueRange color_coding(const CodedMeshes& meshes, std::size_t set) {
  Extremes extremes;
  for (const LodLevel* level : meshes.all) {
    if (set >= level->vertices.colors.size()) continue;
    for (const Vec4f& c : level->vertices.colors[set]) extremes.add({c.x, c.y, c.z, c.w});
  }
  if (!extremes.any) return {};
  const auto [low, unused_high] = std::minmax_element(extremes.low.begin(), extremes.low.end());
  const auto [unused_low, high] = std::minmax_element(extremes.high.begin(), extremes.high.end());
  return *low >= 0 && *high <= 1 ? ValueRange{} : extremes.range();
}

float largest_component(const std::vector<Vec3f>& deltas) noexcept {
  float largest = 0;
  for (const Vec3f& d : deltas) largest = std::max({largest, std::abs(d.x), std::abs(d.y), std::abs(d.z)});
  return largest;
}

MorphCoding morph_coding(const CodedMeshes& meshes, std::size_t target) {
  MorphCoding coding;
  for (const LodLevel* level : meshes.all) {
    if (target >= level->morph_targets.size()) continue;
    const MorphTarget& morph = level->morph_targets[target];
    coding.position = std::max(coding.position, largest_component(morph.position_deltas));
    coding.normal = std::max(coding.normal, largest_component(morph.normal_deltas));
    coding.tangent = std::max(coding.tangent, largest_component(morph.tangent_deltas));
  }
  return coding;
}

}  // namespace

ObjectCoding choose_coding(const CodedMeshes& meshes, const PackOptions& options) {
  ObjectCoding coding;
  coding.lattice = choose_lattice(meshes, options);

  std::size_t uv_sets = 0, color_sets = 0, morphs = 0;
  for (const LodLevel* level : meshes.all) {
    uv_sets = std::max(uv_sets, level->vertices.uvs.size());
    color_sets = std::max(color_sets, level->vertices.colors.size());
    morphs = std::max(morphs, level->morph_targets.size());
    for (const std::uint16_t joint : level->vertices.joints) coding.wide_joints = coding.wide_joints || joint > 255;
  }
  for (std::size_t set = 0; set < uv_sets; ++set) coding.uvs.push_back(uv_coding(meshes, set));
  for (std::size_t set = 0; set < color_sets; ++set) coding.colors.push_back(color_coding(meshes, set));
  for (std::size_t target = 0; target < morphs; ++target) coding.morphs.push_back(morph_coding(meshes, target));
  return coding;
}

}  // namespace lodcook::cooker
