#include "cooker/scene/transform.h"

#include <cmath>

namespace lodcook::cooker {

Mat4d multiply(const Mat4d& a, const Mat4d& b) noexcept {
  Mat4d out;
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      double sum = 0;
      for (int k = 0; k < 4; ++k) sum += a.m[4 * k + row] * b.m[4 * column + k];
      out.m[4 * column + row] = sum;
    }
  }
  return out;
}

Vec3d transform_point(const Mat4d& m, Vec3d p) noexcept {
  return {m.m[0] * p.x + m.m[4] * p.y + m.m[8] * p.z + m.m[12], m.m[1] * p.x + m.m[5] * p.y + m.m[9] * p.z + m.m[13],
          m.m[2] * p.x + m.m[6] * p.y + m.m[10] * p.z + m.m[14]};
}

double determinant3(const Mat4d& m) noexcept {
  return m.m[0] * (m.m[5] * m.m[10] - m.m[9] * m.m[6]) - m.m[4] * (m.m[1] * m.m[10] - m.m[9] * m.m[2]) +
         m.m[8] * (m.m[1] * m.m[6] - m.m[5] * m.m[2]);
}

Mat4d inverse_affine(const Mat4d& m) noexcept {
  const double det = determinant3(m);
  Mat4d out;
  if (det == 0 || !std::isfinite(det)) return out;
  const double s = 1 / det;
  out.m[0] = (m.m[5] * m.m[10] - m.m[9] * m.m[6]) * s;
  out.m[4] = (m.m[8] * m.m[6] - m.m[4] * m.m[10]) * s;
  out.m[8] = (m.m[4] * m.m[9] - m.m[8] * m.m[5]) * s;
  out.m[1] = (m.m[9] * m.m[2] - m.m[1] * m.m[10]) * s;
  out.m[5] = (m.m[0] * m.m[10] - m.m[8] * m.m[2]) * s;
  out.m[9] = (m.m[8] * m.m[1] - m.m[0] * m.m[9]) * s;
  out.m[2] = (m.m[1] * m.m[6] - m.m[5] * m.m[2]) * s;
  out.m[6] = (m.m[4] * m.m[2] - m.m[0] * m.m[6]) * s;
  out.m[10] = (m.m[0] * m.m[5] - m.m[4] * m.m[1]) * s;
  const Vec3d t{m.m[12], m.m[13], m.m[14]};
  out.m[12] = -(out.m[0] * t.x + out.m[4] * t.y + out.m[8] * t.z);
  out.m[13] = -(out.m[1] * t.x + out.m[5] * t.y + out.m[9] * t.z);
  out.m[14] = -(out.m[2] * t.x + out.m[6] * t.y + out.m[10] * t.z);
  return out;
}

Vec3d transform_normal(const Mat4d& m, Vec3d n) noexcept {
  // rows of the cofactor matrix
  const double sign = determinant3(m) < 0 ? -1 : 1;
  const Vec3d a{m.m[0], m.m[1], m.m[2]}, b{m.m[4], m.m[5], m.m[6]}, c{m.m[8], m.m[9], m.m[10]};
  const auto cross = [](Vec3d u, Vec3d v) {
    return Vec3d{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
  };
  const Vec3d bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  return {sign * (bc.x * n.x + ca.x * n.y + ab.x * n.z), sign * (bc.y * n.x + ca.y * n.y + ab.y * n.z),
          sign * (bc.z * n.x + ca.z * n.y + ab.z * n.z)};
}

Mat4d compose(Vec3d t, Vec4d q, Vec3d s) noexcept {
  const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z, wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  Mat4d out;
  out.m[0] = (1 - 2 * (yy + zz)) * s.x;
  out.m[1] = 2 * (xy + wz) * s.x;
  out.m[2] = 2 * (xz - wy) * s.x;
  out.m[4] = 2 * (xy - wz) * s.y;
  out.m[5] = (1 - 2 * (xx + zz)) * s.y;
  out.m[6] = 2 * (yz + wx) * s.y;
  out.m[8] = 2 * (xz + wy) * s.z;
  out.m[9] = 2 * (yz - wx) * s.z;
  out.m[10] = (1 - 2 * (xx + yy)) * s.z;
  out.m[12] = t.x;
  out.m[13] = t.y;
  out.m[14] = t.z;
  return out;
}

std::vector<Mat4d> world_transforms(const std::vector<Node>& nodes) {
  std::vector<Mat4d> world(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    world[i] = nodes[i].parent == no_index ? nodes[i].local : multiply(world[nodes[i].parent], nodes[i].local);
  }
  return world;
}

}  // namespace lodcook::cooker
