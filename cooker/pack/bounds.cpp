#include "cooker/pack/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lodcook::cooker {

Aabb box_of(std::span<const Vec3f> positions) noexcept {
  Aabb box{positions.front(), positions.front()};
  for (const Vec3f& p : positions) box = join(box, {p, p});
  return box;
}

Aabb join(const Aabb& a, const Aabb& b) noexcept {
  return {{std::min(a.min.x, b.min.x), std::min(a.min.y, b.min.y), std::min(a.min.z, b.min.z)},
          {std::max(a.max.x, b.max.x), std::max(a.max.y, b.max.y), std::max(a.max.z, b.max.z)}};
}

Vec3f middle(const Aabb& box) noexcept {
  const auto half = [](float a, float b) { return static_cast<float>((double{a} + double{b}) * 0.5); };
  return {half(box.min.x, box.max.x), half(box.min.y, box.max.y), half(box.min.z, box.max.z)};
}

float farthest(const Vec3f& center, std::span<const Vec3f> positions) noexcept {
  double largest = 0;
  for (const Vec3f& p : positions) {
    const double x = double{p.x} - double{center.x};
    const double y = double{p.y} - double{center.y};
    const double z = double{p.z} - double{center.z};
    largest = std::max(largest, x * x + y * y + z * z);
  }
  const double distance = std::sqrt(largest);
  const auto rounded = static_cast<float>(distance);
  return double{rounded} < distance ? std::nextafter(rounded, std::numeric_limits<float>::infinity()) : rounded;
}

}  // namespace lodcook::cooker
