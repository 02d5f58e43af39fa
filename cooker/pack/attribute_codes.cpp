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

/// The point of the octahedron, not of unit length.
Vec3d unfold(double u, double v) noexcept {
  const double z = 1 - std::abs(u) - std::abs(v);
  if (z >= 0) return {u, v, z};
  return {(1 - std::abs(v)) * sign_of(u), (1 - std::abs(u)) * sign_of(v), z};
}

}  // namespace

Vec3d decode_octahedral(std::array<std::int16_t, 2> code, std::uint32_t bits) noexcept {
  const double limit = octahedral_limit(bits);
  const Vec3d p = unfold(code[0] / limit, code[1] / limit);
  const double length = std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z);
  return {p.x / length, p.y / length, p.z / length};
}

std::array<std::int16_t, 2> encode_octahedral(Vec3f unit, std::uint32_t bits) noexcept {
  const std::int32_t limit = octahedral_limit(bits);
  const Projection exact = project(unit);
  const auto u = static_cast<std::int32_t>(std::floor(exact.u * limit));
  const auto v = static_cast<std::int32_t>(std::floor(exact.v * limit));

  const double unit_step = 1.0 / limit;
  std::array<std::int16_t, 2> best{};
  double best_along = -1, best_squared = 1;
  for (std::int32_t step = 0; step < 4; ++step) {
    const std::array<std::int16_t, 2> code{static_cast<std::int16_t>(std::min(u + (step & 1), limit)),
                                           static_cast<std::int16_t>(std::min(v + (step >> 1), limit))};
    const Vec3d p = unfold(code[0] * unit_step, code[1] * unit_step);
    const double along = p.x * double{unit.x} + p.y * double{unit.y} + p.z * double{unit.z};
    const double squared = p.x * p.x + p.y * p.y + p.z * p.z;
    // the larger cosine, by its square and its sign: no roots
    if (along * std::abs(along) * best_squared > best_along * std::abs(best_along) * squared) {
      best_along = along;
      best_squared = squared;
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
