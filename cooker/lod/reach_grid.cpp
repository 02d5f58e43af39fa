#include "cooker/lod/reach_grid.h"

#include <algorithm>

namespace lodcook::cooker {

namespace {

constexpr std::size_t count = 64;  // cells a side
constexpr float more = 1.001F;     // rounding must not leave out what is just within reach

struct Range {
  std::size_t low[3], high[3];
};

std::size_t cell(float coordinate) {
  return static_cast<std::size_t>(std::clamp(coordinate * count, 0.0F, float{count - 1}));
}

Range range_of(Vec3f low, Vec3f high) {
  return {{cell(low.x), cell(low.y), cell(low.z)}, {cell(high.x), cell(high.y), cell(high.z)}};
}

/// Whether `found` holds for a row of cells, given by the first and the one after the last.
template <class Found>
bool any_row(const Range& range, const Found& found) {
  for (std::size_t z = range.low[2]; z <= range.high[2]; ++z) {
    for (std::size_t y = range.low[1]; y <= range.high[1]; ++y) {
      const std::size_t row = (z * count + y) * count;
      if (found(row + range.low[0], row + range.high[0] + 1)) return true;
    }
  }
  return false;
}

}  // namespace

ReachGrid::ReachGrid() : cells_(count * count * count, 0) {}

void ReachGrid::add(Vec3f p, float reach) {
  const float r = reach * more;
  any_row(range_of({p.x - r, p.y - r, p.z - r}, {p.x + r, p.y + r, p.z + r}),
          [this](std::size_t first, std::size_t end) {
            std::fill_n(&cells_[first], end - first, static_cast<unsigned char>(1));
            return false;
          });
}

bool ReachGrid::touches(Vec3f a, Vec3f b, Vec3f c) const {
  const auto low = [](float u, float v, float w) { return std::min(u, std::min(v, w)); };
  const auto high = [](float u, float v, float w) { return std::max(u, std::max(v, w)); };
  const Range range = range_of({low(a.x, b.x, c.x), low(a.y, b.y, c.y), low(a.z, b.z, c.z)},
                               {high(a.x, b.x, c.x), high(a.y, b.y, c.y), high(a.z, b.z, c.z)});
  return any_row(range, [this](std::size_t first, std::size_t end) {
    return std::find(&cells_[first], &cells_[first] + (end - first), 1) != &cells_[first] + (end - first);
  });
}

}  // namespace lodcook::cooker
