#include "cooker/lod/rung_chain.h"

#include <algorithm>
#include <cmath>

#include "cooker/lod/locks.h"
#include "cooker/lod/vec.h"

namespace lodcook::cooker {

namespace {

constexpr double least_progress = 0.1;   // fewer triangles by this share, or it is not worth a level
constexpr double most_step_error = 0.5;  // of the extent: the step destroys the shape
constexpr double fold_lock_share =
    0.3;  // locked vertices per target triangle: above it the lock itself stalls the step
constexpr double prune_overshoot = 0.8;  // of the target: pruning took more than it had to
constexpr float thin_side = 1e-4F;       // of the extent: a side this thin may vanish

/// Whether `kept` is less than half of `side`.
bool lost(float side, float kept) { return side > thin_side && kept < side / 2; }

Vec3f sides(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices) {
  if (indices.empty()) return {};
  Vec3f low = positions[indices[0]], high = low;
  for (const std::uint32_t i : indices) {
    const Vec3f p = positions[i];
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return high - low;
}

}  // namespace

std::size_t next_target(std::size_t triangles, const ChainOptions& options) {
  const auto target = static_cast<std::size_t>(std::floor(static_cast<double>(triangles) * options.ratio));
  return std::max<std::size_t>(options.triangle_floor, target);
}

RungChain::RungChain(const LevelZero& zero, LevelZeroTools& tools, const ChainOptions& options, Rung rung)
    : zero_(zero),
      tools_(tools),
      options_(options),
      identity_(build_identity(zero, options, rung)),
      parts_(part_touching(zero, identity_)),
      mesh_(std::move(identity_.mesh)) {}

RungChain::RungChain(const RungChain& finer, Rung rung)
    : zero_(finer.zero_),
      tools_(finer.tools_),
      options_(finer.options_),
      identity_(build_identity(finer.zero_, finer.options_, rung)),
      parts_(part_touching(zero_, identity_)),
      estimate_(finer.start_estimate_),
      last_step_(finer.start_last_step_),
      flaps_(finer.flaps_) {
  const LevelMesh& start = finer.start_.indices.empty() ? finer.mesh_ : finer.start_;
  std::vector<std::uint32_t> indices;
  indices.reserve(start.indices.size());
  for (const std::uint32_t i : start.indices) {
    indices.push_back(identity_.of_vertex[finer.identity_.sources[start.vertices[i]]]);
  }
  mesh_ = compact_level(identity_.mesh, std::move(indices), identity_.plan.count());
  identity_.mesh = {};
}

void RungChain::advance_to(std::size_t triangles) {
  start_ = {};
  start_estimate_ = estimate_;
  start_last_step_ = last_step_;
  if (failure_ == nullptr && mesh_.triangle_count() > triangles) {
    stuck_ = leap_ = 0;
    redone_ = 0;
    replaced_ = 0;
  }
  while (failure_ == nullptr && mesh_.triangle_count() > triangles) advance();
}

std::vector<std::uint32_t> RungChain::places() const {
  std::vector<std::uint32_t> place_of;
  place_of.reserve(mesh_.vertices.size());
  for (const std::uint32_t v : mesh_.vertices) place_of.push_back(zero_.places.of_vertex[identity_.sources[v]]);
  return place_of;
}

void RungChain::lock_folds(FlapStep& step) {
  std::vector<std::uint32_t> parts;
  parts.reserve(mesh_.vertices.size());
  for (const std::uint32_t v : mesh_.vertices) parts.push_back(parts_.of_vertex[v]);
  Locks locks = find_locks(mesh_, parts, parts_.count);
  const auto target = static_cast<double>(step.options.target_triangles);
  const bool few = static_cast<double>(locks.folded) < fold_lock_share * target;
  step.options.locked = flaps_.carried(step);
  if (few && locks.folded > 0) {
    step.options.locked.resize(locks.flags.size(), 0);
    for (std::size_t v = 0; v < locks.flags.size(); ++v) step.options.locked[v] |= locks.flags[v];
  }
  const std::size_t immovable = locks.places + (few ? locks.folded : 0);
  stuck_ = std::max(stuck_, static_cast<double>(immovable) / (target / 2));
}

StepResult RungChain::simplify(StepOptions options) const {
  StepResult result = simplify_step(mesh_, identity_.plan, options_.normal_weight, options);
  const std::size_t floor = options_.triangle_floor;
  if (options.target_triangles > floor || result.indices.size() / 3 >= floor) return result;
  options.target_triangles = floor + 2;  // a collapse takes up to two triangles and may step below the target
  return simplify_step(mesh_, identity_.plan, options_.normal_weight, options);
}

StepResult RungChain::step(StepOptions options) {
  StepResult result = simplify(options);
  const auto least = prune_overshoot * static_cast<double>(options.target_triangles);
  if (!options.prune || static_cast<double>(result.indices.size() / 3) >= least) return result;
  options.prune = false;
  StepResult whole = simplify(options);
  if (failure_of(result) != nullptr) return whole;
  if (failure_of(whole) != nullptr) return result;
  const SurfaceJudge& judge = tools_.judge();
  return judge.rms(mesh_.positions, whole.indices) <= judge.rms(mesh_.positions, result.indices) ? std::move(whole)
                                                                                                 : std::move(result);
}

const char* RungChain::failure_of(const StepResult& result) const {
  if (result.indices.empty()) return "empty";
  if (result.indices.size() / 3 < options_.triangle_floor) return "triangle_floor";
  const double most = (1 - least_progress) * static_cast<double>(mesh_.indices.size());
  if (static_cast<double>(result.indices.size()) > most) return "no_progress";
  if (result.error > most_step_error) return "step_error";
  const Vec3f whole = zero_.box.to_unit(zero_.box.max);
  const Vec3f kept = sides(mesh_.positions, result.indices);
  if (lost(whole.x, kept.x) || lost(whole.y, kept.y) || lost(whole.z, kept.z)) return "collapsed";
  return nullptr;
}

StepResult RungChain::redo(const FlapStep& flap_step, StepResult plain) {
  const auto again = [this](const StepOptions& options) {
    StepResult result = simplify(options);
    return failure_of(result) == nullptr ? std::move(result) : StepResult{};
  };
  StepResult result = flaps_.redo(flap_step, std::move(plain), zero_.places.count(), again);
  redone_ += flaps_.rounds();
  replaced_ = std::max(replaced_, flaps_.replaced());
  return result;
}

void RungChain::advance() {
  const std::vector<std::uint32_t> place_of = places();
  FlapStep flap_step{mesh_, place_of, estimate_, {}};
  flap_step.options.target_triangles = next_target(mesh_.triangle_count(), options_);
  flap_step.options.lock_border = options_.lock_border;
  flap_step.options.prune = identity_.rung == Rung::positions;
  lock_folds(flap_step);
  StepResult result = step(flap_step.options);
  failure_ = failure_of(result);
  if (failure_ != nullptr) return;
  if (options_.redo) result = redo(flap_step, std::move(result));
  if (last_step_ > 0) leap_ = std::max(leap_, result.error / last_step_);
  last_step_ = result.error;
  estimate_ += result.error;
  LevelMesh next = compact_level(mesh_, std::move(result.indices), identity_.plan.count());
  if (start_.indices.empty()) start_ = std::move(mesh_);
  mesh_ = std::move(next);
}

}  // namespace lodcook::cooker
