#include <algorithm>
#include <cmath>

#include "cooker/scene/repair.h"

namespace lodcook::cooker {
namespace {

/// `value` where it is finite, else `otherwise`, counted.
void settle(float& value, float otherwise, std::size_t& replaced) {
  if (std::isfinite(value)) return;
  value = otherwise;
  ++replaced;
}

std::size_t repair_light(Light& light) {
  const Light otherwise;
  std::size_t replaced = 0;
  settle(light.color.x, otherwise.color.x, replaced);
  settle(light.color.y, otherwise.color.y, replaced);
  settle(light.color.z, otherwise.color.z, replaced);
  settle(light.intensity, otherwise.intensity, replaced);
  settle(light.inner_cone_radians, otherwise.inner_cone_radians, replaced);
  settle(light.outer_cone_radians, otherwise.outer_cone_radians, replaced);
  if (std::isinf(light.range)) light.range = 0;  // how some writers say unlimited
  settle(light.range, otherwise.range, replaced);
  return replaced;
}

std::size_t repair_texture(TextureReference& texture) {
  std::size_t replaced = 0;
  settle(texture.offset.x, 0, replaced);
  settle(texture.offset.y, 0, replaced);
  settle(texture.scale.x, 1, replaced);
  settle(texture.scale.y, 1, replaced);
  settle(texture.rotation_radians, 0, replaced);
  return replaced;
}

std::size_t repair_material(Material& material) {
  const Material otherwise;
  std::size_t replaced = 0;
  settle(material.alpha_cutoff, otherwise.alpha_cutoff, replaced);
  for (float* factor : {&material.base_color_factor.x, &material.base_color_factor.y, &material.base_color_factor.z,
                        &material.base_color_factor.w}) {
    settle(*factor, 1, replaced);
  }
  for (float* factor : {&material.emissive_factor.x, &material.emissive_factor.y, &material.emissive_factor.z}) {
    settle(*factor, 0, replaced);
  }
  settle(material.metallic_factor, otherwise.metallic_factor, replaced);
  settle(material.roughness_factor, otherwise.roughness_factor, replaced);
  for (TextureReference& texture : material.textures) replaced += repair_texture(texture);
  return replaced;
}

std::size_t numbers_per_key(AnimationPath path) noexcept {
  switch (path) {
    case AnimationPath::translation:
    case AnimationPath::scale: return 3;
    case AnimationPath::rotation: return 4;
    case AnimationPath::weights: return 0;  // the mesh's count of morph targets
  }
  return 0;
}

bool playable(const AnimationChannel& channel, std::size_t nodes) {
  if (channel.node >= nodes || channel.times.empty()) return false;
  const auto finite = [](float v) { return std::isfinite(v); };
  if (!std::all_of(channel.times.begin(), channel.times.end(), finite)) return false;
  if (!std::all_of(channel.values.begin(), channel.values.end(), finite)) return false;
  if (!std::is_sorted(channel.times.begin(), channel.times.end())) return false;
  const std::size_t rows =
      channel.times.size() * (channel.interpolation == AnimationInterpolation::cubic_spline ? 3 : 1);
  const std::size_t per_key = numbers_per_key(channel.path);
  return per_key == 0 ? channel.values.size() % rows == 0 : channel.values.size() == rows * per_key;
}

}  // namespace

void repair_surroundings(Scene& scene, RepairLog& log) {
  for (std::size_t i = 0; i < scene.lights.size(); ++i) {
    Light& light = scene.lights[i].light;
    log.add(Repair::non_finite_attribute, element_name("light", light.name, i), repair_light(light));
  }
  for (std::size_t i = 0; i < scene.materials.size(); ++i) {
    Material& material = scene.materials[i];
    log.add(Repair::non_finite_attribute, element_name("material", material.name, i), repair_material(material));
  }
  for (std::size_t i = 0; i < scene.animations.size(); ++i) {
    const std::size_t dropped = std::erase_if(scene.animations[i].channels, [&](const AnimationChannel& channel) {
      return !playable(channel, scene.nodes.size());
    });
    log.add(Repair::animation_dropped, element_name("animation", scene.animations[i].name, i), dropped);
  }
}

}  // namespace lodcook::cooker
