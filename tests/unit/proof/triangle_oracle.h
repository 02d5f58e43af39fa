#pragma once

#include <array>
#include <cmath>
#include <cstddef>

/// Point to triangle in double, sharing no code with the proof.
namespace lodcook::test {

struct D3 {
  double x, y, z;
};

inline D3 sub(D3 a, D3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline D3 add(D3 a, D3 b, double s) { return {a.x + b.x * s, a.y + b.y * s, a.z + b.z * s}; }
inline double dot3(D3 a, D3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline D3 cross3(D3 a, D3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline double length(D3 a) { return std::sqrt(dot3(a, a)); }

inline double to_segment(D3 p, D3 a, D3 b) {
  const D3 e = sub(b, a);
  const double l = dot3(e, e);
  const double t = l > 0 ? std::fmin(1, std::fmax(0, dot3(sub(p, a), e) / l)) : 0;
  return length(sub(p, add(a, e, t)));
}

inline double to_triangle(D3 p, const std::array<D3, 3>& t) {
  double best = std::fmin(to_segment(p, t[0], t[1]), std::fmin(to_segment(p, t[1], t[2]), to_segment(p, t[2], t[0])));
  D3 n = cross3(sub(t[1], t[0]), sub(t[2], t[0]));
  const double area = length(n);
  if (area < 1e-14) return best;
  n = {n.x / area, n.y / area, n.z / area};
  const double height = dot3(sub(p, t[0]), n);
  const D3 q = add(p, n, -height);
  for (std::size_t k = 0; k < 3; ++k) {
    if (dot3(cross3(sub(t[(k + 1) % 3], t[k]), sub(q, t[k])), n) < 0) return best;
  }
  return std::fmin(best, std::fabs(height));
}

}  // namespace lodcook::test
