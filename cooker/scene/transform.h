#pragma once

#include <lodcook/types.h>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// a * b: applies b first.
Mat4d multiply(const Mat4d& a, const Mat4d& b) noexcept;

Vec3d transform_point(const Mat4d& m, Vec3d p) noexcept;

/// Determinant of the upper left 3x3; negative for a mirroring transform.
double determinant3(const Mat4d& m) noexcept;

/// Inverse of an affine matrix; the identity where it has none.
Mat4d inverse_affine(const Mat4d& m) noexcept;

/// Inverse transpose of the upper left 3x3 up to a positive factor (cofactors times the sign of the determinant), which
/// exists for flattening transforms too; the result is not normalised.
Vec3d transform_normal(const Mat4d& m, Vec3d n) noexcept;

/// Translation, rotation (unit quaternion xyzw) and scale as one matrix, applied scale first.
Mat4d compose(Vec3d translation, Vec4d rotation, Vec3d scale) noexcept;

/// World transforms of all nodes in node order.
std::vector<Mat4d> world_transforms(const std::vector<Node>& nodes);

}  // namespace lodcook::cooker
