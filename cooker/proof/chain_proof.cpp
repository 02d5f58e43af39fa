#include "cooker/proof/chain_proof.h"

#include "cooker/proof/fours.h"
#include "cooker/proof/open_triangles.h"
#include "cooker/proof/sample_rms.h"
#include "cooker/proof/triangle_map.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lodcook::proof {
namespace {

/// Each cut rounds a corner to float: at most this much, in units of the extent, over all cuts of a piece.
constexpr double bound_slack = 1e-6, measured_slack = 2e-7;
/// A piece proven through the parent level is accepted early only up to this part of the radius: small sums save direct
/// work at the next level.
constexpr float chain_soft = 0.7F;
constexpr float probe_above = 1.0001F, probe_below = 0.9999F;
constexpr std::size_t spread_probes = 128;
constexpr std::uint32_t least_samples = 64, triangles_per_sample = 32;

/// Largest corner distance of triangle `t` of `s` to one triangle.
float corner_distance(const Surface& s, std::uint32_t t, const TriangleRecord& r) {
  const Vec3f a = s.corner(t, 0), b = s.corner(t, 1), c = s.corner(t, 2);
  return std::sqrt(
      largest(distance2(r, Lanes{a.x, b.x, c.x, a.x}, Lanes{a.y, b.y, c.y, a.y}, Lanes{a.z, b.z, c.z, a.z})));
}

Piece piece_of(const Surface& s, std::uint32_t t) { return make_piece(s.corner(t, 0), s.corner(t, 1), s.corner(t, 2)); }

}  // namespace

struct ChainProof::State {
  explicit State(std::shared_ptr<const Surface> surface) : owner(std::move(surface)), level0(*owner) {}

  std::shared_ptr<const Surface> owner;
  const Surface& level0;
  ProofOptions options;
  std::vector<Four> fours;                  // of level 0; from the second level on
  std::vector<SurfacePoint> level0_points;  // that rms is taken at

  Surface parent_storage;
  bool has_parent = false;          // false: the parent is level 0
  std::vector<float> parent_error;  // of each parent triangle, proven towards level 0

  std::vector<std::vector<std::uint32_t>> maps;  // maps[k]: triangle of level k to one of level k + 1
  std::vector<std::uint32_t> hints;              // of each level-0 triangle, on level hint_levels[t]
  std::vector<std::uint16_t> hint_levels;
  Vec3f previous_worst{};
  bool has_previous_worst = false;

  [[nodiscard]] const Surface& parent() const { return has_parent ? parent_storage : level0; }

  /// The hint of a level-0 triangle on the last level, by composing the maps since its last one.
  std::uint32_t hint_of(std::uint32_t t) {
    std::uint32_t hint = hints[t];
    for (std::size_t k = hint_levels[t]; k < maps.size(); ++k) hint = maps[k][hint];
    hints[t] = hint;
    hint_levels[t] = static_cast<std::uint16_t>(maps.size());
    return hint;
  }
};

namespace {

std::uint64_t budget(const ProofOptions& options, const Surface& level0, const Surface& level) {
  const double triangles = double{1} * level0.triangle_count() + level.triangle_count();
  return static_cast<std::uint64_t>(options.budget_pieces + options.budget_pieces_per_triangle * triangles);
}

/// The proof of one level; lives for one call.
template <class StateT>
class LevelRun {
 public:
  LevelRun(StateT& state, const Surface& level, float at_least)
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
    s_.parent_error = std::move(errors_);
    return proof;
  }

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
    float distance = corner_distance(s_.level0, t, level_.record(hint));
    if (distance > 2 * cover_.radius() && last_good_ != none && last_good_ != hint && cover_.radius() > 0) {
      const float other = corner_distance(s_.level0, t, level_.record(last_good_));
      if (other < distance) {
        distance = other;
        hint = s_.hints[t] = last_good_;
      }
    }
    if (distance <= cover_.radius()) {
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
      const float distance = corner_distance(level_, t, parent_.record(hint)) + s_.parent_error[hint];
      if (distance <= cover_.radius() * chain_soft) {
        errors_[t] = distance;
      } else {
        backward_.push_back({distance, t, hint});
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
      if (open.distance <= cover_.radius()) {
        accepted_ = std::max(accepted_, open.distance);
        continue;
      }
      s_.hints[open.triangle] = cover_.cover(level_, piece_of(s_.level0, open.triangle), open.hint, Direction::forward);
    }
    accepted_ = std::max(accepted_, cover_.accepted());
    forward_ = std::vector<Open>();
  }

