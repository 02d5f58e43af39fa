#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// A joint that some vertices of an object follow: a node, and what takes the object's vertices into its space.
struct JointRequest {
  std::uint32_t node = 0;
  Mat4d inverse_bind;
};

struct Skeleton {
  std::vector<Joint> joints;
  std::vector<std::uint32_t> nodes;    ///< The node of each joint.
  std::vector<std::uint32_t> numbers;  ///< The joint of each request.
};

/// Joins the requests of all objects: equal ones become one joint, one node under different binds becomes several.
/// Nodes between two joints are joints too, so that local_rest composes. Parents come before children. Fails with
/// over_limit above 65 535 joints, which 16-bit numbers cannot tell apart.
Result<Skeleton> build_skeleton(const std::vector<Node>& nodes, const std::vector<Mat4d>& world,
                                std::span<const JointRequest> requests);

/// How the vertices of a skin are brought to their place in the rest pose: by the one matrix that rest pose and inverse
/// binds agree on, or where they disagree by that of the joint that carries most.
struct BindPose {
  Mat4d to_world;
  std::vector<Mat4d> inverse_binds;  ///< From world space as `to_world` makes it, one per joint of the skin.
  bool agreed = true;
};

/// `carried` is the sum of weights of each joint, `min` and `max` the box of the skinned vertices; agreed means that
/// no used joint places a corner of the box elsewhere by more than 1e-4 of its largest side.
BindPose find_bind_pose(const Skin& skin, const std::vector<Mat4d>& world, std::span<const double> carried, Vec3d min,
                        Vec3d max);

}  // namespace lodcook::cooker
