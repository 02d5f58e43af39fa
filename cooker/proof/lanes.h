#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include <lodcook/types.h>

/// Small vectors and four floats at a time. The lanes are GCC's and Clang's vector extension: the same results with and
/// without SIMD instructions.
namespace lodcook::proof {

inline Vec3f operator+(Vec3f a, Vec3f b) noexcept { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3f operator-(Vec3f a, Vec3f b) noexcept { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3f operator*(Vec3f a, float s) noexcept { return {a.x * s, a.y * s, a.z * s}; }
inline float dot(Vec3f a, Vec3f b) noexcept { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3f cross(Vec3f a, Vec3f b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

using Lanes = float __attribute__((vector_size(16)));
using LaneMask = std::int32_t __attribute__((vector_size(16)));

inline Lanes splat(float v) noexcept { return Lanes{v, v, v, v}; }
#if defined(__SSE__)
inline Lanes min(const Lanes& a, const Lanes& b) noexcept { return _mm_min_ps(a, b); }
inline Lanes max(const Lanes& a, const Lanes& b) noexcept { return _mm_max_ps(a, b); }
#else
inline Lanes min(const Lanes& a, const Lanes& b) noexcept { return a < b ? a : b; }
inline Lanes max(const Lanes& a, const Lanes& b) noexcept { return a > b ? a : b; }
#endif

/// Four floats from anywhere.
inline Lanes load(const float* from) noexcept {
  Lanes out;
  __builtin_memcpy(&out, from, sizeof out);
  return out;
}

/// One lane in all four.
template <int lane>
inline Lanes every(const Lanes& v) noexcept {
  return __builtin_shufflevector(v, v, lane, lane, lane, lane);
}

/// Cross product of the first three lanes, rounded as that of Vec3f; the last lane is of no meaning.
inline Lanes cross3(const Lanes& a, const Lanes& b) noexcept {
  const auto yzx = [](const Lanes& v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); };
  const auto zxy = [](const Lanes& v) { return __builtin_shufflevector(v, v, 2, 0, 1, 3); };
  return yzx(a) * zxy(b) - zxy(a) * yzx(b);
}

/// The largest of four lanes that are numbers.
inline float largest(const Lanes& v) noexcept {
  const Lanes pairs = max(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
  return std::max(pairs[0], pairs[1]);
}

inline float smallest(const Lanes& v) noexcept {
  const Lanes pairs = min(v, __builtin_shufflevector(v, v, 2, 3, 0, 1));
  return std::min(pairs[0], pairs[1]);
}

/// Turns four rows into four columns.
inline void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) noexcept {
  const Lanes ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Lanes ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7), cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7);
}

/// Bit i is set where lane i of the comparison holds.
inline unsigned bits(const LaneMask& mask) noexcept {
#if defined(__SSE__)
  return static_cast<unsigned>(_mm_movemask_ps(reinterpret_cast<__m128>(mask)));
#else
  return (mask[0] ? 1U : 0U) | (mask[1] ? 2U : 0U) | (mask[2] ? 4U : 0U) | (mask[3] ? 8U : 0U);
#endif
}

}  // namespace lodcook::proof
