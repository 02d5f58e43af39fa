#include "cooker/import/polygon.h"

#include <algorithm>
#include <cmath>

namespace lodcook::cooker {
namespace {

Vec3d newell_normal(std::span<const Vec3d> ring) {
  Vec3d n;
  const Vec3d o = ring[0];
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec3d& a = ring[i];
    const Vec3d& b = ring[(i + 1) % ring.size()];
    n.x += (a.y - o.y) * (b.z - o.z) - (a.z - o.z) * (b.y - o.y);
    n.y += (a.z - o.z) * (b.x - o.x) - (a.x - o.x) * (b.z - o.z);
    n.z += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  }
  return n;
}

}  // namespace

double PolygonCutter::cross(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
  const Point &p = points_[a], &q = points_[b], &r = points_[c];
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/// Flattens the ring along its normal, then drops the axis in which it is flattest: the areas keep their signs, and
/// unlike in a turned plane corners on axis-parallel lines stay exactly in line.
bool PolygonCutter::project(std::span<const Vec3d> ring) {
  const Vec3d n = newell_normal(ring);
  const double ax = std::abs(n.x), ay = std::abs(n.y), az = std::abs(n.z);
  points_.resize(ring.size());
  const Vec3d o = ring[0];
  const double square = n.x * n.x + n.y * n.y + n.z * n.z;
  double extent = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    Vec3d p{ring[i].x - o.x, ring[i].y - o.y, ring[i].z - o.z};
    const double height = square > 0 ? (n.x * p.x + n.y * p.y + n.z * p.z) / square : 0;
    p = {p.x - n.x * height, p.y - n.y * height, p.z - n.z * height};
    if (az >= ax && az >= ay)
      points_[i] = n.z >= 0 ? Point{p.x, p.y} : Point{p.y, p.x};
    else if (ax >= ay)
      points_[i] = n.x >= 0 ? Point{p.y, p.z} : Point{p.z, p.y};
    else
      points_[i] = n.y >= 0 ? Point{p.z, p.x} : Point{p.x, p.z};
    extent = std::max({extent, std::abs(points_[i].x), std::abs(points_[i].y)});
  }
  noise_ = 0x1p-23 * extent;
  tolerance_ = 1e-12 * extent * extent;  // below a 32-bit coordinate's step times the extent, above double's rounding
  return ax > 0 || ay > 0 || az > 0;
}

/// Twice the area of a triangle on this side whose height is mere noise.
double PolygonCutter::flatness(std::uint32_t a, std::uint32_t b) const {
  const double x = points_[b].x - points_[a].x, y = points_[b].y - points_[a].y;
  return std::max(tolerance_, noise_ * std::sqrt(x * x + y * y));
}

bool PolygonCutter::cut_fan(std::vector<std::uint32_t>& triangles) const {
  const auto n = static_cast<std::uint32_t>(points_.size());
  // a quad has two fans; longer rings go to the ears when the first fan will not do
  const std::uint32_t starts = n == 4 ? 2 : 1;
  for (std::uint32_t s = 0; s < starts; ++s) {
    bool good = true;
    for (std::uint32_t i = 1; i + 1 < n && good; ++i) good = cross(s, (s + i) % n, (s + i + 1) % n) > tolerance_;
    if (!good) continue;
    for (std::uint32_t i = 1; i + 1 < n; ++i) triangles.insert(triangles.end(), {s, (s + i) % n, (s + i + 1) % n});
    return true;
  }
  return false;
}

std::uint32_t PolygonCutter::column(double x) const {
  return static_cast<std::uint32_t>(std::min(side_ - 1.0, std::max(0.0, (x - low_.x) / cell_.x)));
}

std::uint32_t PolygonCutter::row(double y) const {
  return static_cast<std::uint32_t>(std::min(side_ - 1.0, std::max(0.0, (y - low_.y) / cell_.y)));
}

