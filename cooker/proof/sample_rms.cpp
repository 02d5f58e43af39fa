#include "cooker/proof/sample_rms.h"

#include <cmath>
#include <limits>

namespace lodcook::proof {
namespace {

double area2(const Surface& s, std::uint32_t t) {
  const Vec3f n = cross(s.record(t).ab, s.record(t).ac);
  return std::sqrt(double{dot(n, n)});
}

/// Fractions i * g mod 1 of two irrational steps fill the unit square evenly (R2 sequence of Roberts: the powers of the
/// root of x^3 = x + 1).
Vec3f point_in(const Surface& s, std::uint32_t t, std::uint32_t i) {
  const double a = std::fmod(0.5 + 0.7548776662466927 * i, 1.0), b = std::fmod(0.5 + 0.5698402909980532 * i, 1.0);
  const double root = std::sqrt(a);
  return s.corner(t, 0) * static_cast<float>(1 - root) + s.corner(t, 1) * static_cast<float>(root * (1 - b)) +
         s.corner(t, 2) * static_cast<float>(root * b);
}

}  // namespace

double sample_rms(const Surface& from, const Surface& to, std::uint32_t count) {
  double total = 0;
  for (std::uint32_t t = 0; t < from.triangle_count(); ++t) total += area2(from, t);
  if (!(total > 0) || count == 0) return 0;
  double sum = 0, passed = 0;
  std::uint32_t triangle = 0, hint = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double wanted = total * (i + 0.5) / count;
    while (triangle + 1 < from.triangle_count() && passed + area2(from, triangle) < wanted) {
      passed += area2(from, triangle++);
    }
    const Vec3f p = point_in(from, triangle, i);
    float best = distance2(to.record(hint), p) * 1.0001F;
    to.nearest(p, best, hint);
    sum += double{best};
  }
  return std::sqrt(sum / count);
}

}  // namespace lodcook::proof
