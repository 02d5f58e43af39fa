#include "cooker/lod/unit_box.h"

#include <algorithm>
#include <cmath>

namespace lodcook::cooker {

namespace {

float to_unit_axis(float value, float min, float extent, double grid) {
  if (!(extent > 0)) return 0.0F;
  return static_cast<float>(std::floor((double{value} - min) / extent * grid + 0.5) / grid);
}

}  // namespace

Vec3f UnitBox::to_unit(Vec3f p, double grid) const noexcept {
  return {to_unit_axis(p.x, min.x, extent, grid), to_unit_axis(p.y, min.y, extent, grid),
          to_unit_axis(p.z, min.z, extent, grid)};
}

UnitBox unit_box(const std::vector<Vec3f>& positions) {
  if (positions.empty()) return {};
  UnitBox box{positions.front(), positions.front(), 0};
  for (const Vec3f p : positions) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
  }
  box.extent = std::max({box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z});
  return box;
}

void append_anchors(const UnitBox& box, std::vector<Vec3f>& positions) {
  // Not at the corners, where a vertex may be: two vertices at one position count as a seam.
  constexpr float inside = 0.31830987F;
  const Vec3f side = box.to_unit(box.max);
  Vec3f low{side.x * inside, side.y * inside, side.z * inside};
  Vec3f high = low;
  if (box.extent == box.max.x - box.min.x) {
    low.x = 0, high.x = side.x;
  } else if (box.extent == box.max.y - box.min.y) {
    low.y = 0, high.y = side.y;
  } else {
    low.z = 0, high.z = side.z;
  }
  positions.push_back(low);
  positions.push_back(high);
}

}  // namespace lodcook::cooker
