#include "manifest/words.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::manifest;

TEST_CASE("every value has a word that leads back to it") {
  for (const Proof value : {Proof::none, Proof::proven}) CHECK(proof_of(word(value)) == value);
  for (const AlphaMode value : {AlphaMode::opaque, AlphaMode::mask, AlphaMode::blend}) {
    CHECK(alpha_mode_of(word(value)) == value);
  }
  for (int kind = 0; kind <= 4; ++kind) {
    CHECK(light_kind_of(word(static_cast<LightKind>(kind))) == static_cast<LightKind>(kind));
  }
  for (const int slot : {0, 1, 2, 3, 4, 5, 6, 7, 8, 255}) {
    CHECK(texture_slot_of(word(static_cast<TextureSlot>(slot))) == static_cast<TextureSlot>(slot));
  }
  for (const std::uint16_t wrap : {std::uint16_t{10497}, std::uint16_t{33071}, std::uint16_t{33648}}) {
    CHECK(wrap_of(wrap_word(wrap)) == wrap);
  }
}

TEST_CASE("the words are those of the interface") {
  CHECK(std::string_view(word(TextureSlot::metallic_roughness)) == "metallic_roughness");
  CHECK(std::string_view(word(LightKind::directional)) == "directional");
  CHECK(std::string_view(wrap_word(33648)) == "mirror");
  CHECK(std::string_view(word(Proof::none)) == "none");
}

TEST_CASE("a word that stands for nothing is empty") {
  CHECK(!proof_of("maybe"));
  CHECK(!alpha_mode_of("OPAQUE"));
  CHECK(!light_kind_of(""));
  CHECK(!texture_slot_of("diffuse"));
  CHECK(!wrap_of("10497"));
}
