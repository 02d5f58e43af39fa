#pragma once

#include <cmath>

#include <lodcook/types.h>

/// Vector arithmetic of this room; single precision, in the unit box.
namespace lodcook::cooker {

constexpr Vec3f operator+(Vec3f a, Vec3f b) noexcept { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3f operator-(Vec3f a, Vec3f b) noexcept { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3f operator*(Vec3f a, float s) noexcept { return {a.x * s, a.y * s, a.z * s}; }
constexpr float dot(Vec3f a, Vec3f b) noexcept { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr Vec3f cross(Vec3f a, Vec3f b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec3f a) noexcept { return std::sqrt(dot(a, a)); }

/// Unit vector, or `otherwise` where `a` has no direction.
inline Vec3f normalized(Vec3f a, Vec3f otherwise) noexcept {
  const float l = length(a);
  return l > 0 ? Vec3f{a.x / l, a.y / l, a.z / l} : otherwise;
}

/// Weighted sum of three values.
constexpr Vec3f blend(Vec3f a, Vec3f b, Vec3f c, Vec3f w) noexcept { return a * w.x + b * w.y + c * w.z; }
constexpr Vec2f blend(Vec2f a, Vec2f b, Vec2f c, Vec3f w) noexcept {
  return {a.x * w.x + b.x * w.y + c.x * w.z, a.y * w.x + b.y * w.y + c.y * w.z};
}
constexpr Vec4f blend(Vec4f a, Vec4f b, Vec4f c, Vec3f w) noexcept {
  return {a.x * w.x + b.x * w.y + c.x * w.z, a.y * w.x + b.y * w.y + c.y * w.z, a.z * w.x + b.z * w.y + c.z * w.z,
          a.w * w.x + b.w * w.y + c.w * w.z};
}

}  // namespace lodcook::cooker
