#include "formats/src/attribute_layout.h"
#include "formats/src/index_parse.h"
#include "formats/src/record_checks.h"

namespace lodcook::format {
namespace {

bool flags_suit(const AttributeRecord& attribute) noexcept {
  constexpr std::uint32_t known = attribute_normalized | attribute_octahedral | attribute_morph;
  if ((attribute.flags & ~known) != 0) return false;
  if (!is_morph(attribute) && attribute.morph_target != 0) return false;
  if ((attribute.flags & attribute_normalized) != 0 &&
      attribute.type == static_cast<std::uint8_t>(ComponentType::f32)) {
    return false;
  }
  if ((attribute.flags & attribute_octahedral) == 0) return true;
  const bool normal = attribute.semantic == static_cast<std::uint8_t>(Semantic::normal);
  const bool tangent = attribute.semantic == static_cast<std::uint8_t>(Semantic::tangent);
  return !is_morph(attribute) && ((normal && attribute.components == 2) || (tangent && attribute.components == 3));
}

bool layout_is_sound(const AttributeRecord& attribute) noexcept {
  return attribute.semantic <= static_cast<std::uint8_t>(Semantic::weights) &&
         attribute.type <= static_cast<std::uint8_t>(ComponentType::f32) && attribute.components >= 1 &&
         attribute.components <= 4 && attribute.stride % 4 == 0 && attribute.stride <= largest_stride &&
         std::uint64_t{attribute.components} * component_size(attribute.type) <= attribute.stride;
}

bool is_base_position(const AttributeRecord& attribute) noexcept {
  return attribute.semantic == static_cast<std::uint8_t>(Semantic::position) && attribute.set == 0 &&
         !is_morph(attribute) && attribute.components == 3;
}

/// Floats, or integers whose scale and offset are the lattice's and so not stored with them.
bool positions_suit(const AttributeRecord& attribute, double lattice_step) noexcept {
  for (int c = 0; c < 4; ++c) {
    if (attribute.scale[c] != 1 || attribute.offset[c] != 0) return false;
  }
  if (attribute.flags != 0) return false;
  if (lattice_step == 0) return attribute.type == static_cast<std::uint8_t>(ComponentType::f32);
  return attribute.type == static_cast<std::uint8_t>(ComponentType::u16) ||
         attribute.type == static_cast<std::uint8_t>(ComponentType::u32);
}

bool joints_suit(const AttributeRecord& attribute, std::uint32_t joint_count) noexcept {
  if (attribute.semantic != static_cast<std::uint8_t>(Semantic::joints)) return true;
  const bool whole = attribute.type == static_cast<std::uint8_t>(ComponentType::u8) ||
                     attribute.type == static_cast<std::uint8_t>(ComponentType::u16);
  return whole && joint_count > 0 && attribute.flags == 0;
}

}  // namespace

Status check_attributes(const Tables& tables) {
  for (std::uint32_t a = 0; a < tables.attributes.size(); ++a) {
    const AttributeRecord attribute = tables.attributes[a];
    if (attribute.reserved != 0) {
      return fault(ErrorCode::reserved_not_zero, "reserved bytes are not zero", "attribute", a);
    }
    if (!layout_is_sound(attribute) || !flags_suit(attribute) || !joints_suit(attribute, tables.joints.size())) {
      return fault(ErrorCode::bad_attribute_table, "unsound layout", "attribute", a);
    }
    if (!all_finite(attribute.scale) || !all_finite(attribute.offset)) {
      return fault(ErrorCode::bad_attribute_table, "unsound scale or offset", "attribute", a);
    }
  }
  return Done{};
}

bool attribute_run_suits(const Tables& tables, const TileRecord& tile, const ObjectRecord& object) noexcept {
  for (std::uint32_t i = 0; i < tile.attribute_count; ++i) {
    const AttributeRecord attribute = tables.attributes[std::size_t{tile.first_attribute} + i];
    if (i == 0 && !(is_base_position(attribute) && positions_suit(attribute, object.lattice_step))) {
      return false;
    }
    if (is_morph(attribute) && attribute.morph_target >= object.morph_count) return false;
    if (i == 0) continue;
    if (order_key(attribute) <= order_key(tables.attributes[std::size_t{tile.first_attribute} + i - 1])) return false;
  }
  return tile.attribute_count > 0;
}

}  // namespace lodcook::format
