#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lodcook/result.h>

#include "cooker/import/gltf_document.h"

namespace lodcook::cooker {

/// Which elements of an accessor to read, ascending; none: all of them.
using Picks = std::optional<std::span<const std::uint32_t>>;

/// Where the numbers go: `stride` floats from one element to the next, at least as many as are read.
struct FloatTarget {
  std::span<float> numbers;
  std::size_t stride = 0;
};

/// Integers of one element mean themselves, or a fraction of the type's greatest value (glTF 2.0, section 3.6.2.2).
enum class Integers : std::uint8_t {
  as_declared,       ///< By the accessor's own flag.
  always_fractions,  ///< For attributes that cannot mean anything else (weights, colours).
};

/// Checks with 64-bit arithmetic that every element lies inside its buffer view, and that type and stride are sound.
/// Fails with inconsistent, malformed, over_limit where it has no bytes but would stand for too many, or with what
/// loading the buffer fails with.
Status check_accessor(GltfDocument& document, const cgltf_accessor& accessor);

/// Reads elements as floats: sparse values applied, integers converted, zeros where there are no bytes.
/// Fails as check_accessor does, and with invalid_index where a sparse index or pick is out of range.
Status read_floats(GltfDocument& document, const cgltf_accessor& accessor, Integers integers, const Picks& picks,
                   FloatTarget target);

/// Reads integer elements (`components` numbers each) as unsigned numbers; the same rules.
Result<std::vector<std::uint32_t>> read_integers(GltfDocument& document, const cgltf_accessor& accessor,
                                                 const Picks& picks);

/// Numbers of one element of a type: 1 to 16.
std::uint32_t component_count(const cgltf_accessor& accessor);

}  // namespace lodcook::cooker
