#include "tests/oracle/silhouette.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lodcook::test {

namespace {

/// Pixels for a length of 1 at a distance of 1.
const double pixels_per_length = image_height / (2 * std::tan(std::numbers::pi / 6));

constexpr int width = image_width * samples_per_pixel, height = image_height * samples_per_pixel;

D3 unit(D3 a) {
  const double l = length(a);
  return {a.x / l, a.y / l, a.z / l};
}

double pixel_of(int sample) { return (sample + 0.5) / samples_per_pixel; }
int first_sample(double pixel, int end) {
  return static_cast<int>(std::clamp(std::floor(pixel * samples_per_pixel - 0.5), 0.0, double(end)));
}

double cross2(P2 a, P2 b, P2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

bool holds(const std::array<P2, 3>& t, P2 p) {
  const double u = cross2(t[0], t[1], p), v = cross2(t[1], t[2], p), w = cross2(t[2], t[0], p);
  return (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
}

double to_edge(P2 a, P2 b, P2 p) { return to_segment({p.x, p.y, 0}, {a.x, a.y, 0}, {b.x, b.y, 0}); }

double outside(double a, double b, double c, double at) {
  return std::max({0.0, std::min({a, b, c}) - at, at - std::max({a, b, c})});
}

/// Nothing of the triangle is nearer.
double to_box(const std::array<P2, 3>& t, P2 p) {
  return std::max(outside(t[0].x, t[1].x, t[2].x, p.x), outside(t[0].y, t[1].y, t[2].y, p.y));
}

double to_triangle2(const std::array<P2, 3>& t, P2 p) {
  const double edges = std::min({to_edge(t[0], t[1], p), to_edge(t[1], t[2], p), to_edge(t[2], t[0], p)});
  const bool flat = cross2(t[0], t[1], t[2]) == 0;
  return !flat && holds(t, p) ? 0 : edges;
}

}  // namespace

double stretch_at(int x, int y) {
  const double far = std::hypot(pixel_of(x) - image_width / 2.0, pixel_of(y) - image_height / 2.0);
  const double tangent = far / pixels_per_length;
  return 1 + tangent * tangent;
}

View view_from(D3 direction, D3 center, double distance) {
  const D3 out = unit(direction);
  View view;
  view.eye = add(center, out, distance);
  view.forward = {-out.x, -out.y, -out.z};
  view.right = unit(cross3(view.forward, std::fabs(out.y) < 0.9 ? D3{0, 1, 0} : D3{1, 0, 0}));
  view.up = cross3(view.right, view.forward);
  return view;
}

Silhouette::Silhouette(const Shape& shape, const View& view) {
  const double scale = pixels_per_length;
  std::vector<P2> points;
  points.reserve(shape.positions.size());
  for (const Vec3f p : shape.positions) {
    const D3 d = sub({p.x, p.y, p.z}, view.eye);
    const double z = dot3(d, view.forward);
    points.push_back(
        {image_width / 2.0 + scale * dot3(d, view.right) / z, image_height / 2.0 - scale * dot3(d, view.up) / z});
  }
  low_x_ = width, low_y_ = height;
  for (std::size_t i = 0; i < shape.indices.size(); i += 3) {
    triangles_.push_back({points[shape.indices[i]], points[shape.indices[i + 1]], points[shape.indices[i + 2]]});
    for (const P2 p : triangles_.back()) {
      low_x_ = std::min(low_x_, first_sample(p.x, width));
      low_y_ = std::min(low_y_, first_sample(p.y, height));
      high_x_ = std::max(high_x_, first_sample(p.x, width - 1) + 1);
      high_y_ = std::max(high_y_, first_sample(p.y, height - 1) + 1);
    }
  }
  low_x_ = low_x_ / 8 * 8, high_x_ = (high_x_ + 7) / 8 * 8;
  high_x_ = std::max(high_x_, low_x_), high_y_ = std::max(high_y_, low_y_);
  mask_.assign(static_cast<std::size_t>(high_x_ - low_x_) * static_cast<std::size_t>(high_y_ - low_y_), 0);
  for (const auto& t : triangles_) draw(t);
}

void Silhouette::draw(const std::array<P2, 3>& t) {
  const auto [top, bottom] = std::minmax({t[0].y, t[1].y, t[2].y});
  const int y1 = std::min(first_sample(bottom, height - 1) + 1, high_y_);
  for (int y = first_sample(top, height - 1); y < y1; ++y) {
    const double row = pixel_of(y);
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (std::size_t k = 0; k < 3; ++k) {
      const P2 a = t[k], b = t[(k + 1) % 3];
      if (std::min(a.y, b.y) > row || std::max(a.y, b.y) < row || a.y == b.y) continue;
      const double x = a.x + (b.x - a.x) * (row - a.y) / (b.y - a.y);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    // a little wide, so that no sample falls between two triangles that share an edge
    constexpr double rounding = 1e-6;
    const double first = std::max(std::ceil(left * samples_per_pixel - 0.5 - rounding), double(low_x_));
    const double last =
        std::min(std::floor(right * samples_per_pixel - 0.5 + rounding), std::min(width, high_x_) - 1.0);
    if (first > last) continue;
    std::memset(&mask_[index(static_cast<int>(first), y)], 1, static_cast<std::size_t>(last - first) + 1);
  }
}

std::vector<std::array<int, 2>> Silhouette::outline(double margin) const {
  constexpr std::uint64_t full = 0x0101010101010101U;
  const int rim = static_cast<int>(margin * samples_per_pixel);
  std::vector<std::array<int, 2>> out;
  for (int y = std::max(low_y_, rim); y < std::min(high_y_, height - rim); ++y) {
    for (int x8 = low_x_; x8 < high_x_; x8 += 8) {
      const std::uint64_t here = eight(x8, y);
      if (here == 0) continue;
      const bool inside = (here & eight(x8, y - 1) & eight(x8, y + 1)) == full;
      if (inside && covers(x8 - 1, y) && covers(x8 + 8, y)) continue;
      for (int x = std::max(x8, rim); x < std::min(x8 + 8, width - rim); ++x) {
        if (!covers(x, y)) continue;
        if (!covers(x - 1, y) || !covers(x + 1, y) || !covers(x, y - 1) || !covers(x, y + 1)) out.push_back({x, y});
      }
    }
  }
  return out;
}

bool Silhouette::has_sampled_gap_near(int x, int y, double radius) const {
  const int reach = static_cast<int>(radius * samples_per_pixel);
  if (!covers(x, y)) return true;
  for (int ring = 1; ring <= reach; ++ring) {
    for (int i = -ring; i <= ring; ++i) {
      const double far2 = double(ring) * ring + double(i) * i;
      if (far2 > radius * radius * samples_per_pixel * samples_per_pixel) continue;
      if (!covers(x + i, y - ring) || !covers(x + i, y + ring) || !covers(x - ring, y + i) ||
          !covers(x + ring, y + i)) {
        return true;
      }
    }
  }
  return false;
}

bool Silhouette::has_gap_near(int x, int y, double radius) const {
  if (has_sampled_gap_near(x, y, radius)) return true;
  const P2 center{pixel_of(x), pixel_of(y)};
  std::vector<std::array<P2, 3>> near;
  for (const auto& t : triangles_) {
    if (to_box(t, center) <= radius) near.push_back(t);
  }
  constexpr int finer = 4 * samples_per_pixel;
  const int reach = static_cast<int>(radius * finer);
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) {
      if (std::hypot(dx, dy) > reach) continue;
      const P2 p{center.x + double(dx) / finer, center.y + double(dy) / finer};
      const auto covers_p = [&](const std::array<P2, 3>& t) { return to_box(t, p) == 0 && holds(t, p); };
      if (std::none_of(near.begin(), near.end(), covers_p)) return true;
    }
  }
  return false;
}

double Silhouette::deepest_gap_near(int x, int y, double radius) const {
  const int reach = static_cast<int>(radius * samples_per_pixel);
  double deepest = 0;
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) {
      if (std::hypot(dx, dy) <= radius * samples_per_pixel) {
        deepest = std::max(deepest, distance(x + dx, y + dy, radius));
      }
    }
  }
  return deepest;
}

double Silhouette::distance(int x, int y, double enough) const {
  if (covers(x, y)) return 0;
  const int reach = static_cast<int>(enough * samples_per_pixel);
  double best = std::numeric_limits<double>::infinity();
  for (int dy = -reach; dy <= reach; ++dy) {
    for (int dx = -reach; dx <= reach; ++dx) {
      const double far = std::hypot(dx, dy) / samples_per_pixel;
      if (far < best && covers(x + dx, y + dy)) best = far;
    }
  }
  if (best <= enough) return best;
  const P2 p{pixel_of(x), pixel_of(y)};
  for (const auto& t : triangles_) {
    if (to_box(t, p) < best) best = std::min(best, to_triangle2(t, p));
  }
  return best;
}

}  // namespace lodcook::test
