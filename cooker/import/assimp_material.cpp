#include <assimp/GltfMaterial.h>
#include <assimp/material.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cooker/import/assimp_scene.h"
#include "cooker/import/reference_path.h"
#include "cooker/scene/transform.h"

namespace lodcook::cooker {
namespace {

struct SlotName {
  aiTextureType type;
  TextureSlot slot;
  const char* name;  ///< For TextureSlot::other.
};

// MTL's map_bump and most formats' bump maps arrive as HEIGHT
constexpr SlotName slot_names[] = {
    {aiTextureType_BASE_COLOR, TextureSlot::base_color, ""},
    {aiTextureType_DIFFUSE, TextureSlot::base_color, ""},
    {aiTextureType_NORMALS, TextureSlot::normal, ""},
    {aiTextureType_NORMAL_CAMERA, TextureSlot::normal, ""},
    {aiTextureType_METALNESS, TextureSlot::metallic_roughness, ""},
    {aiTextureType_DIFFUSE_ROUGHNESS, TextureSlot::metallic_roughness, ""},
    {aiTextureType_AMBIENT_OCCLUSION, TextureSlot::occlusion, ""},
    {aiTextureType_EMISSION_COLOR, TextureSlot::emissive, ""},
    {aiTextureType_EMISSIVE, TextureSlot::emissive, ""},
    {aiTextureType_SPECULAR, TextureSlot::specular, ""},
    {aiTextureType_OPACITY, TextureSlot::opacity, ""},
    {aiTextureType_HEIGHT, TextureSlot::height, ""},
    {aiTextureType_DISPLACEMENT, TextureSlot::height, ""},
    {aiTextureType_LIGHTMAP, TextureSlot::lightmap, ""},
    {aiTextureType_AMBIENT, TextureSlot::other, "ambient"},
    {aiTextureType_SHININESS, TextureSlot::other, "shininess"},
    {aiTextureType_REFLECTION, TextureSlot::other, "reflection"},
    {aiTextureType_SHEEN, TextureSlot::other, "sheen"},
    {aiTextureType_CLEARCOAT, TextureSlot::other, "clearcoat"},
    {aiTextureType_TRANSMISSION, TextureSlot::other, "transmission"},
    {aiTextureType_UNKNOWN, TextureSlot::other, "unknown"},
};

std::uint16_t wrap_of(aiTextureMapMode mode) {
  if (mode == aiTextureMapMode_Clamp || mode == aiTextureMapMode_Decal) return 33071;
  return mode == aiTextureMapMode_Mirror ? 33648 : 10497;
}

/// Assimp: scaled, turned about (0.5, 0.5), moved, v upwards. KHR_texture_transform: scaled, turned about 0, moved, v
/// downwards. With v' = 1 - v on both sides the turn changes its sign and the rest follows.
void set_transform(const aiUVTransform& t, TextureReference& out) {
  const double angle = static_cast<double>(t.mRotation);
  const double c = std::cos(angle), s = std::sin(angle);
  // where the corner (0, 0) of v downwards, that is (0, 1) of v upwards, goes
  const double u = -0.5, v = static_cast<double>(t.mScaling.y) - 0.5;
  const Vec2f offset{static_cast<float>(c * u - s * v + 0.5 + static_cast<double>(t.mTranslation.x)),
                     static_cast<float>(0.5 - (s * u + c * v + static_cast<double>(t.mTranslation.y)))};
  if (!std::isfinite(offset.x) || !std::isfinite(offset.y) || !std::isfinite(t.mScaling.x)) return;
  out.offset = angle == 0 ? Vec2f{t.mTranslation.x, offset.y} : offset;
  out.scale = {t.mScaling.x, t.mScaling.y};
  out.rotation_radians = -t.mRotation;
}

std::string embedded_name(const aiScene& source, const aiString& path) {
  const auto [texture, number] = source.GetEmbeddedTextureAndIndex(path.C_Str());
  return texture == nullptr ? std::string() : "#image/" + std::to_string(number);
}

void add_texture(AssimpConversion& conversion, const aiMaterial& source, const SlotName& slot, unsigned index,
                 Material& out) {
  aiString path;
  unsigned uv_set = 0;
  aiTextureMapMode modes[3] = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
  if (source.GetTexture(slot.type, index, &path, nullptr, &uv_set, nullptr, nullptr, modes) != aiReturn_SUCCESS) return;
  TextureReference texture;
  texture.slot = slot.slot;
  texture.slot_name = slot.name;
  texture.path = embedded_name(conversion.source, path);
  if (texture.path.empty() && path.length > 0)
    texture.path = conversion.jail.name_texture(assimp_text(path), Spelling::path);
  texture.uv_set = uv_set < max_uv_sets ? uv_set : 0;
  texture.wrap_s = wrap_of(modes[0]);
  texture.wrap_t = wrap_of(modes[1]);
  aiUVTransform transform;
  if (source.Get(AI_MATKEY_UVTRANSFORM(slot.type, index), transform) == aiReturn_SUCCESS)
    set_transform(transform, texture);
  const auto same = [&](const TextureReference& t) { return t.slot == texture.slot && t.path == texture.path; };
  const bool known = std::any_of(out.textures.begin(), out.textures.end(), same);
  if (!texture.path.empty() && !known) out.textures.push_back(std::move(texture));
}

float finite_or(float value, float otherwise) { return std::isfinite(value) ? value : otherwise; }

float factor(const aiMaterial& source, const char* key, float otherwise) {
  ai_real value = otherwise;
  if (source.Get(key, 0, 0, value) != aiReturn_SUCCESS) return otherwise;
  return finite_or(value, otherwise);
}

void set_factors(const aiMaterial& source, Material& out) {
  aiColor4D base(1, 1, 1, 1);
  if (source.Get(AI_MATKEY_BASE_COLOR, base) != aiReturn_SUCCESS) source.Get(AI_MATKEY_COLOR_DIFFUSE, base);
  float alpha = finite_or(base.a, 1) * std::clamp(factor(source, "$mat.opacity", 1), 0.0F, 1.0F);
  // exporters of COLLADA and others write 0 for what is solid; nobody models what is never seen
  if (alpha == 0) alpha = 1;
  out.base_color_factor = {finite_or(base.r, 1), finite_or(base.g, 1), finite_or(base.b, 1), alpha};
  aiColor3D emissive(0, 0, 0);
  source.Get(AI_MATKEY_COLOR_EMISSIVE, emissive);
  out.emissive_factor = {finite_or(emissive.r, 0), finite_or(emissive.g, 0), finite_or(emissive.b, 0)};
  out.metallic_factor = factor(source, "$mat.metallicFactor", 0);
  out.roughness_factor = factor(source, "$mat.roughnessFactor", 1);
  int two_sided = 0;
  out.double_sided = source.Get(AI_MATKEY_TWOSIDED, two_sided) == aiReturn_SUCCESS && two_sided != 0;
}

void set_alpha_mode(const aiMaterial& source, Material& out) {
  const auto is_opacity = [](const TextureReference& t) { return t.slot == TextureSlot::opacity; };
  const bool see_through =
      out.base_color_factor.w < 1 || std::any_of(out.textures.begin(), out.textures.end(), is_opacity);
  if (see_through) out.alpha_mode = AlphaMode::blend;
  aiString mode;
  if (source.Get(AI_MATKEY_GLTF_ALPHAMODE, mode) != aiReturn_SUCCESS) return;
  const std::string name = assimp_text(mode);
  out.alpha_mode = name == "MASK" ? AlphaMode::mask : name == "BLEND" ? AlphaMode::blend : AlphaMode::opaque;
  out.alpha_cutoff = factor(source, "$mat.gltf.alphaCutoff", 0.5F);
}

}  // namespace

void convert_assimp_materials(AssimpConversion& conversion) {
  for (unsigned i = 0; i < conversion.source.mNumMaterials; ++i) {
    Material& out = conversion.scene.materials.emplace_back();
    if (conversion.source.mMaterials == nullptr || conversion.source.mMaterials[i] == nullptr) continue;
    const aiMaterial& source = *conversion.source.mMaterials[i];
    aiString name;
    if (source.Get(AI_MATKEY_NAME, name) == aiReturn_SUCCESS) out.name = assimp_text(name);
    set_factors(source, out);
    for (const SlotName& slot : slot_names)
      for (unsigned t = 0; t < source.GetTextureCount(slot.type); ++t) add_texture(conversion, source, slot, t, out);
    set_alpha_mode(source, out);
  }
}

}  // namespace lodcook::cooker
