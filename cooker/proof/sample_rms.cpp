#include "cooker/proof/sample_rms.h"

#include <cmath>

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

std::vector<SurfacePoint> spread_points(const Surface& surface, std::uint32_t count) {
  std::vector<SurfacePoint> points;
  double total = 0;
  std::vector<double> areas;
  areas.reserve(surface.triangle_count());
  for (std::uint32_t t = 0; t < surface.triangle_count(); ++t) total += areas.emplace_back(area2(surface, t));
  if (!(total > 0) || count == 0) return points;
  points.reserve(count);
  double passed = 0;
  std::uint32_t triangle = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double wanted = total * (i + 0.5) / count;
    while (triangle + 1 < areas.size() && passed + areas[triangle] < wanted) passed += areas[triangle++];
    points.push_back({point_in(surface, triangle, i), triangle});
  }
  return points;
}

}  // namespace lodcook::proof
