#include "cooker/pack/triangles_near.h"

#include <algorithm>
#include <utility>

namespace lodcook::cooker {
namespace {

float outside(float value, float low, float high) noexcept { return std::max({low - value, value - high, 0.0F}); }

float distance2_to_box(const proof::Surface& surface, std::size_t height, std::size_t box, Vec3f p) {
  const proof::BoxGroup& group = surface.group(height, box / 8);
  const std::size_t half = box % 8 / 4, lane = box % 4;
  const auto at = [&](const proof::Lanes(&values)[2]) { return values[half][lane]; };
  const float x = outside(p.x, at(group.low_x), at(group.high_x)), y = outside(p.y, at(group.low_y), at(group.high_y)),
              z = outside(p.z, at(group.low_z), at(group.high_z));
  return x * x + y * y + z * z;
}

}  // namespace

std::vector<std::uint32_t> triangles_near(const proof::Surface& surface, Vec3f p, float reach, std::size_t most) {
  std::vector<std::uint32_t> found;
  const float reach2 = reach * reach;
  using Box = std::pair<std::size_t, std::size_t>;  // height and number
  std::vector<Box> open;
  const std::size_t top = surface.tree_height() - 1;
  for (std::size_t box = surface.box_count(top); box-- > 0;) open.emplace_back(top, box);
  while (!open.empty() && found.size() < most) {
    const auto [height, box] = open.back();
    open.pop_back();
    if (distance2_to_box(surface, height, box, p) > reach2) continue;
    if (height > 0) {
      const std::size_t end = std::min(8 * box + 8, surface.box_count(height - 1));
      for (std::size_t below = end; below-- > 8 * box;) open.emplace_back(height - 1, below);
      continue;
    }
    const std::size_t end = std::min<std::size_t>(4 * box + 4, surface.triangle_count());
    for (std::size_t t = 4 * box; t < end && found.size() < most; ++t) {
      const auto triangle = static_cast<std::uint32_t>(t);
      if (distance2(surface.record(triangle), p) <= reach2) found.push_back(triangle);
    }
  }
  return found;
}

}  // namespace lodcook::cooker
