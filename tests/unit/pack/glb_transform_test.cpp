#include "cooker/pack/glb_transform.h"

#include <doctest/doctest.h>

#include <cmath>

#include "cooker/scene/transform.h"

namespace lodcook::cooker {

TEST_CASE("turns, scales and mirrors are what a node can say; a shear is not") {
  // quarter and third turns about an axis, by hand: (sin(a/2) axis, cos(a/2))
  for (const Vec4d q : {Vec4d{0, 0, 0, 1}, Vec4d{1, 0, 0, 0}, Vec4d{0, 0.6, 0, 0.8}, Vec4d{0.5, 0.5, -0.5, 0.5},
                        Vec4d{0, 0, 1, 0}, Vec4d{0, 1, 0, 0}}) {
    for (const Vec3d s : {Vec3d{1, 1, 1}, Vec3d{2, 0.5, 7}, Vec3d{-1, 1, 1}, Vec3d{-2, -3, -4}}) {
      const Mat4d matrix = compose({1, -2, 3}, q, s);
      const GlbTransform found = decompose(matrix);
      CHECK(is_exact(found, matrix));
      CHECK(found.translation == Vec3d{1, -2, 3});
      CHECK(std::abs(found.scale.x * found.scale.y * found.scale.z) == doctest::Approx(std::abs(s.x * s.y * s.z)));
    }
  }
  Mat4d sheared;
  sheared.m[4] = 1e-3;
  CHECK_FALSE(is_exact(decompose(sheared), sheared));
  sheared.m[4] = 1e-8;
  CHECK(is_exact(decompose(sheared), sheared));
  Mat4d flat;
  flat.m[5] = 0;
  CHECK(is_exact(decompose(flat), flat));
}

TEST_CASE("a node says only what is not the identity") {
  json::Object still, moved;
  add_transform(still, {});
  CHECK(still.empty());
  add_transform(moved, {{1, 2, 3}, {0, 0, 0, 1}, {2, 1, 1}});
  CHECK(moved.str() == R"({"translation":[1,2,3],"scale":[2,1,1]})");
}

}  // namespace lodcook::cooker
