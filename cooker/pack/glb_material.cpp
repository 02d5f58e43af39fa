#include "cooker/pack/glb_material.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace lodcook::cooker {

namespace {

std::string percent_encode(std::string_view path) {
  constexpr std::string_view plain = "-._~/!$&'()*+,;=@";
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || plain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += hex[byte >> 4];
      out += hex[byte & 15];
    }
  }
  return out;
}

std::string unit_numbers(std::initializer_list<float> values) {
  std::vector<std::string> numbers;
  for (const float value : values) numbers.push_back(json::number(std::clamp(value, 0.0F, 1.0F)));
  return json::array(numbers);
}

const char* slot_key(TextureSlot slot) noexcept {
  switch (slot) {
    case TextureSlot::base_color: return "baseColorTexture";
    case TextureSlot::normal: return "normalTexture";
    case TextureSlot::metallic_roughness: return "metallicRoughnessTexture";
    case TextureSlot::occlusion: return "occlusionTexture";
    case TextureSlot::emissive: return "emissiveTexture";
    case TextureSlot::specular:
    case TextureSlot::opacity:
    case TextureSlot::height:
    case TextureSlot::lightmap:
    case TextureSlot::other: break;
  }
  return nullptr;
}

std::string extra_key(const TextureReference& texture) {
  switch (texture.slot) {
    case TextureSlot::specular: return "specular";
    case TextureSlot::opacity: return "opacity";
    case TextureSlot::height: return "height";
    case TextureSlot::lightmap: return "lightmap";
    default: return texture.slot_name.empty() ? "other" : texture.slot_name;
  }
}

std::size_t add_texture(GlbDocument& document, const TextureReference& texture) {
  document.images.push_back(json::Object().add("uri", json::text(percent_encode(texture.path))).str());
  document.samplers.push_back(
      json::Object().add("wrapS", json::number(texture.wrap_s)).add("wrapT", json::number(texture.wrap_t)).str());
  document.textures.push_back(json::Object()
                                  .add("sampler", json::number(document.samplers.size() - 1))
                                  .add("source", json::number(document.images.size() - 1))
                                  .str());
  return document.textures.size() - 1;
}

std::optional<std::string> texture_info(GlbDocument& document, const TextureReference& texture,
                                        const std::vector<std::uint8_t>& uv_sets) {
  const auto set = std::find(uv_sets.begin(), uv_sets.end(), texture.uv_set);
  if (set == uv_sets.end() || texture.path.empty() || texture.path.front() == '#') return std::nullopt;
  json::Object info;
  info.add("index", json::number(add_texture(document, texture)));
  info.add("texCoord", json::number(set - uv_sets.begin()));
  const bool moved = texture.offset != Vec2f{0, 0} || texture.scale != Vec2f{1, 1} || texture.rotation_radians != 0;
  if (moved) {
    const auto pair = [](Vec2f v) { return json::array({json::number(v.x), json::number(v.y)}); };
    const std::string transform = json::Object()
                                      .add("offset", pair(texture.offset))
                                      .add("rotation", json::number(texture.rotation_radians))
                                      .add("scale", pair(texture.scale))
                                      .str();
    info.add("extensions", json::Object().add("KHR_texture_transform", transform).str());
    document.uses_texture_transform = true;
  }
  return info.str();
}

}  // namespace

void add_material(GlbDocument& document, const Material& material, const std::vector<std::uint8_t>& uv_sets) {
  json::Object out, pbr, extras;
  if (!material.name.empty()) out.add("name", json::text(material.name));
  const Vec4f& c = material.base_color_factor;
  pbr.add("baseColorFactor", unit_numbers({c.x, c.y, c.z, c.w}));
  pbr.add("metallicFactor", json::number(std::clamp(material.metallic_factor, 0.0F, 1.0F)));
  pbr.add("roughnessFactor", json::number(std::clamp(material.roughness_factor, 0.0F, 1.0F)));

  std::vector<std::string_view> used;
  for (const TextureReference& texture : material.textures) {
    const char* key = slot_key(texture.slot);
    if (key == nullptr) {
      extras.add(extra_key(texture), json::text(texture.path));
      continue;
    }
    if (std::find(used.begin(), used.end(), key) != used.end()) continue;
    const std::optional<std::string> info = texture_info(document, texture, uv_sets);
    if (!info) continue;
    used.emplace_back(key);
    const bool in_pbr = texture.slot == TextureSlot::base_color || texture.slot == TextureSlot::metallic_roughness;
    (in_pbr ? pbr : out).add(key, *info);
  }

  out.add("pbrMetallicRoughness", pbr.str());
  const Vec3f& e = material.emissive_factor;
  if (e != Vec3f{0, 0, 0}) out.add("emissiveFactor", unit_numbers({e.x, e.y, e.z}));
  if (material.alpha_mode == AlphaMode::blend) out.add("alphaMode", json::text("BLEND"));
  if (material.alpha_mode == AlphaMode::mask) {
    out.add("alphaMode", json::text("MASK")).add("alphaCutoff", json::number(std::max(material.alpha_cutoff, 0.0F)));
  }
  if (material.double_sided) out.add("doubleSided", "true");
  if (!extras.empty()) out.add("extras", extras.str());
  document.materials.push_back(out.str());
}

}  // namespace lodcook::cooker
