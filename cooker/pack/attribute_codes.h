#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Two signed octahedral components of a unit vector, each within +-(2^(bits-1) - 1), bits 2 to 16. Of the four lattice
/// points around the exact projection the one that decodes nearest to the vector. The zero vector codes as +z.
/// Mapping: Cigolle et al., A Survey of Efficient Representations for Independent Unit Vectors (JCGT 2014).
std::array<std::int16_t, 2> encode_octahedral(Vec3f unit, std::uint32_t bits) noexcept;

/// The unit vector that a reader gets back.
Vec3d decode_octahedral(std::array<std::int16_t, 2> code, std::uint32_t bits) noexcept;

/// value in [0, 1], clamped, as an integer of 0..largest, to nearest.
std::uint32_t encode_unorm(double value, std::uint32_t largest) noexcept;

/// value in [-1, 1], clamped, as an integer of -largest..largest, to nearest.
std::int32_t encode_snorm(double value, std::int32_t largest) noexcept;

/// Weights of one vertex (at most max_skin_influences) as bytes that sum to exactly 255: each share rounded down, the
/// rest to the largest remainders (the earlier one where equal). All zero: everything on the first. Spans of one
/// length.
void encode_weights(std::span<const float> weights, std::span<std::uint8_t> codes) noexcept;

constexpr std::size_t max_skin_influences = 8;

}  // namespace lodcook::cooker
