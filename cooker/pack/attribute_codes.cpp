#include "cooker/pack/attribute_codes.h"

#include <algorithm>
#include <cmath>

namespace lodcook::cooker {

namespace {

double sign_of(double value) noexcept { return value < 0 ? -1.0 : 1.0; }

std::int32_t octahedral_limit(std::uint32_t bits) noexcept { return (1 << (bits - 1)) - 1; }

struct Projection {
  double u = 0, v = 0;
};

Projection project(Vec3f n) noexcept {
  const double sum = std::abs(double{n.x}) + std::abs(double{n.y}) + std::abs(double{n.z});
  if (!(sum > 0)) return {};
  const double u = double{n.x} / sum, v = double{n.y} / sum;
  if (n.z >= 0) return {u, v};
  return {(1 - std::abs(v)) * sign_of(u), (1 - std::abs(u)) * sign_of(v)};
}

}  // namespace

Vec3d decode_octahedral(std::array<std::int16_t, 2> code, std::uint32_t bits) noexcept {
  const double limit = octahedral_limit(bits);
  double u = code[0] / limit, v = code[1] / limit;
  const double z = 1 - std::abs(u) - std::abs(v);
  if (z < 0) {
    const double folded = (1 - std::abs(v)) * sign_of(u);
    v = (1 - std::abs(u)) * sign_of(v);
    u = folded;
  }
  const double length = std::sqrt(u * u + v * v + z * z);
  return {u / length, v / length, z / length};
}

std::array<std::int16_t, 2> encode_octahedral(Vec3f unit, std::uint32_t bits) noexcept {
  const std::int32_t limit = octahedral_limit(bits);
  const Projection exact = project(unit);
  const auto u = static_cast<std::int32_t>(std::floor(exact.u * limit));
  const auto v = static_cast<std::int32_t>(std::floor(exact.v * limit));

  std::array<std::int16_t, 2> best{};
  double best_cosine = -2;
  for (std::int32_t step = 0; step < 4; ++step) {
    const std::array<std::int16_t, 2> code{static_cast<std::int16_t>(std::min(u + (step & 1), limit)),
                                           static_cast<std::int16_t>(std::min(v + (step >> 1), limit))};
    const Vec3d decoded = decode_octahedral(code, bits);
    const double cosine = decoded.x * double{unit.x} + decoded.y * double{unit.y} + decoded.z * double{unit.z};
    if (cosine > best_cosine) {
      best_cosine = cosine;
      best = code;
    }
  }
  return best;
}

std::uint32_t encode_unorm(double value, std::uint32_t largest) noexcept {
  return static_cast<std::uint32_t>(std::clamp(value, 0.0, 1.0) * largest + 0.5);
}

std::int32_t encode_snorm(double value, std::int32_t largest) noexcept {
  return static_cast<std::int32_t>(std::lround(std::clamp(value, -1.0, 1.0) * largest));
}

void encode_weights(std::span<const float> weights, std::span<std::uint8_t> codes) noexcept {
  constexpr std::uint32_t whole = 255;
  std::array<double, max_skin_influences> remainders{};
  const std::size_t count = std::min({weights.size(), codes.size(), remainders.size()});
  if (count == 0) return;

  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += std::max(double{weights[i]}, 0.0);
  if (!(sum > 0)) {
    std::fill(codes.begin(), codes.end(), std::uint8_t{0});
    codes.front() = whole;
    return;
  }

  std::uint32_t given = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = std::max(double{weights[i]}, 0.0) / sum * whole;
    codes[i] = static_cast<std::uint8_t>(share);
    remainders[i] = share - codes[i];
    given += codes[i];
  }
  for (; given < whole; ++given) {
    const auto end = remainders.begin() + static_cast<std::ptrdiff_t>(count);
    const auto largest = std::max_element(remainders.begin(), end);
    ++codes[static_cast<std::size_t>(largest - remainders.begin())];
    *largest -= 1;
  }
}

}  // namespace lodcook::cooker
