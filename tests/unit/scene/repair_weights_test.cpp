#include "cooker/scene/repair_weights.h"

#include <doctest/doctest.h>

#include <limits>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

VertexStreams skinned(std::uint32_t per_vertex, std::vector<std::uint16_t> joints, std::vector<float> weights) {
  VertexStreams v;
  v.positions.resize(weights.size() / per_vertex);
  v.influences_per_vertex = per_vertex;
  v.joints = std::move(joints);
  v.weights = std::move(weights);
  return v;
}

}  // namespace

TEST_CASE("weights come out descending, summing to 1, with joint 0 where the weight is 0") {
  VertexStreams v = skinned(4, {7, 3, 5, 9}, {0.25F, 0.75F, 0, 0});
  const WeightRepairs repairs = repair_weights(v, 4);
  CHECK(repairs.corrected == 0);
  CHECK(repairs.reduced == 0);
  CHECK(v.influences_per_vertex == 2);
  CHECK(v.joints == std::vector<std::uint16_t>{3, 7});
  CHECK(v.weights == std::vector<float>{0.75F, 0.25F});
}

TEST_CASE("only the largest influences stay and share the rest") {
  VertexStreams v = skinned(4, {1, 2, 3, 4}, {0.4F, 0.1F, 0.1F, 0.4F});
  const WeightRepairs repairs = repair_weights(v, 2);
  CHECK(repairs.reduced == 1);
  CHECK(repairs.corrected == 0);
  CHECK(v.joints == std::vector<std::uint16_t>{1, 4});
  CHECK(v.weights == std::vector<float>{0.5F, 0.5F});
}

TEST_CASE("negative, infinite and missing weights are corrected") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  VertexStreams v = skinned(2, {1, 2, 3, 4, 5, 6, 7, 8}, {-0.5F, 0.5F, nan, 0.25F, 0, 0, 2, 2});
  const WeightRepairs repairs = repair_weights(v, 4);
  CHECK(repairs.corrected == 4);
  CHECK(v.joints == std::vector<std::uint16_t>{2, 0, 4, 0, 0, 0, 7, 8});
  CHECK(v.weights == std::vector<float>{1, 0, 1, 0, 1, 0, 0.5F, 0.5F});
}

TEST_CASE("a joint named twice is one influence") {
  VertexStreams v = skinned(3, {4, 2, 4}, {0.3F, 0.4F, 0.3F});
  repair_weights(v, 4);
  CHECK(v.influences_per_vertex == 2);
  CHECK(v.joints == std::vector<std::uint16_t>{4, 2});
  CHECK(v.weights[0] == doctest::Approx(0.6));
  CHECK(v.weights[1] == doctest::Approx(0.4));
}
