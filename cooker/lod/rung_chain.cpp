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
      mesh_(std::move(identity_.mesh)) {
  // The simplifier reads vertices where the triangles lie: in a large source's order it spends a third of its time
  // waiting for them.
  constexpr std::size_t large = 32768;
  if (mesh_.triangle_count() < large) return;
  mesh_ = compact_level(mesh_, in_spatial_order(mesh_), identity_.plan.count());
}

RungChain::RungChain(const RungChain& finer, Rung rung)
    : zero_(finer.zero_),
      tools_(finer.tools_),
      options_(finer.options_),
      identity_(build_identity(finer.zero_, finer.options_, rung)),
      estimate_(finer.start_estimate_),
      last_step_(finer.start_last_step_) {
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
  if (failure_ == nullptr && mesh_.triangle_count() > triangles) stuck_ = leap_ = 0;
  while (failure_ == nullptr && mesh_.triangle_count() > triangles) advance();
}

StepOptions RungChain::locked_step(std::size_t target) {
  std::vector<std::uint32_t> place_of;
  place_of.reserve(mesh_.vertices.size());
  for (const std::uint32_t v : mesh_.vertices) place_of.push_back(zero_.places.of_vertex[identity_.sources[v]]);
  Locks locks = find_locks(mesh_, place_of, zero_.places.count());
  StepOptions options;
  options.target_triangles = target;
  options.lock_border = options_.lock_border;
  options.prune = identity_.rung == Rung::positions;
  const bool few = static_cast<double>(locks.folded) < fold_lock_share * static_cast<double>(target);
  if (few && locks.folded > 0) options.locked = std::move(locks.flags);
  const std::size_t immovable = locks.places + (few ? locks.folded : 0);
  stuck_ = std::max(stuck_, static_cast<double>(immovable) / (static_cast<double>(target) / 2));
  return options;
}

StepResult RungChain::simplify(StepOptions options) const {
  StepResult result = simplify_step(mesh_, identity_.plan, options_.normal_weight, options);
  const std::size_t floor = options_.triangle_floor;
  if (options.target_triangles > floor || result.indices.size() / 3 >= floor) return result;
  options.target_triangles = floor + 2;  // a collapse takes up to two triangles and may step below the target
  return simplify_step(mesh_, identity_.plan, options_.normal_weight, options);
}

StepResult RungChain::step(std::size_t target) {
  StepOptions options = locked_step(target);
  StepResult result = simplify(options);
  const auto least = prune_overshoot * static_cast<double>(target);
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

void RungChain::advance() {
  StepResult result = step(next_target(mesh_.triangle_count(), options_));
  failure_ = failure_of(result);
  if (failure_ != nullptr) return;
  if (last_step_ > 0) leap_ = std::max(leap_, result.error / last_step_);
  last_step_ = result.error;
  estimate_ += result.error;
  LevelMesh next = compact_level(mesh_, std::move(result.indices), identity_.plan.count());
  if (start_.indices.empty()) start_ = std::move(mesh_);
  mesh_ = std::move(next);
}

}  // namespace lodcook::cooker
