#include "cooker/scene/skeleton.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

constexpr std::size_t most_joints = 65'535;  // 16-bit joint numbers

bool matrix_before(const Mat4d& a, const Mat4d& b) noexcept {
  return std::lexicographical_compare(a.m, a.m + 16, b.m, b.m + 16);
}

bool request_before(const JointRequest& a, const JointRequest& b) noexcept {
  return a.node != b.node ? a.node < b.node : matrix_before(a.inverse_bind, b.inverse_bind);
}

bool request_equal(const JointRequest& a, const JointRequest& b) noexcept {
  return a.node == b.node && a.inverse_bind == b.inverse_bind;
}

/// Nodes between two requested ones.
std::vector<std::uint32_t> nodes_between(const std::vector<Node>& nodes, std::span<const JointRequest> requests) {
  std::vector<bool> wanted(nodes.size(), false), below_wanted(nodes.size(), false);
  for (const JointRequest& request : requests) wanted[request.node] = true;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const std::uint32_t parent = nodes[n].parent;
    below_wanted[n] = parent != no_index && (wanted[parent] || below_wanted[parent]);
  }
  std::vector<std::uint32_t> between;
  for (std::size_t n = nodes.size(); n-- > 0;) {
    const std::uint32_t parent = nodes[n].parent;
    if (!wanted[n] || !below_wanted[n] || wanted[parent]) continue;
    wanted[parent] = true;
    between.push_back(parent);
  }
  return between;
}

std::vector<Joint> make_joints(const std::vector<Node>& nodes, const std::vector<Mat4d>& world,
                               const std::vector<JointRequest>& entries) {
  std::vector<std::int32_t> first_entry(nodes.size(), -1);
  std::vector<Joint> joints;
  joints.reserve(entries.size());
  for (const JointRequest& entry : entries) {
    const Node& node = nodes[entry.node];
    if (first_entry[entry.node] < 0) first_entry[entry.node] = static_cast<std::int32_t>(joints.size());
    const std::int32_t parent = node.parent == no_index ? -1 : first_entry[node.parent];
    joints.push_back({node.name, parent, parent < 0 ? world[entry.node] : node.local, entry.inverse_bind});
  }
  return joints;
}

bool agrees(const Mat4d& a, const Mat4d& b, Vec3d min, Vec3d max) {
  constexpr double tolerance = 1e-4;
  Vec3d low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  double apart = 0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3d p{(corner & 1U) != 0 ? max.x : min.x, (corner & 2U) != 0 ? max.y : min.y,
                  (corner & 4U) != 0 ? max.z : min.z};
    const Vec3d pa = transform_point(a, p), pb = transform_point(b, p);
    const Vec3d d = subtract(pa, pb);
    apart = std::max(apart, std::sqrt(dot(d, d)));
    low = {std::min(low.x, pa.x), std::min(low.y, pa.y), std::min(low.z, pa.z)};
    high = {std::max(high.x, pa.x), std::max(high.y, pa.y), std::max(high.z, pa.z)};
  }
  const Vec3d side = subtract(high, low);
  return apart <= tolerance * std::max({side.x, side.y, side.z});
}

}  // namespace

Result<Skeleton> build_skeleton(const std::vector<Node>& nodes, const std::vector<Mat4d>& world,
                                std::span<const JointRequest> requests) {
  std::vector<JointRequest> entries(requests.begin(), requests.end());
  for (const std::uint32_t node : nodes_between(nodes, requests)) {
    entries.push_back({node, inverse_affine(world[node])});
  }
  std::sort(entries.begin(), entries.end(), request_before);
  entries.erase(std::unique(entries.begin(), entries.end(), request_equal), entries.end());
  if (entries.size() > most_joints) {
    return Error{ErrorCode::over_limit,
                 std::to_string(entries.size()) + " joints, more than the " + std::to_string(most_joints) + " allowed",
                 {}};
  }
  Skeleton skeleton;
  skeleton.joints = make_joints(nodes, world, entries);
  for (const JointRequest& entry : entries) skeleton.nodes.push_back(entry.node);
  skeleton.numbers.reserve(requests.size());
  for (const JointRequest& request : requests) {
    const auto at = std::lower_bound(entries.begin(), entries.end(), request, request_before);
    skeleton.numbers.push_back(static_cast<std::uint32_t>(at - entries.begin()));
  }
  return skeleton;
}

BindPose find_bind_pose(const Skin& skin, const std::vector<Mat4d>& world, std::span<const double> carried, Vec3d min,
                        Vec3d max) {
  BindPose pose;
  if (skin.joints.empty()) return pose;
  const auto heaviest = static_cast<std::size_t>(std::max_element(carried.begin(), carried.end()) - carried.begin());
  pose.to_world = multiply(world[skin.joints[heaviest]], skin.inverse_binds[heaviest]);
  std::vector<bool> joint_agrees(skin.joints.size());
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const Mat4d rest = multiply(world[skin.joints[j]], skin.inverse_binds[j]);
    joint_agrees[j] = agrees(pose.to_world, rest, min, max) && determinant3(rest) != 0;
    if (carried[j] > 0 && !joint_agrees[j]) pose.agreed = false;
  }
  const double determinant = determinant3(pose.to_world);
  const bool invertible = determinant != 0 && std::isfinite(1 / determinant);
  if (!invertible) {
    pose.to_world = Mat4d{};
    pose.agreed = false;
  }
  const Mat4d back = inverse_affine(pose.to_world);
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const bool by_rest = pose.agreed && joint_agrees[j];
    pose.inverse_binds.push_back(by_rest ? inverse_affine(world[skin.joints[j]])
                                         : multiply(skin.inverse_binds[j], back));
  }
  return pose;
}

}  // namespace lodcook::cooker
