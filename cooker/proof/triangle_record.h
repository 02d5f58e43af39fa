#pragma once

#include <cstddef>
#include <cstring>

#include "cooker/proof/lanes.h"

namespace lodcook::proof {

/// One triangle prepared for point distances; one cache line.
struct alignas(64) TriangleRecord {
  Vec3f a, ab, ac;
  Vec3f normal;                                 ///< Unit length; 0 for a triangle without area.
  float inverse_ab2, inverse_ac2, inverse_bc2;  ///< 1 / squared length; 0 for an edge without length.
  float longest_edge2;
};
static_assert(sizeof(TriangleRecord) == 64);

TriangleRecord make_record(Vec3f a, Vec3f b, Vec3f c) noexcept;

inline float clamp01(float t) noexcept { return t < 0 ? 0.0F : (t > 1 ? 1.0F : t); }
inline Lanes clamp01(const Lanes& t) noexcept { return min(max(t, splat(0)), splat(1)); }

/// Squared distance from a point to the triangle. "Inside" is strict, so that a triangle without area, whose normal is
/// 0, is measured by its edges alone.
inline float distance2(const TriangleRecord& r, Vec3f p) noexcept {
  const Vec3f a = p - r.a, b = a - r.ab, bc = r.ac - r.ab;
  const Vec3f e0 = cross(r.normal, r.ab), e1 = cross(r.ac, r.normal), e2 = cross(r.normal, bc);
  if (dot(a, e0) > 0 && dot(a, e1) > 0 && dot(b, e2) > 0) {
    const float height = dot(a, r.normal);
    return height * height;
  }
  Vec3f v = a - r.ab * clamp01(dot(a, r.ab) * r.inverse_ab2);
  float best = dot(v, v);
  v = a - r.ac * clamp01(dot(a, r.ac) * r.inverse_ac2);
  best = std::min(best, dot(v, v));
  v = b - bc * clamp01(dot(b, bc) * r.inverse_bc2);
  return std::min(best, dot(v, v));
}

/// The same for four points.
inline Lanes distance2(const TriangleRecord& r, const Lanes& px, const Lanes& py, const Lanes& pz) noexcept {
  const Lanes ax = px - r.a.x, ay = py - r.a.y, az = pz - r.a.z;
  const Lanes t0 = clamp01((ax * r.ab.x + ay * r.ab.y + az * r.ab.z) * r.inverse_ab2);
  Lanes x = ax - t0 * r.ab.x, y = ay - t0 * r.ab.y, z = az - t0 * r.ab.z;
  Lanes best = x * x + y * y + z * z;
  const Lanes t1 = clamp01((ax * r.ac.x + ay * r.ac.y + az * r.ac.z) * r.inverse_ac2);
  x = ax - t1 * r.ac.x, y = ay - t1 * r.ac.y, z = az - t1 * r.ac.z;
  best = min(best, x * x + y * y + z * z);
  const Vec3f bc = r.ac - r.ab;
  const Lanes bx = ax - r.ab.x, by = ay - r.ab.y, bz = az - r.ab.z;
  const Lanes t2 = clamp01((bx * bc.x + by * bc.y + bz * bc.z) * r.inverse_bc2);
  x = bx - t2 * bc.x, y = by - t2 * bc.y, z = bz - t2 * bc.z;
  best = min(best, x * x + y * y + z * z);
  const Vec3f e0 = cross(r.normal, r.ab), e1 = cross(r.ac, r.normal), e2 = cross(r.normal, bc);
  const Lanes s0 = ax * e0.x + ay * e0.y + az * e0.z, s1 = ax * e1.x + ay * e1.y + az * e1.z;
  const Lanes s2 = bx * e2.x + by * e2.y + bz * e2.z;
  const Lanes height = ax * r.normal.x + ay * r.normal.y + az * r.normal.z;
  const LaneMask inside = (s0 > splat(0)) & (s1 > splat(0)) & (s2 > splat(0));
  return inside ? height * height : best;
}

/// Three coordinates of four vectors.
struct LaneVectors {
  Lanes x, y, z;
};
inline Lanes dot(const LaneVectors& a, const LaneVectors& b) noexcept { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline LaneVectors operator-(const LaneVectors& a, const LaneVectors& b) noexcept {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline LaneVectors operator*(const LaneVectors& a, const Lanes& s) noexcept { return {a.x * s, a.y * s, a.z * s}; }
inline LaneVectors cross(const LaneVectors& a, const LaneVectors& b) noexcept {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// From one point to `count` (1 to 4) consecutive triangles; lanes beyond repeat the last one. Each as distance2 of one
/// triangle gives it.
inline Lanes distance2_each(const TriangleRecord* r, std::uint32_t count, Vec3f p) noexcept {
  static_assert(offsetof(TriangleRecord, ac) == 24 && offsetof(TriangleRecord, inverse_ab2) == 48);
  Lanes rows[4][4];
  for (std::uint32_t i = 0; i < 4; ++i) {
    const auto* const record = reinterpret_cast<const unsigned char*>(r + std::min(i, count - 1));
    for (int k = 0; k < 4; ++k) std::memcpy(&rows[k][i], record + 16 * k, 16);
  }
  for (auto& row : rows) transpose(row[0], row[1], row[2], row[3]);
  const LaneVectors ab{rows[0][3], rows[1][0], rows[1][1]}, ac{rows[1][2], rows[1][3], rows[2][0]};
  const LaneVectors normal{rows[2][1], rows[2][2], rows[2][3]};
  const LaneVectors a =
      LaneVectors{splat(p.x), splat(p.y), splat(p.z)} - LaneVectors{rows[0][0], rows[0][1], rows[0][2]};
  const LaneVectors b = a - ab, bc = ac - ab;
  LaneVectors v = a - ab * clamp01(dot(a, ab) * rows[3][0]);
  Lanes best = dot(v, v);
  v = a - ac * clamp01(dot(a, ac) * rows[3][1]);
  best = min(best, dot(v, v));
  v = b - bc * clamp01(dot(b, bc) * rows[3][2]);
  best = min(best, dot(v, v));
  const Lanes height = dot(a, normal);
  const LaneMask inside = (dot(a, cross(normal, ab)) > splat(0)) & (dot(a, cross(ac, normal)) > splat(0)) &
                          (dot(b, cross(normal, bc)) > splat(0));
  return inside ? height * height : best;
}

/// Where four points are about a triangle.
struct CornerSides {
  Lanes inside[3];  ///< Inside of the plane over each edge (a-b, b-c, c-a), times the edge's length.
  Lanes height;
  bool known = false;
};

/// Whether four points are all within the square root of `limit2` of the triangle; then `squared` is the largest of
/// their squared distances, as distance2 gives it, else something that it is not below. Points over the triangle, and
/// such as are farther beyond an edge's plane than the limit, need no distances to edges: that decides most.
inline bool all_within(const TriangleRecord& r, const Lanes& px, const Lanes& py, const Lanes& pz, float limit2,
                       float& squared, CornerSides& sides) noexcept {
  static_assert(offsetof(TriangleRecord, ab) == 12 && offsetof(TriangleRecord, normal) == 36);
  const Lanes ra = load(&r.a.x), ab = load(&r.ab.x), ac = load(&r.ac.x), n = load(&r.normal.x);
  const Lanes e0 = cross3(n, ab), e1 = cross3(ac, n), e2 = cross3(n, ac - ab);
  const Lanes ax = px - every<0>(ra), ay = py - every<1>(ra), az = pz - every<2>(ra);
  const Lanes bx = ax - every<0>(ab), by = ay - every<1>(ab), bz = az - every<2>(ab);
  const Lanes s0 = ax * every<0>(e0) + ay * every<1>(e0) + az * every<2>(e0);
  const Lanes s1 = ax * every<0>(e1) + ay * every<1>(e1) + az * every<2>(e1);
  const Lanes s2 = bx * every<0>(e2) + by * every<1>(e2) + bz * every<2>(e2);
  const Lanes height = ax * every<0>(n) + ay * every<1>(n) + az * every<2>(n);
  const Lanes height2 = height * height;
  sides = {{s0, s2, s1}, height, true};
  const Lanes least = min(min(s0, s1), s2);
  if (bits(least > splat(0)) == 15U) {
    squared = largest(height2);
    return squared <= limit2;
  }
  const Lanes o0 = min(s0, splat(0)), o1 = min(s1, splat(0)), o2 = min(s2, splat(0));
  const Lanes out2 = max(max(o0 * o0 * r.inverse_ab2, o1 * o1 * r.inverse_ac2), o2 * o2 * r.inverse_bc2);
  constexpr float above = 1.0001F;  // rounding must not refuse what distance2 would not
  squared = largest(max(out2, height2));
  if (squared > limit2 * above) return false;
  squared = largest(distance2(r, px, py, pz));
  return squared <= limit2;
}

inline bool all_within(const TriangleRecord& r, const Lanes& px, const Lanes& py, const Lanes& pz, float limit2,
                       float& squared) noexcept {
  CornerSides sides;
  return all_within(r, px, py, pz, limit2, squared, sides);
}

}  // namespace lodcook::proof
