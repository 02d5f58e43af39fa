#pragma once

#include <cstdint>

#include "formats/src/records.h"
#include "lodcook/loader.h"

namespace lodcook::format {

/// The largest vertex that meshoptimizer's vertex codec takes.
constexpr std::uint32_t largest_stride = 256;

constexpr std::uint32_t component_size(std::uint8_t type) noexcept {
  constexpr std::uint32_t sizes[] = {1, 1, 2, 2, 4, 4};
  return sizes[type];
}

constexpr bool is_morph(const AttributeRecord& attribute) noexcept { return (attribute.flags & attribute_morph) != 0; }

/// The order of a tile's attributes: the base shape before morph targets, then by target, semantic and set. No two
/// attributes of a tile have the same key.
constexpr std::uint64_t order_key(const AttributeRecord& attribute) noexcept {
  return (std::uint64_t{is_morph(attribute)} << 32) | (std::uint64_t{attribute.morph_target} << 16) |
         (std::uint64_t{attribute.semantic} << 8) | attribute.set;
}

/// Whether a tile's attributes begin with its base positions, are in order and fit their object. The run is in range.
bool attribute_run_suits(const Tables& tables, const TileRecord& tile, const ObjectRecord& object) noexcept;

}  // namespace lodcook::format
