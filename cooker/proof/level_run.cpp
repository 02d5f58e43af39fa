#include "cooker/proof/level_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cooker/proof/cover.h"
#include "cooker/proof/open_triangles.h"
#include "cooker/proof/triangle_map.h"

namespace lodcook::proof {
namespace {

/// Each cut rounds a corner to float: at most this much, in units of the extent, over all cuts of a piece.
constexpr double bound_slack = 1e-6, measured_slack = 2e-7;
/// A piece proven through the parent level is accepted early only up to this part of the radius: small sums save direct
/// work at the next level.
constexpr float chain_soft = 0.8F;
/// An elder is asked where its bound is at most this part of the radius.
constexpr float elder_radius = 0.4F;
constexpr float probe_above = 1.0001F, probe_below = 0.9999F;
constexpr std::size_t spread_probes = 128;

/// Whether all corners of triangle `t` of `s` are within `limit` of one triangle; then `distance` is that of the
/// farthest, else something that it is not below.
bool corners_within(const Surface& s, std::uint32_t t, const TriangleRecord& r, float limit, float& distance) {
  const Vec3f a = s.corner(t, 0), b = s.corner(t, 1), c = s.corner(t, 2);
  float squared = 0;
  const bool within = all_within(r, Lanes{a.x, b.x, c.x, a.x}, Lanes{a.y, b.y, c.y, a.y}, Lanes{a.z, b.z, c.z, a.z},
                                 limit * limit, squared);
  distance = std::sqrt(squared);
  return within;
}

Piece piece_of(const Surface& s, std::uint32_t t) { return make_piece(s.corner(t, 0), s.corner(t, 1), s.corner(t, 2)); }

std::uint64_t budget(const ProofOptions& options, const Surface& level0, const Surface& level) {
  const double triangles = double{1} * level0.triangle_count() + level.triangle_count();
  return static_cast<std::uint64_t>(options.budget_pieces + options.budget_pieces_per_triangle * triangles);
}

/// The proof of one level; lives for one call.
class LevelRun {
 public:
  LevelRun(ChainState& state, const Surface& level, float at_least)
      : s_(state),
        level_(level),
        parent_(state.parent()),
        cover_(state.options.tolerance, budget(state.options, state.level0, level), at_least) {}

  LevelProof run() {
    s_.maps.push_back(map_triangles(parent_, level_));
    probe_spread();
    quick_forward();
    quick_backward();
    probe_picks();
    cover_forward();
    cover_backward();
    LevelProof proof;
    proof.samples = static_cast<std::uint32_t>(s_.level0_points.size());
    if (proof.samples > 0) proof.rms = rms(proof.samples);
    proof.measured = std::max(0.0, double{cover_.found()} - measured_slack);
    proof.bound = std::max(double{accepted_}, double{cover_.found()}) + bound_slack;
    proof.exhausted = cover_.counts().exhausted;
    proof.corner_tests = cover_.counts().pieces;
    proof.queries = cover_.counts().queries + probes_;
    proof.worst_point = cover_.worst_point();
    proof.worst_direction = cover_.worst_direction();
    if (cover_.found2() > 0 && proof.worst_direction == Direction::forward) {
      s_.has_previous_worst = true;
      s_.previous_worst = proof.worst_point;
    }
    return proof;
  }

  std::vector<float> take_errors() { return std::move(errors_); }

 private:
  std::uint32_t hint_of(std::uint32_t t) { return s_.hint_of(t); }

  /// The worse direction's; searches begin at the hints that the proof leaves.
  double rms(std::uint32_t samples) {
    const auto on_level = [this](std::uint32_t t) { return hint_of(t); };
    const auto on_level0 = [this](std::uint32_t t) { return by_kept_vertex(level_, t, s_.level0); };
    return std::max(rms_distance(s_.level0_points, level_, on_level),
                    rms_distance(spread_points(level_, samples), s_.level0, on_level0));
  }

  /// Raises L by the distance of a point, unless something nearer than L turns up first.
  void probe(const Surface& target, Vec3f p, std::uint32_t& hint, Direction direction) {
    float best = distance2(target.record(hint), p);
    if (best <= cover_.found2()) return;
    best *= probe_above;
    ++probes_;
    if (target.nearest(p, best, hint, cover_.found2())) cover_.raise(best * probe_below, p, direction);
  }

  void probe_spread() {
    if (s_.has_previous_worst) {
      std::uint32_t hint = 0;
      probe(level_, s_.previous_worst, hint, Direction::forward);
    }
    const std::uint32_t count = s_.level0.triangle_count();
    const auto stride = std::max<std::uint32_t>(1, count / static_cast<std::uint32_t>(spread_probes));
    for (std::uint32_t t = stride / 2; t < count; t += stride) {
      std::uint32_t hint = hint_of(t);
      probe(level_, s_.level0.corner(t, 0), hint, Direction::forward);
      probe(level_, s_.level0.centroid(t), hint, Direction::forward);
    }
  }

