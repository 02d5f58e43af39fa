#include "cooker/import/local_origin.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lodcook::cooker {

Vec3d choose_local_origin(std::span<const Vec3d> positions) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::array<double, 3> low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};
  for (const Vec3d& p : positions) {
    const std::array<double, 3> c{p.x, p.y, p.z};
    if (!std::isfinite(c[0]) || !std::isfinite(c[1]) || !std::isfinite(c[2])) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], c[i]);
      high[i] = std::max(high[i], c[i]);
    }
  }
  if (low[0] > high[0]) return {};
  const double extent = std::max({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
  double farthest = 0;
  for (std::size_t i = 0; i < 3; ++i) farthest = std::max({farthest, std::abs(low[i]), std::abs(high[i])});
  const bool held = farthest * 0x1p-24 <= extent * 0x1p-20;
  if (held || !(extent > 0) || !std::isfinite(extent)) return {};
  const double step = std::exp2(std::floor(std::log2(extent)));
  const auto centre = [&](std::size_t i) { return std::round((low[i] + high[i]) / 2 / step) * step; };
  return {centre(0), centre(1), centre(2)};
}

Vec3f relative_to(Vec3d position, Vec3d origin) {
  return {static_cast<float>(position.x - origin.x), static_cast<float>(position.y - origin.y),
          static_cast<float>(position.z - origin.z)};
}

}  // namespace lodcook::cooker