  void cover_backward() {
    std::vector<Leftover> leftovers;
    for (const Open& open : backward_) {
      float& error = errors_[open.triangle];
      if (open.distance <= cover_.radius() * chain_soft) {
        error = open.distance;
        continue;
      }
      cover_.reset_accepted();
      if (!s_.has_parent) {
        cover_.cover(s_.level0, piece_of(level_, open.triangle), open.hint, Direction::backward);
      } else {
        leftovers.clear();
        cover_.cover_through(parent_, s_.parent_error, chain_soft, piece_of(level_, open.triangle), open.hint,
                             leftovers);
        for (const Leftover& left : leftovers) {
          cover_.cover(s_.level0, left.piece, level0_hint(left), Direction::backward);
        }
      }
      error = cover_.accepted();
    }
    for (const float error : errors_) accepted_ = std::max(accepted_, error);
  }

  /// A level-0 triangle near a piece that failed on the parent, at the parent triangle's nearest corner.
  std::uint32_t level0_hint(const Leftover& left) const {
    const Vec3f center = left.piece.center();
    std::uint32_t vertex = none;
    float best = std::numeric_limits<float>::max();
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t v = s_.level0.vertex_of(parent_.id(parent_.corners(left.triangle)[k]));
      const Vec3f d = parent_.corner(left.triangle, k) - center;
      if (v == none || dot(d, d) >= best) continue;
      best = dot(d, d);
      vertex = v;
    }
    if (vertex != none) return s_.level0.fan_triangle(vertex, center);
    std::uint32_t triangle = 0;
    best = std::numeric_limits<float>::max();
    s_.level0.nearest(center, best, triangle);
    return triangle;
  }

  StateT& s_;
  const Surface& level_;
  const Surface& parent_;
  Cover cover_;
  float accepted_ = 0;
  std::uint32_t last_good_ = none;
  std::uint64_t probes_ = 0;
  std::vector<Open> forward_, backward_;
  std::vector<float> errors_;
};

}  // namespace

ChainProof::ChainProof(Surface level0, const ProofOptions& options)
    : ChainProof(std::make_shared<const Surface>(std::move(level0)), options) {}

ChainProof::ChainProof(std::shared_ptr<const Surface> level0, const ProofOptions& options)
    : state_(std::make_unique<State>(std::move(level0))) {
  State& s = *state_;
  s.options = options;
  const std::uint32_t count = s.level0.triangle_count();
  s.parent_error.assign(count, 0);
  s.hints.resize(count);
  for (std::uint32_t t = 0; t < count; ++t) s.hints[t] = t;
  s.hint_levels.assign(count, 0);
  const std::uint32_t samples = least_samples + count / triangles_per_sample;
  s.level0_points = spread_points(s.level0, std::min(options.most_rms_samples, samples));
}

ChainProof::ChainProof(Surface level0, Surface parent, const Heritage& heritage, const ProofOptions& options)
    : ChainProof(std::move(level0), options) {
  State& s = *state_;
  std::vector<std::uint32_t> places(heritage.errors.size(), none);
  s.parent_error.resize(parent.triangle_count());
  for (std::uint32_t t = 0; t < parent.triangle_count(); ++t) {
    places[parent.source(t)] = t;
    s.parent_error[t] = heritage.errors[parent.source(t)];
  }
  std::uint32_t last = 0;  // near it in Morton order
  for (std::uint32_t t = 0; t < s.level0.triangle_count(); ++t) {
    const std::uint32_t hint = heritage.hints[s.level0.source(t)];
    if (hint != none && places[hint] != none) last = places[hint];
    s.hints[t] = last;
  }
  s.parent_storage = std::move(parent);
  s.has_parent = true;
}

ChainProof::~ChainProof() = default;
ChainProof::ChainProof(ChainProof&&) noexcept = default;
ChainProof& ChainProof::operator=(ChainProof&&) noexcept = default;

const Surface& ChainProof::level0() const noexcept { return state_->level0; }

LevelProof ChainProof::prove(Surface level) { return prove(std::move(level), state_->options.at_least); }

LevelProof ChainProof::prove(Surface level, float at_least) {
  const LevelProof proof = LevelRun<State>(*state_, level, at_least).run();
  state_->parent_storage = std::move(level);
  state_->has_parent = true;
  return proof;
}

Heritage ChainProof::heritage(std::size_t level0_triangles, std::size_t level_triangles) {
  State& s = *state_;
  Heritage out;
  out.errors.assign(level_triangles, 0);
  out.hints.assign(level0_triangles, none);
  const Surface& level = s.parent();
  for (std::uint32_t t = 0; t < level.triangle_count(); ++t) out.errors[level.source(t)] = s.parent_error[t];
  for (std::uint32_t t = 0; t < s.level0.triangle_count(); ++t) {
    out.hints[s.level0.source(t)] = level.source(s.hint_of(t));
  }
  return out;
}

}  // namespace lodcook::proof