  /// One triangle of level 0 against its hint, or the last triangle that helped.
  void quick_triangle(std::uint32_t t) {
    std::uint32_t hint = hint_of(t);
    float distance = 0;
    bool within = corners_within(s_.level0, t, level_.record(hint), cover_.radius(), distance);
    if (distance > 2 * cover_.radius() && last_good_ != none && last_good_ != hint) {
      float other = 0;
      within = corners_within(s_.level0, t, level_.record(last_good_), cover_.radius(), other);
      if (other < distance) {
        distance = other;
        hint = s_.hints[t] = last_good_;
      }
    }
    if (within) {
      accepted_ = std::max(accepted_, distance);
      last_good_ = hint;
    } else {
      forward_.push_back({distance, t, hint});
    }
  }

  /// Whether all of a box's corners, or four triangles' corners, are within the radius of one triangle.
  bool quick_eight(const TriangleRecord& r, const Lanes (&x)[2], const Lanes (&y)[2], const Lanes (&z)[2]) {
    const float limit2 = cover_.radius() * cover_.radius();
    float first = 0, second = 0;
    if (!all_within(r, x[0], y[0], z[0], limit2, first) || !all_within(r, x[1], y[1], z[1], limit2, second))
      return false;
    accepted_ = std::max(accepted_, std::sqrt(std::max(first, second)));
    return true;
  }

  bool quick_four(Four four, std::uint32_t first, const TriangleRecord& r) {
    if (four == no_four) return false;
    const std::uint32_t* const corners = s_.level0.corners(first);
    Lanes x[2], y[2], z[2];
    for (int i = 0; i < 8; ++i) {
      const Vec3f p = s_.level0.position(corners[four >> (4 * i) & 15U]);
      x[i / 4][i % 4] = p.x;
      y[i / 4][i % 4] = p.y;
      z[i / 4][i % 4] = p.z;
    }
    return quick_eight(r, x, y, z);
  }

  bool quick_box(const BoxGroup& g, int box, const TriangleRecord& r) {
    const int h = box / 4, i = box % 4;
    const float lx = g.low_x[h][i], hx = g.high_x[h][i], ly = g.low_y[h][i], hy = g.high_y[h][i];
    const Lanes x[2] = {{lx, hx, lx, hx}, {lx, hx, lx, hx}}, y[2] = {{ly, ly, hy, hy}, {ly, ly, hy, hy}};
    const Lanes z[2] = {splat(g.low_z[h][i]), splat(g.high_z[h][i])};
    return quick_eight(r, x, y, z);
  }

  static float diagonal2(const BoxGroup& g, int box) {
    const int h = box / 4, i = box % 4;
    const Vec3f d{g.high_x[h][i] - g.low_x[h][i], g.high_y[h][i] - g.low_y[h][i], g.high_z[h][i] - g.low_z[h][i]};
    return dot(d, d);
  }

  void quick_forward() {
    if (s_.has_parent && s_.fours.empty()) s_.fours = make_fours(s_.level0);
    quick_group(s_.level0.tree_height() - 1, 0);
  }

  /// The tree of level 0 from the root: whole boxes where they are small against the radius, then fours, then single
  /// triangles. As deep as the tree is high.
  void quick_group(std::size_t height, std::size_t index) {
    const Surface& a = s_.level0;
    const BoxGroup& group = a.group(height, index);
    const std::uint32_t span = 4U << (3 * height);
    for (int box = 0; box < 8; ++box) {
      const std::size_t number = 8 * index + static_cast<std::size_t>(box);
      if (number >= a.box_count(height)) return;
      const auto first = static_cast<std::uint32_t>(number * span);
      const std::uint32_t middle = std::min(a.triangle_count() - 1, first + span / 2);
      if (height == 0) {
        if (s_.has_parent && quick_four(s_.fours[number], first, level_.record(hint_of(middle)))) continue;
        for (std::uint32_t t = first; t < std::min(a.triangle_count(), first + 4); ++t) quick_triangle(t);
        continue;
      }
      const bool small = diagonal2(group, box) < 4 * cover_.radius() * cover_.radius();
      if (small && quick_box(group, box, level_.record(hint_of(middle)))) continue;
      quick_group(height - 1, number);
    }
  }

  void quick_backward() {
    const std::vector<std::uint32_t> inverse = invert_map(s_.maps.back(), parent_, level_);
    errors_.assign(level_.triangle_count(), 0);
    for (std::uint32_t t = 0; t < level_.triangle_count(); ++t) {
      std::uint32_t hint = inverse[t];
      if (hint == none) hint = near(parent_, level_, t);
      const float parent_error = s_.has_parent ? s_.parent_error[hint] : 0;
      const float room = cover_.radius() * chain_soft - parent_error;
      float distance = 0;
      if (corners_within(level_, t, parent_.record(hint), std::max(0.0F, room), distance) && distance <= room) {
        errors_[t] = distance + parent_error;
      } else {
        backward_.push_back({distance + parent_error, t, hint});
      }
    }
  }

