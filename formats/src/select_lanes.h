#pragma once

#include <cstdint>
#include <cstring>

/// Four floats at a time in GCC's and Clang's vector extension: plain instructions of the target, any target.
namespace lodcook {

using Lanes = float __attribute__((vector_size(16)));
using LaneMask = std::int32_t __attribute__((vector_size(16)));

inline Lanes load_lanes(const float* from) noexcept {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof(lanes));
  return lanes;
}

inline Lanes splat(float value) noexcept { return Lanes{value, value, value, value}; }

inline float pick(bool condition, float yes, float no) noexcept { return condition ? yes : no; }

inline Lanes pick(const LaneMask& condition, const Lanes& yes, const Lanes& no) noexcept {
  return condition ? yes : no;
}

/// `b` where they do not compare.
inline Lanes larger(const Lanes& a, const Lanes& b) noexcept { return a > b ? a : b; }

inline bool all(const LaneMask& mask) noexcept {
  std::uint64_t halves[2];
  std::memcpy(halves, &mask, sizeof(halves));
  return (halves[0] & halves[1]) == ~std::uint64_t{0};
}

inline std::int32_t sum(const LaneMask& lanes) noexcept { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }

}  // namespace lodcook