/// Only corners that turn inward or run straight can lie in another corner's ear, and cutting ears makes no new ones.
void PolygonCutter::build_grid() {
  const auto n = static_cast<std::uint32_t>(points_.size());
  Point high = low_ = points_[0];
  std::vector<std::uint32_t> inward;
  for (std::uint32_t i = 0; i < n; ++i) {
    low_ = {std::min(low_.x, points_[i].x), std::min(low_.y, points_[i].y)};
    high = {std::max(high.x, points_[i].x), std::max(high.y, points_[i].y)};
    if (cross(previous_[i], i, next_[i]) <= flatness(previous_[i], next_[i])) inward.push_back(i);
  }
  side_ = std::max(1U, static_cast<std::uint32_t>(std::sqrt(static_cast<double>(inward.size()))));
  cell_ = {std::max((high.x - low_.x) / side_, 1e-300), std::max((high.y - low_.y) / side_, 1e-300)};
  cell_begin_.assign(std::size_t{side_} * side_ + 1, 0);
  const auto cell_of = [&](std::uint32_t v) { return row(points_[v].y) * side_ + column(points_[v].x); };
  for (const std::uint32_t v : inward) ++cell_begin_[cell_of(v) + 1];
  for (std::size_t i = 1; i < cell_begin_.size(); ++i) cell_begin_[i] += cell_begin_[i - 1];
  cell_points_.resize(inward.size());
  std::vector<std::uint32_t> at(cell_begin_.begin(), cell_begin_.end() - 1);
  for (const std::uint32_t v : inward) cell_points_[at[cell_of(v)]++] = v;
}

bool PolygonCutter::blocks(std::uint32_t v, std::uint32_t a, std::uint32_t b, std::uint32_t c, Rule rule) const {
  if (gone_[v] || v == a || v == b || v == c) return false;
  const double d0 = cross(a, b, v), d1 = cross(b, c, v), d2 = cross(c, a, v);
  if (rule != Rule::strict) return d0 > tolerance_ && d1 > tolerance_ && d2 > tolerance_;
  if (d0 < -tolerance_ || d1 < -tolerance_ || d2 < -flatness(c, a)) return false;
  // the second corner of a bridge to a hole lies on an end of the cut and is no obstacle
  const auto same = [&](std::uint32_t w) { return points_[v].x == points_[w].x && points_[v].y == points_[w].y; };
  return !same(a) && !same(c);
}

bool PolygonCutter::blocked(std::uint32_t a, std::uint32_t b, std::uint32_t c, Rule rule) const {
  const Point &p = points_[a], &q = points_[b], &r = points_[c];
  const std::uint32_t x0 = column(std::min({p.x, q.x, r.x}) - noise_), x1 = column(std::max({p.x, q.x, r.x}) + noise_);
  const std::uint32_t y0 = row(std::min({p.y, q.y, r.y}) - noise_), y1 = row(std::max({p.y, q.y, r.y}) + noise_);
  for (std::uint32_t y = y0; y <= y1; ++y)
    for (std::uint32_t i = cell_begin_[y * side_ + x0]; i < cell_begin_[y * side_ + x1 + 1]; ++i)
      if (blocks(cell_points_[i], a, b, c, rule)) return true;
  return false;
}

bool PolygonCutter::is_ear(std::uint32_t v, Rule rule) const {
  if (rule == Rule::any) return true;
  const std::uint32_t a = previous_[v], c = next_[v];
  if (cross(a, v, c) <= (rule == Rule::strict ? flatness(a, c) : 0)) return false;
  return !blocked(a, v, c, rule);
}

bool PolygonCutter::cut_ears(std::vector<std::uint32_t>& triangles) {
  const auto n = static_cast<std::uint32_t>(points_.size());
  previous_.resize(n);
  next_.resize(n);
  gone_.assign(n, 0);
  for (std::uint32_t i = 0; i < n; ++i) {
    previous_[i] = (i + n - 1) % n;
    next_[i] = (i + 1) % n;
  }
  build_grid();
  bool exact = true;
  Rule rule = Rule::strict;
  std::uint32_t left = n, v = 0, tries = 0, relaxed = 0;
  while (left > 2) {
    if (!is_ear(v, rule)) {
      v = next_[v];
      if (++tries < left) continue;
      rule = rule == Rule::strict ? Rule::touching : Rule::any;
      ++relaxed;
      tries = 0;
      continue;
    }
    const std::uint32_t a = previous_[v], c = next_[v];
    exact = exact && cross(a, v, c) >= -tolerance_;
    triangles.insert(triangles.end(), {a, v, c});
    gone_[v] = 1;
    next_[a] = c;
    previous_[c] = a;
    v = next_[c];  // leaving every other corner for later keeps the triangles from becoming one long fan
    --left;
    tries = 0;
    // a ring of nothing but flat corners would be searched in vain for each of them
    if (rule == Rule::any || relaxed < 64) rule = relaxed < 64 ? Rule::strict : Rule::touching;
  }
  return exact;
}

bool PolygonCutter::cut(std::span<const Vec3d> ring, std::vector<std::uint32_t>& triangles) {
  if (ring.size() < 3) return true;
  if (ring.size() == 3) {
    triangles.insert(triangles.end(), {0, 1, 2});
    return true;
  }
  const bool flat = !project(ring);
  if (!flat && cut_fan(triangles)) return true;
  return cut_ears(triangles);
}

}  // namespace lodcook::cooker
