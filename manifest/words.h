#pragma once

#include <optional>
#include <string_view>

#include <lodcook/types.h>

/// The manifest's words for the values of enumerations.
namespace lodcook::manifest {

const char* word(Proof proof) noexcept;
const char* word(AlphaMode mode) noexcept;
const char* word(LightKind kind) noexcept;
const char* word(SharedReason reason) noexcept;
/// "other" for TextureSlot::other.
const char* word(TextureSlot slot) noexcept;
/// glTF sampler values; "repeat" for one that glTF does not know.
const char* wrap_word(std::uint16_t wrap) noexcept;

/// Back again; empty for a word that stands for none.
std::optional<Proof> proof_of(std::string_view text) noexcept;
std::optional<AlphaMode> alpha_mode_of(std::string_view text) noexcept;
std::optional<LightKind> light_kind_of(std::string_view text) noexcept;
std::optional<SharedReason> shared_reason_of(std::string_view text) noexcept;
std::optional<TextureSlot> texture_slot_of(std::string_view text) noexcept;
std::optional<std::uint16_t> wrap_of(std::string_view text) noexcept;

}  // namespace lodcook::manifest
