#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cooker/scene/object.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// World transforms of all nodes at a time of an animation: what its channels move, and the rest of a node's transform
/// as it is. Before its first key and after its last a channel holds still. Rotations between keys are the normalised
/// blend of the two. Channels of morph weights move no node.
std::vector<Mat4d> animated_transforms(const std::vector<Node>& nodes, const Animation& animation, double time_seconds);

/// Poses of a skeleton whose joints stand for `joint_nodes`, from every animation of a scene: `per_animation` times in
/// the middle of equal parts of its length, `most` poses at most (then animations are passed over evenly).
std::vector<Pose> sample_poses(const Scene& scene, std::span<const Joint> skeleton,
                               std::span<const std::uint32_t> joint_nodes, std::uint32_t per_animation,
                               std::uint32_t most);

/// A vertex in a pose, by linear blend skinning: the sum of weight * (joint matrix * position).
Vec3d posed_position(Vec3f position, std::span<const std::uint16_t> joints, std::span<const float> weights,
                     std::span<const Mat4d> joint_matrices) noexcept;

}  // namespace lodcook::cooker
