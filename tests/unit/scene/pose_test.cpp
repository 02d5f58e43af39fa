#include "cooker/scene/pose.h"

#include <doctest/doctest.h>

#include <cmath>

#include "cooker/scene/transform.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

const double half = std::sqrt(0.5);

Mat4d moved(double x) { return compose({x, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}); }

/// An upper bone at the origin and a lower one at (1, 0, 0); the lower one turns by 90 degrees about z in one second.
Scene two_bones() {
  Scene scene;
  scene.nodes = {{"upper", no_index, Mat4d{}, no_index, no_index, {}}, {"lower", 0, moved(1), no_index, no_index, {}}};
  Animation bend{"bend", {}};
  bend.channels.push_back({1, AnimationPath::rotation, AnimationInterpolation::linear, {0, 1}, {}});
  bend.channels[0].values = {0, 0, 0, 1, 0, 0, static_cast<float>(half), static_cast<float>(half)};
  scene.animations = {bend};
  return scene;
}

std::vector<Mat4d> joints_at(const Scene& scene, double time) {
  const std::vector<Mat4d> world = animated_transforms(scene.nodes, scene.animations[0], time);
  return {world[0], multiply(world[1], moved(-1))};
}

void check_point(Vec3d p, double x, double y, double z) {
  CHECK(p.x == doctest::Approx(x));
  CHECK(p.y == doctest::Approx(y));
  CHECK(p.z == doctest::Approx(z));
}

}  // namespace

TEST_CASE("a vertex goes with its joints") {
  const std::vector<Mat4d> bent = joints_at(two_bones(), 1);
  const std::uint16_t joints[] = {0, 1};
  const float upper[] = {1, 0}, lower[] = {0, 1}, both[] = {0.5F, 0.5F};
  check_point(posed_position({2, 0, 0}, joints, upper, bent), 2, 0, 0);
  check_point(posed_position({2, 0, 0}, joints, lower, bent), 1, 1, 0);
  check_point(posed_position({2, 0, 0}, joints, both, bent), 1.5, 0.5, 0);
}

TEST_CASE("between its keys a rotation is half way, beyond them it holds still") {
  const std::uint16_t joint[] = {1};
  const float weight[] = {1};
  const auto end_at = [&](double time) {
    return posed_position({2, 0, 0}, joint, weight, joints_at(two_bones(), time));
  };
  check_point(end_at(0.5), 1 + half, half, 0);
  check_point(end_at(-1), 2, 0, 0);
  check_point(end_at(9), 1, 1, 0);
}

TEST_CASE("steps and splines are what glTF says they are") {
  Scene scene = two_bones();
  AnimationChannel& channel = scene.animations[0].channels[0];
  channel = {1, AnimationPath::translation, AnimationInterpolation::step, {0, 2}, {1, 0, 0, 5, 0, 0}};
  CHECK(animated_transforms(scene.nodes, scene.animations[0], 1.9)[1].m[12] == 1);
  // at the middle: (v0 + v1) / 2 + length * (b0 - a1) / 8 = 3 + 2 * (4 - 0) / 8
  channel = {1,
             AnimationPath::translation,
             AnimationInterpolation::cubic_spline,
             {0, 2},
             {0, 0, 0, 1, 0, 0, 4, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0}};
  CHECK(animated_transforms(scene.nodes, scene.animations[0], 1)[1].m[12] == doctest::Approx(4));
}

TEST_CASE("poses are in the middle of equal parts, and no more than asked for") {
  Scene scene = two_bones();
  const std::vector<Joint> skeleton(2);
  const std::uint32_t nodes[] = {0, 1};
  const std::vector<Pose> poses = sample_poses(scene, skeleton, nodes, 2, 16);
  REQUIRE(poses.size() == 2);
  CHECK(poses[0].animation == "bend");
  CHECK(poses[0].time_seconds == 0.25);
  CHECK(poses[1].time_seconds == 0.75);
  scene.animations.resize(40, scene.animations[0]);
  CHECK(sample_poses(scene, skeleton, nodes, 4, 16).size() == 16);
  scene.animations.resize(5);
  CHECK(sample_poses(scene, skeleton, nodes, 4, 16).size() == 15);
  CHECK(sample_poses(scene, skeleton, nodes, 0, 16).empty());
}
