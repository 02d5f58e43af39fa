#include "cooker/lod/snap.h"

#include <cstdint>

#include "cooker/scene/parallel.h"

namespace lodcook::cooker {

std::vector<Vec3f> snap_positions(const std::vector<Vec3f>& positions, double step) {
  std::vector<Vec3f> snapped = positions;
  if (!(step > 0)) return snapped;
  const auto snap = [step](float c) {
    // as std::llround, which is a call: a float over a power of two has so few bits that the half is added exactly
    const double value = double{c} / step;
    const auto nearest = static_cast<std::int64_t>(value + (value < 0 ? -0.5 : 0.5));
    return static_cast<float>(static_cast<double>(nearest) * step);
  };
  constexpr std::size_t most = 65536;
  for_ranges(snapped.size(), most, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      const Vec3f p = snapped[v];
      snapped[v] = {snap(p.x), snap(p.y), snap(p.z)};
    }
  });
  return snapped;
}

}  // namespace lodcook::cooker
