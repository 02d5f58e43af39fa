#include "cooker/import/gltf_material.h"

#include <optional>
#include <string>
#include <utility>

#include "cooker/import/gltf_data_uri.h"

namespace lodcook::cooker {
namespace {

constexpr std::uint16_t repeat = 10497;

std::optional<std::string> image_path(GltfDocument& document, const cgltf_texture& texture) {
  const cgltf_image* image = texture.image != nullptr        ? texture.image
                             : texture.webp_image != nullptr ? texture.webp_image
                                                             : texture.basisu_image;
  if (image == nullptr) {
    document.warn("texture_without_image", "a texture names no image that is known");
    return std::nullopt;
  }
  const std::string uri = text_of(image->uri);
  if (image->uri != nullptr && !is_data_uri(uri)) {
    std::string path = document.jail().name_texture(uri, Spelling::uri);
    if (path.empty()) return std::nullopt;
    return path;
  }
  return "#image/" + std::to_string(cgltf_image_index(&document.root(), image));
}

std::uint16_t wrap_of(cgltf_int value) {
  return value > 0 && value <= 0xFFFF ? static_cast<std::uint16_t>(value) : repeat;
}

class MaterialReader {
 public:
  explicit MaterialReader(GltfDocument& document) : document_(document) {}

  Material read(const cgltf_material& from) {
    material_ = {};
    material_.name = text_of(from.name);
    material_.alpha_mode = from.alpha_mode == cgltf_alpha_mode_mask    ? AlphaMode::mask
                           : from.alpha_mode == cgltf_alpha_mode_blend ? AlphaMode::blend
                                                                       : AlphaMode::opaque;
    material_.alpha_cutoff = from.alpha_cutoff;
    material_.double_sided = from.double_sided != 0;
    material_.emissive_factor = {from.emissive_factor[0], from.emissive_factor[1], from.emissive_factor[2]};
    if (from.has_pbr_specular_glossiness != 0) {
      read_glossiness(from.pbr_specular_glossiness);
    } else {
      read_roughness(from.pbr_metallic_roughness);
    }
    add(TextureSlot::normal, from.normal_texture);
    add(TextureSlot::occlusion, from.occlusion_texture);
    add(TextureSlot::emissive, from.emissive_texture);
    read_extensions(from);
    return std::move(material_);
  }

 private:
  void read_roughness(const cgltf_pbr_metallic_roughness& from) {
    const float* color = from.base_color_factor;
    material_.base_color_factor = {color[0], color[1], color[2], color[3]};
    material_.metallic_factor = from.metallic_factor;
    material_.roughness_factor = from.roughness_factor;
    add(TextureSlot::base_color, from.base_color_texture);
    add(TextureSlot::metallic_roughness, from.metallic_roughness_texture);
  }

  void read_glossiness(const cgltf_pbr_specular_glossiness& from) {
    const float* color = from.diffuse_factor;
    material_.base_color_factor = {color[0], color[1], color[2], color[3]};
    material_.metallic_factor = 0;
    material_.roughness_factor = 1 - from.glossiness_factor;
    add(TextureSlot::base_color, from.diffuse_texture);
    add(TextureSlot::specular, from.specular_glossiness_texture);
  }

  void read_extensions(const cgltf_material& from) {
    add(TextureSlot::specular, from.specular.specular_texture);
    add("specular_color", from.specular.specular_color_texture);
    add("clearcoat", from.clearcoat.clearcoat_texture);
    add("clearcoat_roughness", from.clearcoat.clearcoat_roughness_texture);
    add("clearcoat_normal", from.clearcoat.clearcoat_normal_texture);
    add("transmission", from.transmission.transmission_texture);
    add("thickness", from.volume.thickness_texture);
    add("sheen_color", from.sheen.sheen_color_texture);
    add("sheen_roughness", from.sheen.sheen_roughness_texture);
    add("iridescence", from.iridescence.iridescence_texture);
    add("iridescence_thickness", from.iridescence.iridescence_thickness_texture);
    add("anisotropy", from.anisotropy.anisotropy_texture);
  }

  void add(const char* slot_name, const cgltf_texture_view& view) {
    const std::size_t before = material_.textures.size();
    add(TextureSlot::other, view);
    if (material_.textures.size() > before) material_.textures.back().slot_name = slot_name;
  }

  void add(TextureSlot slot, const cgltf_texture_view& view) {
    if (view.texture == nullptr) return;
    std::optional<std::string> path = image_path(document_, *view.texture);
    if (!path) return;
    TextureReference out;
    out.slot = slot;
    out.path = *std::move(path);
    int uv_set = view.texcoord;
    if (view.has_transform != 0) {
      out.offset = {view.transform.offset[0], view.transform.offset[1]};
      out.scale = {view.transform.scale[0], view.transform.scale[1]};
      out.rotation_radians = view.transform.rotation;
      if (view.transform.has_texcoord != 0) uv_set = view.transform.texcoord;
    }
    out.uv_set = uv_set < 0 ? 0U : static_cast<std::uint32_t>(uv_set);
    if (const cgltf_sampler* sampler = view.texture->sampler; sampler != nullptr) {
      out.wrap_s = wrap_of(sampler->wrap_s);
      out.wrap_t = wrap_of(sampler->wrap_t);
    }
    material_.textures.push_back(std::move(out));
  }

  GltfDocument& document_;
  Material material_;
};

}  // namespace

std::vector<Material> read_materials(GltfDocument& document) {
  MaterialReader reader(document);
  std::vector<Material> out;
  for (std::size_t i = 0; i < document.root().materials_count; ++i) {
    out.push_back(reader.read(document.root().materials[i]));
  }
  return out;
}

}  // namespace lodcook::cooker
