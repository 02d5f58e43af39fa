#pragma once

#include <lodcook/types.h>

#include "cooker/pack/json_text.h"

namespace lodcook::cooker {

/// What a glTF node can say of its transform: scale first, then rotation (unit quaternion xyzw), then translation.
struct GlbTransform {
  Vec3d translation;
  Vec4d rotation{0, 0, 0, 1};
  Vec3d scale{1, 1, 1};
};

/// The nearest such transform of an affine matrix: a shear is lost.
GlbTransform decompose(const Mat4d& matrix);

/// Whether the transform is the matrix, but for what floats round: 1e-6 of its largest scale, and nothing of the
/// translation.
bool is_exact(const GlbTransform& transform, const Mat4d& matrix);

/// Adds what is not the identity to a node.
void add_transform(json::Object& node, const GlbTransform& transform);

}  // namespace lodcook::cooker
