#include "manifest/words.h"

namespace lodcook::manifest {

namespace {

template <class Value>
struct Word {
  Value value;
  const char* text;
};

constexpr Word<Proof> proofs[] = {{Proof::none, "none"}, {Proof::proven, "proven"}};

constexpr Word<AlphaMode> alpha_modes[] = {
    {AlphaMode::opaque, "opaque"}, {AlphaMode::mask, "mask"}, {AlphaMode::blend, "blend"}};

constexpr Word<LightKind> light_kinds[] = {{LightKind::directional, "directional"},
                                           {LightKind::point, "point"},
                                           {LightKind::spot, "spot"},
                                           {LightKind::area, "area"},
                                           {LightKind::ambient, "ambient"}};

constexpr Word<SharedReason> shared_reasons[] = {{SharedReason::spanning, "spanning"}};

constexpr Word<TextureSlot> texture_slots[] = {{TextureSlot::base_color, "base_color"},
                                               {TextureSlot::normal, "normal"},
                                               {TextureSlot::metallic_roughness, "metallic_roughness"},
                                               {TextureSlot::occlusion, "occlusion"},
                                               {TextureSlot::emissive, "emissive"},
                                               {TextureSlot::specular, "specular"},
                                               {TextureSlot::opacity, "opacity"},
                                               {TextureSlot::height, "height"},
                                               {TextureSlot::lightmap, "lightmap"},
                                               {TextureSlot::other, "other"}};

constexpr Word<std::uint16_t> wraps[] = {{10497, "repeat"}, {33071, "clamp"}, {33648, "mirror"}};

template <class Value, std::size_t N>
const char* text_of(const Word<Value> (&table)[N], Value value, const char* otherwise) {
  for (const auto& entry : table) {
    if (entry.value == value) return entry.text;
  }
  return otherwise;
}

template <class Value, std::size_t N>
std::optional<Value> value_of(const Word<Value> (&table)[N], std::string_view text) {
  for (const auto& entry : table) {
    if (entry.text == text) return entry.value;
  }
  return std::nullopt;
}

}  // namespace

const char* word(Proof proof) noexcept { return text_of(proofs, proof, "none"); }
const char* word(AlphaMode mode) noexcept { return text_of(alpha_modes, mode, "opaque"); }
const char* word(LightKind kind) noexcept { return text_of(light_kinds, kind, "point"); }
const char* word(SharedReason reason) noexcept { return text_of(shared_reasons, reason, "none"); }
const char* word(TextureSlot slot) noexcept { return text_of(texture_slots, slot, "other"); }
const char* wrap_word(std::uint16_t wrap) noexcept { return text_of(wraps, wrap, "repeat"); }

std::optional<Proof> proof_of(std::string_view text) noexcept { return value_of(proofs, text); }
std::optional<AlphaMode> alpha_mode_of(std::string_view text) noexcept { return value_of(alpha_modes, text); }
std::optional<LightKind> light_kind_of(std::string_view text) noexcept { return value_of(light_kinds, text); }
std::optional<SharedReason> shared_reason_of(std::string_view text) noexcept { return value_of(shared_reasons, text); }
std::optional<TextureSlot> texture_slot_of(std::string_view text) noexcept { return value_of(texture_slots, text); }
std::optional<std::uint16_t> wrap_of(std::string_view text) noexcept { return value_of(wraps, text); }

}  // namespace lodcook::manifest
