#include "cooker/pack/glb_transform.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {

namespace {

using Axes = std::array<Vec3d, 3>;

// Unit quaternion xyzw of a rotation whose columns are unit vectors (Shepperd's choice of the largest component).
Vec4d rotation_of(const Axes& axes) {
  const auto& [x, y, z] = axes;
  Vec4d q;
  if (x.x + y.y + z.z > 0) {
    q = {y.z - z.y, z.x - x.z, x.y - y.x, 1 + x.x + y.y + z.z};
  } else if (x.x > y.y && x.x > z.z) {
    q = {1 + x.x - y.y - z.z, y.x + x.y, z.x + x.z, y.z - z.y};
  } else if (y.y > z.z) {
    q = {y.x + x.y, 1 - x.x + y.y - z.z, z.y + y.z, z.x - x.z};
  } else {
    q = {z.x + x.z, z.y + y.z, 1 - x.x - y.y + z.z, x.y - y.x};
  }
  const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  if (!(length > 0)) return {0, 0, 0, 1};
  return {q.x / length, q.y / length, q.z / length, q.w / length};
}

std::string numbers(const std::vector<double>& values) {
  std::vector<std::string> list;
  for (const double value : values) list.push_back(json::number(value));
  return json::array(list);
}

}  // namespace

GlbTransform decompose(const Mat4d& matrix) {
  const double* m = matrix.m;
  Axes axes{Vec3d{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  std::array<double, 3> scale{};
  for (std::size_t c = 0; c < 3; ++c) {
    Vec3d axis{m[4 * c], m[4 * c + 1], m[4 * c + 2]};
    scale[c] = std::sqrt(dot(axis, axis));
    for (std::size_t before = 0; before < c; ++before) {
      axis = subtract(axis, scaled(axes[before], dot(axis, axes[before])));
    }
    const double length = std::sqrt(dot(axis, axis));
    if (length > 0) axes[c] = {axis.x / length, axis.y / length, axis.z / length};
  }
  if (determinant3(matrix) < 0) {
    scale[0] = -scale[0];
    axes[0] = scaled(axes[0], -1);
  }
  return {{m[12], m[13], m[14]}, rotation_of(axes), {scale[0], scale[1], scale[2]}};
}

bool is_exact(const GlbTransform& transform, const Mat4d& matrix) {
  constexpr double most = 1e-6;
  const Vec3d& s = transform.scale;
  const double largest = std::max({std::abs(s.x), std::abs(s.y), std::abs(s.z)});
  const Mat4d again = compose(transform.translation, transform.rotation, transform.scale);
  for (std::size_t i = 0; i < 12; ++i) {
    if (!(std::abs(again.m[i] - matrix.m[i]) <= most * largest)) return false;
  }
  return true;
}

void add_transform(json::Object& node, const GlbTransform& transform) {
  const auto& [t, r, s] = transform;
  if (t != Vec3d{}) node.add("translation", numbers({t.x, t.y, t.z}));
  if (r != Vec4d{0, 0, 0, 1}) node.add("rotation", numbers({r.x, r.y, r.z, r.w}));
  if (s != Vec3d{1, 1, 1}) node.add("scale", numbers({s.x, s.y, s.z}));
}

}  // namespace lodcook::cooker
