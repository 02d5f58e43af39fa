#include "cooker/lod/flap_lock.h"

#include <algorithm>
#include <utility>

namespace lodcook::cooker {

namespace {

constexpr int most_rounds = 3;
// Times the estimate: locking from half the distance on that asks for it leaves the next step less to find.
constexpr double lock_factor = 2, carry_factor = 8, very_far_factor = 8;
constexpr double smallest_estimate = 1e-5;  // of the extent: what is nearer than this is noise of the lattice
constexpr double most_locked = 0.3;         // vertices per target triangle: above it the lock itself stalls the step
constexpr double most_triangles = 1.01;     // of the plain step's
constexpr float least_gain = 0.9F;          // of the plain step's distance

constexpr std::uint32_t none = 0xFFFFFFFFU;

float limit_of(double factor, const FlapStep& step, const StepResult& result) {
  return static_cast<float>(factor * std::max(step.estimate + result.error, smallest_estimate));
}

float farthest(const std::vector<FarVertex>& far, float otherwise) {
  for (const FarVertex& vertex : far) otherwise = std::max(otherwise, vertex.distance);
  return otherwise;
}

/// Scraps and flaps are few, or lie far off. Where many vertices are a little too far, they were lost by plain
/// collapses, which locking only moves elsewhere.
bool looks_like_flaps(const std::vector<FarVertex>& far, std::size_t target_triangles, float very_far) {
  constexpr double few = 64, few_share = 0.005;  // of the target's triangles
  const double most = std::max(few, few_share * static_cast<double>(target_triangles));
  return static_cast<double>(far.size()) <= most || farthest(far, 0) > very_far;
}

/// For each of `far` the first triangle of the mesh that has a corner at its place.
std::vector<std::uint32_t> triangles_at(const FlapStep& step, const std::vector<FarVertex>& far,
                                        std::size_t place_count) {
  std::vector<std::uint32_t> first(place_count, none);
  for (const FarVertex& vertex : far) first[step.place_of[vertex.vertex]] = none - 1;
  for (std::size_t i = 0; i < step.mesh.indices.size(); ++i) {
    std::uint32_t& triangle = first[step.place_of[step.mesh.indices[i]]];
    if (triangle == none - 1) triangle = static_cast<std::uint32_t>(i / 3);
  }
  std::vector<std::uint32_t> triangles;
  for (const FarVertex& vertex : far) triangles.push_back(first[step.place_of[vertex.vertex]]);
  return triangles;
}

/// Raises `distances` at the places to lock.
void mark(const FlapStep& step, const std::vector<FarVertex>& far, std::vector<float>& distances) {
  const std::vector<std::uint32_t> triangles = triangles_at(step, far, distances.size());
  for (std::size_t i = 0; i < far.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      float& distance = distances[step.place_of[step.mesh.indices[3 * std::size_t{triangles[i]} + k]]];
      distance = std::max(distance, far[i].distance);
    }
  }
}

/// Locks the vertices at places of more than `least` in `distances`. Gives how many vertices are locked then.
std::size_t lock(const FlapStep& step, const std::vector<float>& distances, float least,
                 std::vector<unsigned char>& flags) {
  flags.resize(step.mesh.positions.size(), 0);
  std::size_t count = 0;
  for (std::size_t v = 0; v < step.place_of.size(); ++v) {
    if (distances[step.place_of[v]] > least) flags[v] = 1;
    count += flags[v];
  }
  return count;
}

}  // namespace

std::vector<unsigned char> FlapLock::carried(const FlapStep& step) const {
  std::vector<unsigned char> flags;
  if (distances_.empty()) return flags;
  const double least = carry_factor * step.estimate;
  lock(step, distances_, static_cast<float>(least), flags);
  return flags;
}

StepResult FlapLock::redo(const FlapStep& step, StepResult plain, std::size_t places,
                          const std::function<StepResult(const StepOptions&)>& again) {
  rounds_ = 0;
  replaced_ = 0;
  const auto far_of = [&](const StepResult& result, double factor) {
    return find_far_vertices(step.mesh, step.place_of, places, result.indices, limit_of(factor, step, result));
  };
  std::vector<FarVertex> far = far_of(plain, lock_factor);
  if (farthest(far, 0) <= limit_of(far_factor, step, plain)) return plain;
  const float very_far = limit_of(very_far_factor, step, plain);
  if (!looks_like_flaps(far, step.options.target_triangles, very_far)) return plain;
  const float plain_distance = farthest(far, 0);
  const auto most = static_cast<std::size_t>(most_triangles * static_cast<double>(plain.indices.size()));
  const auto most_flags = static_cast<std::size_t>(most_locked * static_cast<double>(step.options.target_triangles));
  std::vector<float> distances(places, 0.0F), best_distances;
  StepOptions options = step.options;
  options.prune = false;
  StepResult best;
  float best_distance = least_gain * plain_distance;
  for (std::uint32_t round = 1; round <= most_rounds && !far.empty(); ++round) {
    mark(step, far, distances);
    if (lock(step, distances, 0, options.locked) > most_flags) break;
    StepResult result = again(options);
    if (result.indices.empty() || result.indices.size() > most) break;
    far = far_of(result, lock_factor);
    const float distance = farthest(far, limit_of(lock_factor, step, result));
    if (distance >= best_distance) break;
    best = std::move(result), best_distance = distance, best_distances = distances, rounds_ = round;
  }
  if (rounds_ == 0) return plain;
  replaced_ = double{plain_distance};
  distances_.resize(places, 0.0F);
  for (std::size_t i = 0; i < places; ++i) distances_[i] = std::max(distances_[i], best_distances[i]);
  return best;
}

}  // namespace lodcook::cooker
