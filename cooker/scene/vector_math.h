#pragma once

#include <algorithm>
#include <cmath>

#include <lodcook/types.h>

namespace lodcook::cooker {

inline Vec3d to_double(Vec3f v) noexcept { return {v.x, v.y, v.z}; }

/// Rounds to float; minus zero becomes plus zero, so that equal values are equal bit by bit.
inline Vec3f to_float(Vec3d v) noexcept {
  return {static_cast<float>(v.x) + 0.0F, static_cast<float>(v.y) + 0.0F, static_cast<float>(v.z) + 0.0F};
}

inline Vec3d add(Vec3d a, Vec3d b) noexcept { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3d subtract(Vec3d a, Vec3d b) noexcept { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3d scaled(Vec3d a, double s) noexcept { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(Vec3d a, Vec3d b) noexcept { return a.x * b.x + a.y * b.y + a.z * b.z; }

inline Vec3d cross(Vec3d a, Vec3d b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Twice the area times the outward direction of a counter-clockwise triangle.
inline Vec3d triangle_cross(Vec3f a, Vec3f b, Vec3f c) noexcept {
  const Vec3d origin = to_double(a);
  return cross(subtract(to_double(b), origin), subtract(to_double(c), origin));
}

/// Unit vector of the same direction; (0, 0, 0) where there is none. Does not overflow or underflow on the way.
inline Vec3d normalized(Vec3d v) noexcept {
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (!(largest > 0) || !std::isfinite(largest)) return {};
  const Vec3d u{v.x / largest, v.y / largest, v.z / largest};
  const double length = std::sqrt(dot(u, u));
  return {u.x / length, u.y / length, u.z / length};
}

/// Some unit vector at right angles to `n`, the same for the same `n`.
inline Vec3d any_perpendicular(Vec3d n) noexcept {
  const bool along_x = std::abs(n.x) > 0.9 * std::sqrt(dot(n, n));
  return normalized(cross(n, along_x ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0}));
}

inline bool is_finite(Vec3f v) noexcept { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }
inline bool is_finite(const Mat4d& m) noexcept {
  return std::all_of(m.m, m.m + 16, [](double v) { return std::isfinite(v); });
}

/// Angle of a cosine, within 7e-5 (Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.45). A library's acos
/// may round differently on another processor, which would then decide what is cooked.
inline double angle_of_cosine(double cosine) noexcept {
  const double x = std::min(std::abs(cosine), 1.0);
  const double angle = std::sqrt(1 - x) * (1.5707288 + x * (-0.2121144 + x * (0.0742610 - x * 0.0187293)));
  return cosine < 0 ? 3.14159265358979323846 - angle : angle;
}

}  // namespace lodcook::cooker
