#include "cooker/proof/cover.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cooker/proof/cut_piece.h"

namespace lodcook::proof {
namespace {

constexpr int max_depth = 60;  // halvings after which float coordinates no longer change
constexpr int max_steps = 16;  // triangles walked before an exact search is cheaper
/// Walking pays only where the triangle is not small against the radius: longest edge over 0.35 r, squared.
constexpr float walk_factor2 = 0.12F;
/// A piece this much longer than the triangle (squared) is halved rather than cut along edges.
constexpr float span_factor2 = 12.0F;
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

/// The edges of a triangle, those first that the corners reach farthest beyond: cutting there first leaves a quarter
/// fewer pieces. `inverse2`: inverse squared lengths of the edges.
std::array<int, 3> cutting_order(const CornerSides& sides, const float (&inverse2)[3]) noexcept {
  std::array<int, 3> order{0, 1, 2};
  if (!sides.known) return order;
  float reach2[3];
  for (int e = 0; e < 3; ++e) {
    const float least = std::min(0.0F, smallest(sides.inside[e]));
    reach2[e] = least * least * inverse2[e];
  }
  const auto farther = [&](int i, int k) { return reach2[i] > reach2[k]; };
  if (farther(order[1], order[0])) std::swap(order[0], order[1]);
  if (farther(order[2], order[1])) std::swap(order[1], order[2]);
  if (farther(order[1], order[0])) std::swap(order[0], order[1]);
  return order;
}

/// Squared radius of a piece about a point.
float radius2(const Piece& p, Vec3f center) noexcept {
  const Lanes x = p.x - center.x, y = p.y - center.y, z = p.z - center.z;
  return largest(x * x + y * y + z * z);
}

}  // namespace

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
  const Lanes a = load(&r.a.x), ab = load(&r.ab.x), ac = load(&r.ac.x), normal = load(&r.normal.x);
  const Lanes edges[3] = {ab, ac - ab, splat(0) - ac}, origins[3] = {a, a + ab, a};
  const float inverse2[3] = {r.inverse_ab2, r.inverse_bc2, r.inverse_ac2};
  const float reach2 = sides.known ? lean2 * largest(sides.height * sides.height) : 0;
  for (const int e : cutting_order(sides, inverse2)) {
    if (sides.known) {
      const float least = smallest(sides.inside[e]);
      if (least > 0 && least * least * inverse2[e] > reach2) continue;
    }
    const std::uint32_t beyond = target.neighbor(at.triangle, e);
    if (beyond == none) continue;
    const TriangleRecord& other = target.record(beyond);
    const Lanes n = dot(other.normal, r.normal) > folded_cosine ? normal + load(&other.normal.x) : normal;
    const Lanes plane = cross3(n, edges[e]), origin = origins[e];
    const Lanes side = (at.piece.x - every<0>(origin)) * every<0>(plane) +
                       (at.piece.y - every<1>(origin)) * every<1>(plane) +
                       (at.piece.z - every<2>(origin)) * every<2>(plane);
    const float epsilon = 2e-7F * (std::fabs(plane[0]) + std::fabs(plane[1]) + std::fabs(plane[2]));
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
    cut(at, side, epsilon, beyond);
    return true;
  }
  return false;
}

/// Splits a piece along a plane into an inner part and an outer one for the triangle beyond; pentagons become 4 + 3.
void Cover::cut(Cursor& at, const Lanes& side, float epsilon, std::uint32_t beyond) {
  const CutPiece parts(at.piece, side, epsilon);
  ++at.depth;
  if (parts.is_crossed_twice()) return bisect(at, beyond);
  const auto push = [&](const Piece& piece, std::uint32_t triangle) {
    pending_.push_back({piece, triangle, at.depth});
  };
  if (parts.outer().count > 4) push(parts.rest(parts.outer()), beyond);
  push(parts.first(parts.outer()), beyond);
  if (parts.inner().count > 4) push(parts.rest(parts.inner()), at.triangle);
  at.piece = parts.first(parts.inner());
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
