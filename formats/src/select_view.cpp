#include "lodcook/view.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "lodcook/switch_distance.h"

namespace lodcook {

View perspective_view(Vec3d position, double fov_y_radians, double height_px) noexcept {
  return {position, 1.0 / std::tan(fov_y_radians * 0.5), height_px, false};
}

View orthographic_view(Vec3d position, double view_height, double height_px) noexcept {
  return {position, 2.0 / view_height, height_px, true};
}

View view_from_projection(const Mat4d& projection, Vec3d position, double height_px) noexcept {
  return {position, std::fabs(projection.m[5]), height_px, projection.m[15] == 1.0};
}

View stereo_view(const View& left, const View& right) noexcept {
  View view = left;
  view.position = {(left.position.x + right.position.x) * 0.5, (left.position.y + right.position.y) * 0.5,
                   (left.position.z + right.position.z) * 0.5};
  view.reach = std::max(left.reach, right.reach);
  view.height_px = std::max(left.height_px, right.height_px);
  return view;
}

double pixels_per_unit(const View& view) noexcept { return view.reach * view.height_px * 0.5; }

double screen_height(const View& view, double radius, double distance) noexcept {
  return view.orthographic ? radius * view.reach : radius * view.reach / distance;
}

double distance_to(const View& view, Vec3d point) noexcept {
  const double x = point.x - view.position.x, y = point.y - view.position.y, z = point.z - view.position.z;
  return std::sqrt(x * x + y * y + z * z);
}

double largest_axis_scale(Vec3d scale) noexcept {
  return std::max({std::fabs(scale.x), std::fabs(scale.y), std::fabs(scale.z)});
}

double largest_axis_scale(const Mat4d& world) noexcept {
  const auto length = [&world](std::size_t column) {
    const double* const axis = world.m + 4 * column;
    return std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  };
  return std::max({length(0), length(1), length(2)});
}

}  // namespace lodcook