  /// A triangle of `target` near triangle `t` of `from`.
  static std::uint32_t near(const Surface& target, const Surface& from, std::uint32_t t) {
    if (const std::uint32_t by_vertex = by_kept_vertex(from, t, target); by_vertex != none) return by_vertex;
    float best = std::numeric_limits<float>::max();
    std::uint32_t triangle = 0;
    target.nearest(from.centroid(t), best, triangle);
    return triangle;
  }

  void probe_picks() {
    if (!forward_.empty()) {
      for (Open& open : picks(forward_)) {
        if (open.distance * open.distance <= cover_.found2()) break;
        for (int k = 0; k < 3; ++k) probe(level_, s_.level0.corner(open.triangle, k), open.hint, Direction::forward);
        probe(level_, s_.level0.centroid(open.triangle), open.hint, Direction::forward);
      }
    }
    if (backward_.empty()) return;
    for (const Open& open : picks(backward_)) {
      if (open.distance * open.distance <= cover_.found2()) break;
      std::uint32_t hint = near(s_.level0, level_, open.triangle);
      probe(s_.level0, level_.centroid(open.triangle), hint, Direction::backward);
    }
  }

  void cover_forward() {
    cover_.reset_accepted();
    for (const Open& open : forward_) {
      s_.hints[open.triangle] = cover_.cover(level_, piece_of(s_.level0, open.triangle), open.hint, Direction::forward);
    }
    accepted_ = std::max(accepted_, cover_.accepted());
    forward_ = std::vector<Open>();
  }

  void cover_backward() {
    std::vector<Leftover> leftovers;
    for (const Open& open : backward_) {
      float& error = errors_[open.triangle];
      cover_.reset_accepted();
      if (!s_.has_parent) {
        cover_.cover(s_.level0, piece_of(level_, open.triangle), open.hint, Direction::backward);
      } else {
        leftovers.clear();
        cover_.cover_through(parent_, s_.parent_error, chain_soft, piece_of(level_, open.triangle), open.hint,
                             leftovers);
        cover_leftovers(leftovers);
      }
      error = cover_.accepted();
    }
    for (const float error : errors_) accepted_ = std::max(accepted_, error);
  }

  /// What failed on the parent: through the coarsest elder that is near enough to level 0, then on level 0 itself.
  void cover_leftovers(const std::vector<Leftover>& leftovers) {
    const auto useful = [this](const Elder& elder) { return elder.bound <= cover_.radius() * elder_radius; };
    const auto elder = std::find_if(s_.elders.rbegin(), s_.elders.rend(), useful);
    for (const Leftover& left : leftovers) {
      if (elder == s_.elders.rend()) {
        cover_.cover(s_.level0, left.piece, hint_for(left, parent_, s_.level0), Direction::backward);
        continue;
      }
      rest_.clear();
      const std::uint32_t hint = hint_for(left, parent_, elder->surface);
      cover_.cover_through(elder->surface, elder->errors, chain_soft, left.piece, hint, rest_);
      for (const Leftover& rest : rest_) {
        cover_.cover(s_.level0, rest.piece, hint_for(rest, elder->surface, s_.level0), Direction::backward);
      }
    }
  }

  /// A triangle of `to` near a piece that failed on `from`, at the nearest corner of the triangle there.
  static std::uint32_t hint_for(const Leftover& left, const Surface& from, const Surface& to) {
    const Vec3f center = left.piece.center();
    std::uint32_t vertex = none;
    float best = std::numeric_limits<float>::max();
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t v = to.vertex_of(from.id(from.corners(left.triangle)[k]));
      const Vec3f d = from.corner(left.triangle, k) - center;
      if (v == none || dot(d, d) >= best) continue;
      best = dot(d, d);
      vertex = v;
    }
    if (vertex != none) return to.fan_triangle(vertex, center);
    std::uint32_t triangle = 0;
    best = std::numeric_limits<float>::max();
    to.nearest(center, best, triangle);
    return triangle;
  }

  ChainState& s_;
  const Surface& level_;
  const Surface& parent_;
  Cover cover_;
  float accepted_ = 0;
  std::uint32_t last_good_ = none;
  std::uint64_t probes_ = 0;
  std::vector<Open> forward_, backward_;
  std::vector<Leftover> rest_;
  std::vector<float> errors_;
};

}  // namespace

ProvenLevel prove_level(ChainState& state, const Surface& level, float at_least) {
  LevelRun run(state, level, at_least);
  ProvenLevel proven;
  proven.proof = run.run();
  proven.errors = run.take_errors();
  return proven;
}

}  // namespace lodcook::proof
