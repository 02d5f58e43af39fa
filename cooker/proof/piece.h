#pragma once

#include "cooker/proof/lanes.h"

namespace lodcook::proof {

/// A convex piece of a triangle: three or four corners; lanes beyond the last repeat the first.
struct Piece {
  Lanes x, y, z;
  int corners = 3;

  [[nodiscard]] Vec3f corner(int i) const noexcept { return {x[i], y[i], z[i]}; }
  [[nodiscard]] Vec3f center() const noexcept {
    Vec3f sum{0, 0, 0};
    for (int i = 0; i < corners; ++i) sum = sum + corner(i);
    return sum * (1.0F / static_cast<float>(corners));
  }
};

inline Piece make_piece(Vec3f a, Vec3f b, Vec3f c) noexcept {
  return {Lanes{a.x, b.x, c.x, a.x}, Lanes{a.y, b.y, c.y, a.y}, Lanes{a.z, b.z, c.z, a.z}, 3};
}

}  // namespace lodcook::proof
