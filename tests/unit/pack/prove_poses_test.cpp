#include "cooker/pack/prove_poses.h"

#include <doctest/doctest.h>

#include <cmath>

#include "cooker/scene/transform.h"
#include "tests/unit/pack/chain_fixtures.h"

using namespace lodcook;
using namespace lodcook::cooker;
using namespace lodcook::cooker::test;

namespace {

void bind(LodLevel& level) {
  level.vertices.influences_per_vertex = 1;
  for (const Vec3f& p : level.vertices.positions) {
    level.vertices.joints.push_back(p.x > 1 ? 1 : 0);
    level.vertices.weights.push_back(1);
  }
}

/// The first joint stays; the second turns about the y axis at x = 1 by 90 degrees, so that +x becomes +z.
Pose bent() {
  const double half = std::sqrt(0.5);
  const Mat4d there = compose({1, 0, 0}, {0, -half, 0, half}, {1, 1, 1});
  const Mat4d back = compose({-1, 0, 0}, {0, 0, 0, 1}, {1, 1, 1});
  return {"bend", 0.5, {Mat4d{}, multiply(there, back)}};
}

Pose still() { return {"rest", 0.25, {Mat4d{}, Mat4d{}}}; }

Result<PackedObject> pack(std::vector<Pose> poses) {
  LodLevel fine = strip(2);
  LodLevel coarse = level_of({{0, 0, 0}, {0, 1, 0}, {2, 0, 0}, {2, 1, 0}}, {0, 2, 1, 1, 2, 3}, 0.001);
  bind(fine);
  bind(coarse);
  Object object;
  object.vertices = fine.vertices;
  object.vertex_materials.assign(6, 0);
  object.indices = fine.indices;
  object.skinned = true;
  std::vector<Warning> warnings;
  return pack_chain(object, {}, chain_of({fine, coarse}), {}, warnings, poses);
}

}  // namespace

TEST_CASE("a strip that a pose bends deviates by the corner that is cut off") {
  // level 0 goes from (0, 0) by (1, 0) to (1, 1) in x and z, the level straight: sqrt(1/2) apart, over an extent of 2
  const Result<PackedObject> packed = pack({still(), bent()});
  REQUIRE(packed.ok());
  REQUIRE(packed->errors.size() == 2);
  const double apart = std::sqrt(0.5) / 2;
  CHECK(*packed->errors[1].measured <= apart + 1e-4);
  CHECK(*packed->errors[1].bound >= apart - 1e-4);
  CHECK(*packed->errors[1].bound <= 1.05 * apart);
  CHECK(packed->content.levels[1].error_relative == *packed->errors[1].bound);
  REQUIRE(packed->poses[1].has_value());
  CHECK(packed->poses[1]->animation == "bend");
  CHECK(packed->poses[1]->time_seconds == 0.5);
  CHECK_FALSE(packed->poses[0].has_value());
}

TEST_CASE("without a pose a flat strip does not deviate") {
  const Result<PackedObject> packed = pack({});
  REQUIRE(packed.ok());
  CHECK(*packed->errors[1].bound < 1e-3);
  CHECK_FALSE(packed->poses[1].has_value());
}

TEST_CASE("a pose that deviates no more than the bind pose leaves its figures alone") {
  const Result<PackedObject> bind = pack({}), posed = pack({still()});
  REQUIRE(bind.ok());
  REQUIRE(posed.ok());
  CHECK(*posed->errors[1].bound == *bind->errors[1].bound);
  CHECK(*posed->errors[1].measured == *bind->errors[1].measured);
  CHECK(*posed->errors[1].rms == *bind->errors[1].rms);
  CHECK_FALSE(posed->poses[1].has_value());
}
