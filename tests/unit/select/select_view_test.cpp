#include "lodcook/view.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

using namespace lodcook;

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double radians_60 = pi / 3;

Mat4d zeros() {
  Mat4d matrix;
  for (double& value : matrix.m) value = 0;
  return matrix;
}

/// As textbooks give them: cot(fov/2) in [1][1], the last row (0, 0, -1, 0); `a` and `b` make the depth.
Mat4d perspective(double fov_y, double a, double b) {
  Mat4d p = zeros();
  const double cot = 1 / std::tan(fov_y / 2);
  p.m[0] = cot * 9 / 16;
  p.m[5] = cot;
  p.m[10] = a;
  p.m[14] = b;
  p.m[11] = -1;
  return p;
}

}  // namespace

TEST_CASE("every convention of depth gives the same perspective view") {
  const double near = 0.1, far = 1000;
  const Mat4d finite = perspective(radians_60, (far + near) / (near - far), 2 * far * near / (near - far));
  const Mat4d infinite = perspective(radians_60, -1, -2 * near);
  const Mat4d reversed = perspective(radians_60, near / (far - near), far * near / (far - near));
  Mat4d y_down = finite;
  y_down.m[5] = -y_down.m[5];
  Mat4d off_centre = finite;
  off_centre.m[8] = 0.13;
  for (const Mat4d& p : {finite, infinite, reversed, y_down, off_centre}) {
    const View view = view_from_projection(p, {1, 2, 3}, 1080);
    CHECK(!view.orthographic);
    CHECK(view.reach == doctest::Approx(1.7320508).epsilon(1e-7));
    CHECK(pixels_per_unit(view) == doctest::Approx(935.307).epsilon(1e-6));
    CHECK(view.position == Vec3d{1, 2, 3});
  }
  CHECK(pixels_per_unit(perspective_view({}, radians_60, 1080)) == doctest::Approx(935.307).epsilon(1e-6));
  CHECK(pixels_per_unit(perspective_view({}, pi / 2, 1080)) == doctest::Approx(540).epsilon(1e-12));
}

TEST_CASE("an orthographic projection is known by its last row, and distance does not matter") {
  Mat4d p = zeros();
  p.m[0] = 2.0 / 40;
  p.m[5] = 2.0 / 20;
  p.m[10] = -0.01;
  p.m[15] = 1;
  const View view = view_from_projection(p, {}, 1080);
  CHECK(view.orthographic);
  CHECK(pixels_per_unit(view) == doctest::Approx(54));       // 1080 px show 20 units
  CHECK(screen_height(view, 5, 1) == doctest::Approx(0.5));  // 2 * 5 / 20
  CHECK(screen_height(view, 5, 1e6) == doctest::Approx(0.5));
  CHECK(orthographic_view({}, 20, 1080).reach == doctest::Approx(view.reach));
}

TEST_CASE("both eyes: the larger reach from the middle") {
  const View left = perspective_view({-0.03, 1.7, 0}, 1.7, 1000);
  const View right = perspective_view({0.03, 1.7, 0}, 1.6, 1000);
  const View both = stereo_view(left, right);
  CHECK(both.reach == right.reach);  // a narrower field of view shows things larger
  CHECK(stereo_view(right, left).reach == right.reach);
  CHECK(both.position.x == doctest::Approx(0));
  CHECK(both.position.y == doctest::Approx(1.7));
}

TEST_CASE("scale is the largest absolute axis") {
  CHECK(largest_axis_scale(Vec3d{-10, -10, -10}) == 10);
  CHECK(largest_axis_scale(Vec3d{-1, 1, 1}) == 1);
  CHECK(largest_axis_scale(Vec3d{1, 1, 6}) == 6);
  Mat4d turned = zeros();  // x 3 to y, y -5 to x, z 1, moved by 100
  turned.m[1] = 3;
  turned.m[4] = -5;
  turned.m[10] = 1;
  turned.m[12] = 100;
  CHECK(largest_axis_scale(turned) == 5);
}
