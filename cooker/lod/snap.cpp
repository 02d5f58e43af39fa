#include "cooker/lod/snap.h"

#include <cmath>

namespace lodcook::cooker {

std::vector<Vec3f> snap_positions(const std::vector<Vec3f>& positions, double step) {
  std::vector<Vec3f> snapped = positions;
  if (!(step > 0)) return snapped;
  const auto snap = [step](float c) {
    return static_cast<float>(static_cast<double>(std::llround(double{c} / step)) * step);
  };
  for (Vec3f& p : snapped) p = {snap(p.x), snap(p.y), snap(p.z)};
  return snapped;
}

}  // namespace lodcook::cooker
