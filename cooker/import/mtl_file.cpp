#include "cooker/import/mtl_file.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "cooker/import/text_lines.h"

namespace lodcook::cooker {
namespace {

struct TextureKey {
  std::string_view key;  ///< In lower case.
  TextureSlot slot;
  std::string_view other;
};

constexpr TextureKey texture_keys[] = {
    {"map_kd", TextureSlot::base_color, ""},
    {"map_ks", TextureSlot::specular, ""},
    {"map_ke", TextureSlot::emissive, ""},
    {"map_emissive", TextureSlot::emissive, ""},
    {"map_d", TextureSlot::opacity, ""},
    {"map_opacity", TextureSlot::opacity, ""},
    {"map_bump", TextureSlot::height, ""},
    {"bump", TextureSlot::height, ""},
    {"disp", TextureSlot::height, ""},
    {"map_disp", TextureSlot::height, ""},
    {"norm", TextureSlot::normal, ""},
    {"map_kn", TextureSlot::normal, ""},
    {"map_pm", TextureSlot::metallic_roughness, ""},
    {"map_pr", TextureSlot::metallic_roughness, ""},
    {"map_ps", TextureSlot::other, "sheen"},
    {"map_ka", TextureSlot::other, "ambient"},
    {"map_ns", TextureSlot::other, "shininess"},
    {"decal", TextureSlot::other, "decal"},
    {"refl", TextureSlot::other, "reflection"},
    {"map_refl", TextureSlot::other, "reflection"},
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

/// How many words follow a texture option; at most, where it takes numbers (the later ones may be left out).
std::size_t option_words(std::string_view option) {
  if (option == "-o" || option == "-s" || option == "-t") return 3;
  if (option == "-mm") return 2;
  constexpr std::string_view one[] = {"-blendu", "-blendv",  "-boost",  "-bm",  "-cc",
                                      "-clamp",  "-imfchan", "-texres", "-type"};
  return std::find(std::begin(one), std::end(one), option) == std::end(one) ? 0 : 1;
}

struct TextureOptions {
  double offset[3] = {0, 0, 0};
  double scale[3] = {1, 1, 1};
  bool clamp = false;
};

void take_option(const std::string& option, std::string_view& rest, TextureOptions& out) {
  const std::size_t words = option_words(option);
  for (std::size_t i = 0; i < words; ++i) {
    std::string_view after = rest;
    const std::string_view word = take_word(after);
    const std::optional<double> number = to_number(word);
    if (words > 1 && !number) return;
    if (option == "-o") out.offset[i] = *number;
    if (option == "-s") out.scale[i] = *number;
    if (option == "-clamp") out.clamp = lower(word) == "on";
    rest = after;
  }
}

/// The file name is what stands behind the options, blanks in it included.
std::string_view take_options(std::string_view rest, TextureOptions& out) {
  while (trimmed(rest).starts_with('-')) {
    std::string_view after = rest;
    const std::string option = lower(take_word(after));
    if (option_words(option) == 0) break;
    take_option(option, after, out);
    rest = after;
  }
  return trimmed(rest);
}

void add_texture(const TextureKey& key, std::string_view rest, Jail& jail, Material& material) {
  TextureOptions options;
  const std::string_view name = take_options(rest, options);
  if (name.empty()) return;
  TextureReference texture;
  texture.slot = key.slot;
  texture.slot_name = key.other;
  texture.path = jail.name_texture(name, Spelling::path);
  texture.scale = {static_cast<float>(options.scale[0]), static_cast<float>(options.scale[1])};
  // v runs downwards here: 1 - (offset + scale * (1 - v))
  texture.offset = {static_cast<float>(options.offset[0]),
                    static_cast<float>(1 - options.scale[1] - options.offset[1])};
  if (options.clamp) texture.wrap_s = texture.wrap_t = 33071;
  if (!texture.path.empty()) material.textures.push_back(std::move(texture));
}

/// Up to three numbers, 0 to 1 as colours are; one alone stands for all three. False for spectral and CIE curves.
bool take_color(std::string_view rest, float (&color)[3]) {
  for (int i = 0; i < 3; ++i) {
    const std::optional<double> number = to_number(take_word(rest));
    if (i > 0 && !number) {
      color[1] = color[2] = color[0];
      return i == 1;
    }
    if (!number || !std::isfinite(*number)) return false;
    color[i] = static_cast<float>(*number);
  }
  return true;
}

void set_alpha(double alpha, Material& material) {
  if (!std::isfinite(alpha)) return;
  material.base_color_factor.w = static_cast<float>(std::clamp(alpha, 0.0, 1.0));
  material.alpha_mode = material.base_color_factor.w < 1 ? AlphaMode::blend : AlphaMode::opaque;
}

void take_statement(const std::string& key, std::string_view rest, Jail& jail, Material& material) {
  float color[3] = {0, 0, 0};
  if (key == "kd" && take_color(rest, color))
    material.base_color_factor = {color[0], color[1], color[2], material.base_color_factor.w};
  if (key == "ke" && take_color(rest, color)) material.emissive_factor = {color[0], color[1], color[2]};
  const auto texture =
      std::find_if(std::begin(texture_keys), std::end(texture_keys), [&](const TextureKey& k) { return k.key == key; });
  if (texture != std::end(texture_keys)) add_texture(*texture, rest, jail, material);
  std::string_view words = rest;
  const std::optional<double> number = to_number(take_word(words));
  if (!number || !std::isfinite(*number)) return;
  if (key == "d") set_alpha(*number, material);
  if (key == "tr") set_alpha(1 - *number, material);
  if (key == "pm") material.metallic_factor = static_cast<float>(std::clamp(*number, 0.0, 1.0));
  if (key == "pr") material.roughness_factor = static_cast<float>(std::clamp(*number, 0.0, 1.0));
}

}  // namespace

void read_materials(std::string_view text, Jail& jail, std::vector<Material>& out) {
  TextLines lines(text);
  bool inside = false, has_d = false;
  while (const std::optional<std::string_view> line = lines.next()) {
    std::string_view rest = *line;
    const std::string key = lower(take_word(rest));
    if (key == "newmtl") {
      out.emplace_back().name = as_utf8(trimmed(rest));
      inside = true;
      has_d = false;
    } else if (inside && !key.starts_with('#') && !(has_d && key == "tr")) {
      // of two writers' meanings of Tr the one that d contradicts is the wrong one
      has_d = has_d || key == "d";
      take_statement(key, rest, jail, out.back());
    }
  }
  for (Material& material : out)
    for (const TextureReference& texture : material.textures)
      if (texture.slot == TextureSlot::opacity) material.alpha_mode = AlphaMode::blend;
}

}  // namespace lodcook::cooker
