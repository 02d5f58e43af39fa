#include "cooker/scene/pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

using Numbers = std::array<double, 4>;

Numbers numbers_at(const AnimationChannel& channel, std::size_t first, std::size_t count) {
  Numbers out{};
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<double>(channel.values[first + i]);
  return out;
}

/// The Hermite spline of glTF 2.0, appendix C: in-tangent, value and out-tangent for each key.
Numbers spline(const AnimationChannel& channel, std::size_t key, std::size_t count, double t, double step) {
  const auto part = [&](std::size_t k, std::size_t which) {
    return numbers_at(channel, (3 * k + which) * count, count);
  };
  const Numbers v0 = part(key, 1), b0 = part(key, 2), a1 = part(key + 1, 0), v1 = part(key + 1, 1);
  const double t2 = t * t, t3 = t2 * t;
  Numbers out{};
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = (2 * t3 - 3 * t2 + 1) * v0[i] + step * (t3 - 2 * t2 + t) * b0[i] + (-2 * t3 + 3 * t2) * v1[i] +
             step * (t3 - t2) * a1[i];
  }
  return out;
}

Numbers blend(const Numbers& a, Numbers b, std::size_t count, double t) {
  double along = 0;
  for (std::size_t i = 0; i < count; ++i) along += a[i] * b[i];
  const bool other_way = count == 4 && along < 0;  // a quaternion and its negative turn alike
  for (std::size_t i = 0; i < count; ++i) b[i] = a[i] + t * ((other_way ? -b[i] : b[i]) - a[i]);
  return b;
}

/// Nothing for a channel without keys.
std::optional<Numbers> value_at(const AnimationChannel& channel, double time) {
  const std::size_t count = channel.path == AnimationPath::rotation ? 4 : 3;
  const bool cubic = channel.interpolation == AnimationInterpolation::cubic_spline;
  const std::size_t per_key = count * (cubic ? 3 : 1);
  if (channel.times.empty() || channel.values.size() < channel.times.size() * per_key) return std::nullopt;
  const auto at = [&](std::size_t key) { return numbers_at(channel, key * per_key + (cubic ? count : 0), count); };
  const auto after = std::upper_bound(channel.times.begin(), channel.times.end(), static_cast<float>(time));
  if (after == channel.times.begin()) return at(0);
  const auto key = static_cast<std::size_t>(after - channel.times.begin()) - 1;
  if (after == channel.times.end() || channel.interpolation == AnimationInterpolation::step) return at(key);
  const double from = static_cast<double>(channel.times[key]), step = static_cast<double>(*after) - from;
  const double t = std::clamp((time - from) / step, 0.0, 1.0);
  return cubic ? spline(channel, key, count, t, step) : blend(at(key), at(key + 1), count, t);
}

/// A transform taken apart; `rotation` has columns of length 1, and a mirroring is in the scale of x.
struct Parts {
  Vec3d translation, scale;
  Mat4d rotation;
};

Parts take_apart(const Mat4d& m) {
  Parts out;
  out.translation = {m.m[12], m.m[13], m.m[14]};
  double lengths[3];
  const bool mirrors = determinant3(m) < 0;
  for (int column = 0; column < 3; ++column) {
    const Vec3d axis{m.m[4 * column], m.m[4 * column + 1], m.m[4 * column + 2]};
    lengths[column] = mirrors && column == 0 ? -std::sqrt(dot(axis, axis)) : std::sqrt(dot(axis, axis));
    for (int row = 0; row < 3; ++row) {
      const double length = lengths[column];
      out.rotation.m[4 * column + row] = length != 0 ? m.m[4 * column + row] / length : (row == column ? 1.0 : 0.0);
    }
  }
  out.scale = {lengths[0], lengths[1], lengths[2]};
  return out;
}

Mat4d put_together(const Parts& parts) {
  const Mat4d scale = compose({0, 0, 0}, {0, 0, 0, 1}, parts.scale);
  Mat4d out = multiply(parts.rotation, scale);
  out.m[12] = parts.translation.x;
  out.m[13] = parts.translation.y;
  out.m[14] = parts.translation.z;
  return out;
}

void animate(Node& node, const AnimationChannel& channel, double time) {
  if (channel.path == AnimationPath::weights) return;
  const std::optional<Numbers> value = value_at(channel, time);
  if (!value) return;
  const auto [x, y, z, w] = *value;
  Parts parts = take_apart(node.local);
  if (channel.path == AnimationPath::translation) parts.translation = {x, y, z};
  if (channel.path == AnimationPath::scale) parts.scale = {x, y, z};
  if (channel.path == AnimationPath::rotation) {
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    if (!(length > 0)) return;
    parts.rotation = compose({0, 0, 0}, {x / length, y / length, z / length, w / length}, {1, 1, 1});
  }
  node.local = put_together(parts);
}

std::optional<std::pair<double, double>> length_of(const Animation& animation) {
  std::optional<std::pair<double, double>> out;
  for (const AnimationChannel& channel : animation.channels) {
    if (channel.times.empty()) continue;
    const double first = static_cast<double>(channel.times.front()), last = static_cast<double>(channel.times.back());
    out = out ? std::pair(std::min(out->first, first), std::max(out->second, last)) : std::pair(first, last);
  }
  return out;
}

}  // namespace

std::vector<Mat4d> animated_transforms(const std::vector<Node>& nodes, const Animation& animation,
                                       double time_seconds) {
  std::vector<Node> moved;
  for (const Node& node : nodes) moved.push_back({{}, node.parent, node.local, no_index, no_index, {}});
  for (const AnimationChannel& channel : animation.channels) {
    if (channel.node < moved.size()) animate(moved[channel.node], channel, time_seconds);
  }
  return world_transforms(moved);
}

std::vector<Pose> sample_poses(const Scene& scene, std::span<const Joint> skeleton,
                               std::span<const std::uint32_t> joint_nodes, std::uint32_t per_animation,
                               std::uint32_t most) {
  std::vector<Pose> poses;
  const std::size_t animations = scene.animations.size();
  if (animations == 0 || per_animation == 0 || skeleton.empty()) return poses;
  const std::size_t taken = std::min<std::size_t>(animations, most);
  const std::size_t each = std::clamp<std::size_t>(most / animations, 1, per_animation);
  for (std::size_t i = 0; i < taken; ++i) {
    const Animation& animation = scene.animations[i * animations / taken];
    const auto length = length_of(animation);
    for (std::size_t s = 0; length && s < each; ++s) {
      const double part = (static_cast<double>(s) + 0.5) / static_cast<double>(each);
      Pose pose{animation.name, length->first + part * (length->second - length->first), {}};
      const std::vector<Mat4d> world = animated_transforms(scene.nodes, animation, pose.time_seconds);
      for (std::size_t j = 0; j < skeleton.size(); ++j) {
        pose.joints.push_back(multiply(world[joint_nodes[j]], skeleton[j].inverse_bind));
      }
      const bool finite =
          std::all_of(pose.joints.begin(), pose.joints.end(), [](const Mat4d& m) { return is_finite(m); });
      if (finite) poses.push_back(std::move(pose));
    }
  }
  return poses;
}

Vec3d posed_position(Vec3f position, std::span<const std::uint16_t> joints, std::span<const float> weights,
                     std::span<const Mat4d> joint_matrices) noexcept {
  Vec3d out{0, 0, 0};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (!(weights[i] > 0)) continue;
    out = add(out, scaled(transform_point(joint_matrices[joints[i]], to_double(position)), double{weights[i]}));
  }
  return out;
}

}  // namespace lodcook::cooker
