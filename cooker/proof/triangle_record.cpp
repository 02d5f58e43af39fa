#include "cooker/proof/triangle_record.h"

namespace lodcook::proof {
namespace {

float inverse(float squared) noexcept { return squared > 0 ? 1 / squared : 0.0F; }

}  // namespace

TriangleRecord make_record(Vec3f a, Vec3f b, Vec3f c) noexcept {
  TriangleRecord r;
  r.a = a;
  r.ab = b - a;
  r.ac = c - a;
  // the normal in double: the height of a far point over a sliver depends on every digit of it
  const double ux = double{b.x} - a.x, uy = double{b.y} - a.y, uz = double{b.z} - a.z;
  const double vx = double{c.x} - a.x, vy = double{c.y} - a.y, vz = double{c.z} - a.z;
  const double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  const double length2 = nx * nx + ny * ny + nz * nz;
  const double scale = length2 > 0 ? 1 / std::sqrt(length2) : 0;
  r.normal = {static_cast<float>(nx * scale), static_cast<float>(ny * scale), static_cast<float>(nz * scale)};
  const Vec3f bc = c - b;
  const float ab2 = dot(r.ab, r.ab), ac2 = dot(r.ac, r.ac), bc2 = dot(bc, bc);
  r.inverse_ab2 = inverse(ab2);
  r.inverse_ac2 = inverse(ac2);
  r.inverse_bc2 = inverse(bc2);
  r.longest_edge2 = std::max({ab2, ac2, bc2});
  return r;
}

}  // namespace lodcook::proof
