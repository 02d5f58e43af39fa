#include "cooker/lod/attribute_plan.h"

#include <array>
#include <numeric>

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

Object with_streams(std::size_t joints) {
  Object object;
  VertexStreams& v = object.vertices;
  const std::size_t count = 64;
  v.positions.resize(count);
  v.normals.assign(count, {0, 0, 1});
  v.uvs.assign(4, std::vector<Vec2f>(count));
  v.colors.assign(2, std::vector<Vec4f>(count, Vec4f{1, 1, 1, 1}));
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    v.uvs[1][i] = v.uvs[2][i] = v.uvs[3][i] = {x, 0};
    v.colors[1][i].x = x / 64;
  }
  if (joints == 0) return object;
  v.influences_per_vertex = 2;
  for (std::size_t i = 0; i < count; ++i) {
    v.joints.insert(v.joints.end(),
                    {static_cast<std::uint16_t>(i % joints), static_cast<std::uint16_t>((i + 1) % joints)});
    v.weights.insert(v.weights.end(), {0.75F, 0.25F});
  }
  return object;
}

}  // namespace

TEST_CASE("attributes that are the same everywhere are left out") {
  const AttributePlan plan = plan_attributes(with_streams(0), {}, true);
  CHECK(plan.normals);
  CHECK(plan.uv_sets == std::vector<std::uint32_t>{1, 2});
  CHECK(plan.color_sets == std::vector<std::uint32_t>{1});
  CHECK(plan.skin_channels == 0);
  CHECK(plan.count() == 3 + 2 * 2 + 4);
}

TEST_CASE("the plan stays within the simplifier's 32 numbers however many joints there are") {
  const AttributePlan plan = plan_attributes(with_streams(60), {}, true);
  CHECK(plan.count() <= 32);
  CHECK(plan.skin_channels == 8);
}

TEST_CASE("UV and colours are left out where the surface does not count") {
  const AttributePlan plan = plan_attributes(with_streams(2), {}, false);
  CHECK(plan.uv_sets.empty());
  CHECK(plan.color_sets.empty());
  CHECK(plan.skin_channels == 2);
}

TEST_CASE("a vertex writes the weight of each joint and how concentrated they are") {
  const Object object = with_streams(2);
  const AttributePlan plan = plan_attributes(object, {}, false);
  REQUIRE(plan.count() == 6);
  std::array<float, 6> out{};
  write_attributes(plan, object.vertices, 1, {0, 0, 1}, out.data());
  CHECK(out == std::array<float, 6>{0, 0, 1, 0.25F, 0.75F, 0.0625F + 0.5625F});
}
