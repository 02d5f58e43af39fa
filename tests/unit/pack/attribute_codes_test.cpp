#include "cooker/pack/attribute_codes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace lodcook::cooker {

namespace {

// Directions spread evenly over the sphere (a Fibonacci spiral).
Vec3f spiral(int i, int count) {
  const double z = 1 - 2 * (i + 0.5) / count;
  const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
  const double r = std::sqrt(1 - z * z);
  return {static_cast<float>(r * std::cos(angle)), static_cast<float>(r * std::sin(angle)), static_cast<float>(z)};
}

double worst_degrees(std::uint32_t bits) {
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec3f n = spiral(i, 20000);
    const Vec3d d = decode_octahedral(encode_octahedral(n, bits), bits);
    const double x = n.y * d.z - n.z * d.y, y = n.z * d.x - n.x * d.z, z = n.x * d.y - n.y * d.x;
    worst = std::max(worst, std::asin(std::sqrt(x * x + y * y + z * z)) * 180 / std::numbers::pi);
  }
  return worst;
}

std::array<std::uint8_t, 8> weights_of(const std::array<float, 8>& weights) {
  std::array<std::uint8_t, 8> codes{};
  encode_weights(weights, codes);
  return codes;
}

}  // namespace

TEST_CASE("axes have exact octahedral codes") {
  using Code = std::array<std::int16_t, 2>;
  CHECK(encode_octahedral({0, 0, 1}, 8) == Code{0, 0});
  CHECK(encode_octahedral({1, 0, 0}, 8) == Code{127, 0});
  CHECK(encode_octahedral({0, -1, 0}, 8) == Code{0, -127});
  CHECK(encode_octahedral({0, 1, 0}, 12) == Code{0, 2047});
  CHECK(decode_octahedral(encode_octahedral({0, 0, -1}, 8), 8) == Vec3d{0, 0, -1});
}

TEST_CASE("octahedral codes stay within the published largest error") {
  CHECK(worst_degrees(8) <= 0.64);  // oct16P: 0.63575 in the paper's table
  CHECK(worst_degrees(10) <= 0.64 / 4 * 1.01);
  CHECK(worst_degrees(12) <= 0.64 / 16 * 1.01);
}

TEST_CASE("weights sum to 255 with the rest on the largest remainders") {
  CHECK(weights_of({0.5F, 0.5F}) == std::array<std::uint8_t, 8>{128, 127});
  const float third = 1.0F / 3;
  CHECK(weights_of({third, third, third}) == std::array<std::uint8_t, 8>{85, 85, 85});
  const float e = 0.125F;  // 31.875 each
  CHECK(weights_of({e, e, e, e, e, e, e, e}) == std::array<std::uint8_t, 8>{32, 32, 32, 32, 32, 32, 32, 31});
  CHECK(weights_of({1}) == std::array<std::uint8_t, 8>{255});
  CHECK(weights_of({}) == std::array<std::uint8_t, 8>{255});
}

TEST_CASE("weights always sum to 255") {
  for (int i = 1; i < 2000; ++i) {
    std::array<float, 8> weights{};
    for (std::size_t k = 0; k < weights.size(); ++k)
      weights[k] = static_cast<float>((static_cast<std::size_t>(i) * (k + 3) * 7919) % 1000) / 997.0F;
    const auto codes = weights_of(weights);
    REQUIRE(std::accumulate(codes.begin(), codes.end(), 0) == 255);
  }
}

TEST_CASE("unit values round to nearest and are clamped") {
  CHECK(encode_unorm(0, 255) == 0);
  CHECK(encode_unorm(1, 255) == 255);
  CHECK(encode_unorm(0.5, 255) == 128);
  CHECK(encode_unorm(-1, 65535) == 0);
  CHECK(encode_unorm(2, 65535) == 65535);
  CHECK(encode_snorm(-1, 127) == -127);
  CHECK(encode_snorm(0.001, 127) == 0);
  CHECK(encode_snorm(-3, 32767) == -32767);
}

}  // namespace lodcook::cooker
