#include "cooker/proof/cover.h"

#include <algorithm>

namespace lodcook::proof {
namespace {

constexpr int max_depth = 60;  // halvings after which float coordinates no longer change
constexpr int max_steps = 16;  // triangles walked before an exact search is cheaper
/// Walking pays only where the triangle is not small against the radius: longest edge over 0.35 r, squared.
constexpr float walk_factor2 = 0.12F;
/// A piece this much longer than the triangle (squared) is halved rather than cut along edges.
constexpr float span_factor2 = 6.0F;
/// Exact distances are lowered by this before they count as found, and searches begin this much above the hint's
/// distance, so that rounding never makes L larger than a true distance.
constexpr float search_above = 1.0001F, found_below = 0.9999F;
constexpr float folded_cosine = -0.2F;
/// The plane between two triangles that are not folded leans by at most half of acos(-0.2) from the one over the edge:
/// the square of its tangent, and a little for rounding.
constexpr float lean2 = 1.51F;

float farthest2(const TriangleRecord& r, const Piece& p, Lanes& squared) noexcept {
  squared = distance2(r, p.x, p.y, p.z);
  return largest(squared);
}

void set_corner(Piece& p, int i, Vec3f v) noexcept {
  p.x[i] = v.x;
  p.y[i] = v.y;
  p.z[i] = v.z;
}

void finish(Piece& p) noexcept {
  for (int i = p.corners; i < 4; ++i) set_corner(p, i, p.corner(0));
}

/// The first three or four of `count` corners of a convex polygon.
Piece first_part(const Vec3f* corners, int count) noexcept {
  Piece p;
  p.corners = count > 3 ? 4 : 3;
  for (int i = 0; i < p.corners; ++i) set_corner(p, i, corners[i]);
  finish(p);
  return p;
}

int longest_edge(const Piece& p) noexcept {
  int longest = 0;
  float length2 = -1;
  for (int i = 0; i < p.corners; ++i) {
    const Vec3f edge = p.corner((i + 1) % p.corners) - p.corner(i);
    if (dot(edge, edge) > length2) {
      length2 = dot(edge, edge);
      longest = i;
    }
  }
  return longest;
}

/// The corners from `first` round to `last`, and `middle` before them.
Piece fan_part(const Piece& p, Vec3f middle, int first, int last) noexcept {
  Piece out;
  out.corners = 0;
  set_corner(out, out.corners++, middle);
  for (int k = first;; k = (k + 1) % p.corners) {
    set_corner(out, out.corners++, p.corner(k));
    if (k == last) break;
  }
  finish(out);
  return out;
}

/// Squared radius of a piece about a point.
float radius2(const Piece& p, Vec3f center) noexcept {
  const Lanes x = p.x - center.x, y = p.y - center.y, z = p.z - center.z;
  return largest(x * x + y * y + z * z);
}

}  // namespace

Vec3f Piece::center() const noexcept {
  Vec3f sum{0, 0, 0};
  for (int i = 0; i < corners; ++i) sum = sum + corner(i);
  return sum * (1.0F / static_cast<float>(corners));
}

Piece make_piece(Vec3f a, Vec3f b, Vec3f c) noexcept {
  Piece p;
  p.x = Lanes{a.x, b.x, c.x, a.x};
  p.y = Lanes{a.y, b.y, c.y, a.y};
  p.z = Lanes{a.z, b.z, c.z, a.z};
  return p;
}

void Cover::raise(float squared, Vec3f point, Direction direction) noexcept {
  if (!(squared > largest2_)) return;
  largest2_ = squared;
  radius_ = std::max(least_radius_, std::sqrt(squared) * (1 + tolerance_));
  worst_ = point;
  worst_direction_ = direction;
}

bool Cover::fits(const Surface& target, const Piece& p, std::uint32_t triangle, float& value,
                 CornerSides& sides) noexcept {
  ++counts_.pieces;
  const float add = add_.empty() ? 0.0F : add_[triangle];
  const float room = radius_ - add;
  float squared = 0;
  if (room < 0 || !all_within(target.record(triangle), p.x, p.y, p.z, room * room, squared, sides)) {
    return false;
  }
  value = std::sqrt(squared) + add;
  return true;
}

bool Cover::accept(float squared) noexcept {
  if (squared > radius_ * radius_) return false;
  accepted_ = std::max(accepted_, std::sqrt(squared));
  return true;
}

std::uint32_t Cover::cover(const Surface& target, const Piece& piece, std::uint32_t hint, Direction direction) {
  add_ = {};
  soft_ = 1;
  leftovers_ = nullptr;
  return run(target, piece, hint, direction);
}

void Cover::cover_through(const Surface& target, std::span<const float> add, float soft, const Piece& piece,
                          std::uint32_t hint, std::vector<Leftover>& leftovers) {
  add_ = add;
  soft_ = soft;
  leftovers_ = &leftovers;
  run(target, piece, hint, Direction::backward);
}

std::uint32_t Cover::run(const Surface& target, const Piece& piece, std::uint32_t hint, Direction direction) {
  if (leftovers_ == nullptr && recent_surface_ != &target) {
    recent_surface_ = &target;
    std::fill(std::begin(recent_), std::end(recent_), none);
  }
  pending_.clear();
  pending_.push_back({piece, hint});
  std::uint32_t last = hint;
  while (!pending_.empty()) {
    Cursor at = pending_.back();
    pending_.pop_back();
    at.steps = at.retries = 0;
    last = settle(target, at, direction, last);
  }
  return last;
}

/// Accepts the piece, or parts of it after putting the rest on the pending stack.
std::uint32_t Cover::settle(const Surface& target, Cursor& at, Direction direction, std::uint32_t last) {
  while (true) {
    float value = 0;
    CornerSides sides;
    const bool fitting = fits(target, at.piece, at.triangle, value, sides);
    if (fitting && value <= radius_ * soft_) {
      accepted_ = std::max(accepted_, value);
      return at.triangle;
    }
    if (counts_.pieces > budget_ || at.depth > max_depth) {
      if (leftovers_ != nullptr) {
        leftovers_->push_back({at.piece, at.triangle});
      } else {
        give_up(target, at.piece, at.triangle);
      }
      return last;
    }
    if (step_over_edges(target, at, sides)) continue;
    if (fitting) {
      accepted_ = std::max(accepted_, value);
      return at.triangle;
    }
    if (leftovers_ != nullptr) {
      leftovers_->push_back({at.piece, at.triangle});
      return last;
    }
    if (const std::uint32_t recent = accept_recent(target, at); recent != none) return recent;
    if (const std::uint32_t nearest = accept_nearest(target, at, direction); nearest != none) return nearest;
  }
}

/// Accepts a piece with what one more search proves of it: true, only larger than need be.
void Cover::give_up(const Surface& target, const Piece& piece, std::uint32_t hint) {
  const Vec3f center = piece.center();
  float best = distance2(target.record(hint), center) * search_above;
  std::uint32_t nearest = hint;
  target.nearest(center, best, nearest);
  Lanes squared;
  const float whole = std::sqrt(farthest2(target.record(nearest), piece, squared));
  accepted_ = std::max(accepted_, std::min(whole, std::sqrt(best) + std::sqrt(radius2(piece, center))));
  ++counts_.queries;
  ++counts_.exhausted;
}

/// Moves to the triangle beyond an edge that the whole piece is outside of, or cuts the piece along that edge's plane.
bool Cover::step_over_edges(const Surface& target, Cursor& at, const CornerSides& sides) {
  const TriangleRecord& r = target.record(at.triangle);
  if (at.steps >= max_steps || !(r.longest_edge2 > radius_ * radius_ * walk_factor2)) return false;
  const Vec3f edges[3] = {r.ab, r.ac - r.ab, r.ac * -1.0F}, origins[3] = {r.a, r.a + r.ab, r.a};
  const float inverse2[3] = {r.inverse_ab2, r.inverse_bc2, r.inverse_ac2};
  const float reach2 = sides.known ? lean2 * largest(sides.height * sides.height) : 0;
  for (int e = 0; e < 3; ++e) {
    if (sides.known) {
      const float least = smallest(sides.inside[e]);
      if (least > 0 && least * least * inverse2[e] > reach2) continue;
    }
    const std::uint32_t beyond = target.neighbor(at.triangle, e);
    if (beyond == none) continue;
    const Vec3f other = target.record(beyond).normal;
    const Vec3f n = dot(other, r.normal) > folded_cosine ? r.normal + other : r.normal;
    const Vec3f plane = cross(n, edges[e]);
    const Lanes side = (at.piece.x - origins[e].x) * plane.x + (at.piece.y - origins[e].y) * plane.y +
                       (at.piece.z - origins[e].z) * plane.z;
    const float epsilon = 2e-7F * (std::fabs(plane.x) + std::fabs(plane.y) + std::fabs(plane.z));
    if (bits(side < splat(-epsilon)) == 0) continue;
    if (bits(side > splat(epsilon)) == 0) {
      at.triangle = beyond;
      ++at.steps;
      return true;
    }
    if (radius2(at.piece, at.piece.corner(0)) > span_factor2 * r.longest_edge2) {
      bisect(at, at.triangle);
      return true;
    }
    Piece inner;
    ++at.depth;
    cut(at, side, epsilon, beyond, inner);
    at.piece = inner;
    return true;
  }
  return false;
}

/// Splits a piece along a plane into an inner part and an outer one for the triangle beyond; pentagons become 4 + 3.
void Cover::cut(const Cursor& at, const Lanes& side, float epsilon, std::uint32_t beyond, Piece& inner) {
  Vec3f in[6], out[6];
  int in_count = 0, out_count = 0;
  for (int i = 0; i < at.piece.corners; ++i) {
    const int j = i + 1 == at.piece.corners ? 0 : i + 1;
    const Vec3f a = at.piece.corner(i);
    if (side[i] >= -epsilon) in[in_count++] = a;
    if (side[i] <= epsilon) out[out_count++] = a;
    if ((side[i] > epsilon && side[j] < -epsilon) || (side[i] < -epsilon && side[j] > epsilon)) {
      const Vec3f c = a + (at.piece.corner(j) - a) * (side[i] / (side[i] - side[j]));
      in[in_count++] = c;
      out[out_count++] = c;
    }
  }
  const auto push = [&](const Vec3f* corners, int count, std::uint32_t triangle) {
    pending_.push_back({first_part(corners, count), triangle, at.depth});
  };
  const auto push_rest = [&](const Vec3f* corners, std::uint32_t triangle) {
    const Vec3f rest[3] = {corners[0], corners[3], corners[4]};
    push(rest, 3, triangle);
  };
  if (out_count > 4) push_rest(out, beyond);
  push(out, out_count, beyond);
  if (in_count > 4) push_rest(in, at.triangle);
  inner = first_part(in, in_count);
}

/// Halves a piece at the middle of its longest edge; the second half waits with its own hint.
void Cover::bisect(Cursor& at, std::uint32_t other_hint) {
  const Piece& p = at.piece;
  const int from = longest_edge(p), to = (from + 1) % p.corners;
  const Vec3f middle = (p.corner(from) + p.corner(to)) * 0.5F;
  int opposite = (to + p.corners / 2) % p.corners;
  if (opposite == from) opposite = (from + 2) % p.corners;
  const Piece a = fan_part(p, middle, to, opposite), b = fan_part(p, middle, opposite, from);
  ++at.depth;
  pending_.push_back({b, other_hint, at.depth});
  at.piece = a;
}

std::uint32_t Cover::accept_recent(const Surface& target, const Cursor& at) {
  for (unsigned i = 1; i <= 4; ++i) {
    const std::uint32_t t = recent_[(recent_at_ - i) & 3U];
    if (t == none || t == at.triangle) continue;
    float value = 0;
    CornerSides sides;
    if (!fits(target, at.piece, t, value, sides)) continue;
    accepted_ = std::max(accepted_, value);
    return t;
  }
  return none;
}

/// Searches from the centre, then from the worst corner; raises L by what it finds. Gives none where the piece has to
/// be tried again, with a better hint or halved.
std::uint32_t Cover::accept_nearest(const Surface& target, Cursor& at, Direction direction) {
  const Vec3f center = at.piece.center();
  const float rho2 = radius2(at.piece, center);
  const float stop = radius_ - std::sqrt(rho2);
  float best = distance2(target.record(at.triangle), center) * search_above;
  std::uint32_t near_center = at.triangle;
  ++counts_.queries;
  if (target.nearest(center, best, near_center, stop > 0 ? stop * stop * 0.999F : -1.0F)) {
    raise(best * found_below, center, direction);
  }
  Lanes squared;
  const float farthest = farthest2(target.record(near_center), at.piece, squared);
  ++counts_.pieces;
  if (accept(farthest)) {
    remember(near_center);
    return near_center;
  }
  if (rho2 > radius_ * radius_ * 0.25F) {
    remember(near_center);
    bisect(at, near_center);
    at.triangle = near_center;
    at.steps = at.retries = 0;
    return none;
  }
  int worst = 0;
  for (int i = 1; i < at.piece.corners; ++i) {
    if (squared[i] > squared[worst]) worst = i;
  }
  const Vec3f corner = at.piece.corner(worst);
  best = farthest * search_above;
  std::uint32_t near_corner = near_center;
  ++counts_.queries;
  target.nearest(corner, best, near_corner);
  raise(std::min(best, farthest) * found_below, corner, direction);
  remember(near_center);
  if (accept(farthest)) return near_center;
  remember(near_corner);
  if (near_center != at.triangle && at.retries < 1) {
    at.triangle = near_center;
    at.steps = 0;
    ++at.retries;
    ++at.depth;
    return none;
  }
  bisect(at, near_corner);
  at.triangle = near_center;
  at.steps = at.retries = 0;
  return none;
}

}  // namespace lodcook::proof
