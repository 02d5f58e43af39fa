#include "cooker/pack/glb_material.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace lodcook::cooker {

namespace {

std::string unit_numbers(std::initializer_list<float> values) {
  std::vector<std::string> numbers;
  for (const float value : values) numbers.push_back(json::number(std::clamp(value, 0.0F, 1.0F)));
  return json::array(numbers);
}

std::string slot_name(const TextureReference& texture) {
  switch (texture.slot) {
    case TextureSlot::base_color: return "base_color";
    case TextureSlot::normal: return "normal";
    case TextureSlot::metallic_roughness: return "metallic_roughness";
    case TextureSlot::occlusion: return "occlusion";
    case TextureSlot::emissive: return "emissive";
    case TextureSlot::specular: return "specular";
    case TextureSlot::opacity: return "opacity";
    case TextureSlot::height: return "height";
    case TextureSlot::lightmap: return "lightmap";
    case TextureSlot::other: break;
  }
  return texture.slot_name.empty() ? "other" : texture.slot_name;
}

std::string texture_list(const std::vector<TextureReference>& textures) {
  std::vector<std::string> list;
  for (const TextureReference& texture : textures) {
    list.push_back(json::Object()
                       .add("slot", json::text(slot_name(texture)))
                       .add("path", json::text(texture.path))
                       .add("uv_set", json::number(texture.uv_set))
                       .str());
  }
  return json::array(list);
}

}  // namespace

void add_material(GlbDocument& document, const Material& material) {
  json::Object out, pbr;
  if (!material.name.empty()) out.add("name", json::text(material.name));
  const Vec4f& c = material.base_color_factor;
  pbr.add("baseColorFactor", unit_numbers({c.x, c.y, c.z, c.w}));
  pbr.add("metallicFactor", json::number(std::clamp(material.metallic_factor, 0.0F, 1.0F)));
  pbr.add("roughnessFactor", json::number(std::clamp(material.roughness_factor, 0.0F, 1.0F)));

  out.add("pbrMetallicRoughness", pbr.str());
  const Vec3f& e = material.emissive_factor;
  if (e != Vec3f{0, 0, 0}) out.add("emissiveFactor", unit_numbers({e.x, e.y, e.z}));
  if (material.alpha_mode == AlphaMode::blend) out.add("alphaMode", json::text("BLEND"));
  if (material.alpha_mode == AlphaMode::mask) {
    out.add("alphaMode", json::text("MASK")).add("alphaCutoff", json::number(std::max(material.alpha_cutoff, 0.0F)));
  }
  if (material.double_sided) out.add("doubleSided", "true");
  if (!material.textures.empty()) {
    out.add("extras", json::Object().add("textures", texture_list(material.textures)).str());
  }
  document.materials.push_back(out.str());
}

void GlbMaterials::add_all() {
  for (std::uint32_t m = 0; m < materials_.size(); ++m) number(m);
}

std::optional<std::size_t> GlbMaterials::number(std::uint32_t material) {
  if (material >= materials_.size()) return std::nullopt;
  const auto [found, is_new] = known_.try_emplace(material, document_.materials.size());
  if (is_new) add_material(document_, materials_[material]);
  return found->second;
}

}  // namespace lodcook::cooker
