#include "cooker/tiles/tile_mesh.h"

#include <algorithm>

#include "cooker/lod/far_vertices.h"
#include "cooker/lod/flap_lock.h"
#include "cooker/lod/locks.h"
#include "cooker/lod/vec.h"
#include "cooker/tiles/open_edges.h"

namespace lodcook::cooker {
namespace {

/// Folded flaps are locked while they are few against the target, as in an untiled chain.
constexpr double fold_lock_share = 0.3;

UnitBox box_of(std::span<const Vec3f> positions) {
  UnitBox box{positions.front(), positions.front(), 0};
  for (const Vec3f p : positions) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
  }
  const Vec3f side = box.max - box.min;
  box.extent = std::max({side.x, side.y, side.z});
  return box;
}

/// Weights that compare an attribute with a length grow as the unit of length shrinks. The normals' weight is a length
/// itself and is set for each step.
void restate_weights(AttributePlan& plan, double scale) {
  for (std::size_t i = plan.normals ? 3 : 0; i < plan.weights.size(); ++i) {
    plan.weights[i] = static_cast<float>(plan.weights[i] / scale);
  }
}

}  // namespace

TileWork gather_tile(const LevelZero& zero, const Identity& identity, std::span<const std::uint32_t> indices,
                     const PlaceLocks& locks, std::uint32_t depth, TileScratch& scratch) {
  TileWork work;
  work.plan = identity.plan;
  work.mesh.indices.reserve(indices.size());
  for (const std::uint32_t i : indices) work.mesh.indices.push_back(scratch.vertices(i));
  work.mesh.vertices = scratch.vertices.seen();
  std::vector<Vec3f> positions;
  positions.reserve(work.mesh.vertices.size() + anchor_count);
  work.places.reserve(work.mesh.vertices.size());
  work.locked.reserve(work.mesh.vertices.size() + anchor_count);
  for (const std::uint32_t v : work.mesh.vertices) {
    const std::uint32_t source = identity.sources[v];
    positions.push_back(zero.positions[source]);
    const std::uint32_t place = zero.places.of_vertex[source];
    work.places.push_back(scratch.places(place));
    work.locked.push_back(locks.is_shared(place, depth) || locks.is_held(place) ? 1 : 0);
  }
  work.mesh.attributes.resize((work.mesh.vertices.size() + anchor_count) * work.plan.count(), 0.0F);
  float* attribute = work.mesh.attributes.data();
  for (const std::uint32_t v : work.mesh.vertices) {
    const float* const first = identity.mesh.attributes.data() + std::size_t{v} * work.plan.count();
    attribute = std::copy_n(first, work.plan.count(), attribute);
  }
  for (const std::uint32_t place : scratch.places.seen()) {
    const bool shared = locks.is_shared(place, depth);
    work.locked_places += shared ? 1 : 0;
    work.held_places += !shared && locks.is_held(place) ? 1 : 0;
  }
  work.place_count = scratch.places.seen().size();
  const UnitBox box = box_of(positions);
  for (Vec3f& p : positions) p = box.to_unit(p, zero.grid);
  append_anchors(box, positions);
  work.mesh.positions = std::move(positions);
  work.locked.resize(work.mesh.vertices.size() + anchor_count, 0);
  work.scale = box.extent > 0 ? double{box.extent} : 1;
  restate_weights(work.plan, work.scale);
  scratch.vertices.clear();
  scratch.places.clear();
  return work;
}

namespace {

StepResult simplify_once(const TileWork& work, double normal_weight, StepOptions step, double& stuck) {
  step.locked = work.locked;
  const Locks folds = find_locks(work.mesh, work.places, work.place_count);
  stuck = static_cast<double>(folds.places) / (static_cast<double>(step.target_triangles) / 2);
  if (static_cast<double>(folds.folded) < fold_lock_share * static_cast<double>(step.target_triangles)) {
    for (std::size_t i = 0; i < folds.flags.size(); ++i) step.locked[i] |= folds.flags[i];
  }
  StepResult result = simplify_step(work.mesh, work.plan, normal_weight, step);
  result.error *= work.scale;
  return result;
}

void lock(TileWork& work, std::span<const std::uint32_t> places) {
  std::vector<bool> marked(work.place_count);
  for (const std::uint32_t place : places) marked[place] = true;
  for (std::size_t v = 0; v < work.places.size(); ++v) {
    if (marked[work.places[v]]) work.locked[v] = 1;
  }
}

/// More than these were not lost with scraps and strips, but by plain collapses, which locking only moves elsewhere.
std::size_t most_far(std::size_t target_triangles) { return std::max<std::size_t>(64, target_triangles / 50); }

/// The places of the corners of the first triangle at each vertex.
std::vector<std::uint32_t> places_around(const TileWork& work, std::span<const FarVertex> far) {
  std::vector<bool> wanted(work.place_count);
  for (const FarVertex& vertex : far) wanted[work.places[vertex.vertex]] = true;
  std::vector<std::uint32_t> around;
  const std::vector<std::uint32_t>& indices = work.mesh.indices;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (!wanted[work.places[indices[i]]]) continue;
    wanted[work.places[indices[i]]] = false;
    for (std::size_t k = 0; k < 3; ++k) around.push_back(work.places[indices[i / 3 * 3 + k]]);
  }
  return around;
}

std::vector<FarVertex> far_vertices(const TileWork& work, const StepResult& result, double least) {
  return find_far_vertices(work.mesh, work.places, work.place_count, result.indices,
                           static_cast<float>(least / work.scale), work.may_be_lost);
}

double farthest(std::span<const FarVertex> far) {
  float distance = 0;
  for (const FarVertex& vertex : far) distance = std::max(distance, vertex.distance);
  return double{distance};
}

/// By place: whether all its vertices are locked.
std::vector<unsigned char> locked_places(const TileWork& work) {
  std::vector<unsigned char> locked(work.place_count, 1);
  for (std::size_t v = 0; v < work.places.size(); ++v) locked[work.places[v]] &= work.locked[v];
  return locked;
}

/// Places where the step tore the surface. Nearly all tiles keep their open edges, which sums tell without sorting.
std::vector<std::uint32_t> find_torn(const TileWork& work, const BoundarySums& before,
                                     const std::vector<unsigned char>& locked, const StepResult& result) {
  if (boundary_sums(result.indices, work.places, locked).all == before.all) return {};
  return torn_places(open_edges(work.mesh.indices, work.places, work.place_count),
                     open_edges(result.indices, work.places, work.place_count), work.place_count);
}

}  // namespace

double farthest_lost(const TileWork& work, const StepResult& result, double least) {
  return std::max(least, farthest(far_vertices(work, result, least)) * work.scale);
}

bool leaves_behind(const TileWork& work, const StepResult& result, double least) {
  return work.looks_for_lost && !far_vertices(work, result, least).empty();
}

StepResult simplify_tile(TileWork& work, double normal_weight, const StepOptions& step, double estimate, bool redo,
                         double& stuck) {
  constexpr double smallest = 1e-5;       // of the extent: what is nearer is noise
  constexpr double least_gain = 0.9;      // of the distance before
  constexpr double most_triangles = 1.1;  // of those before
  constexpr int most_rounds = 4;
  StepResult best;
  double best_distance = 0;
  const std::vector<unsigned char> locked = locked_places(work);
  const BoundarySums before = boundary_sums(work.mesh.indices, work.places, locked);
  work.looks_for_lost = redo || before.free != 0;
  if (!redo && work.looks_for_lost) {
    work.may_be_lost = border_places(work.mesh.indices, work.places, work.place_count);
  }
  for (int round = 0; round < most_rounds; ++round) {
    StepResult result = simplify_once(work, normal_weight, step, stuck);
    if (step.prune) return result;
    const std::vector<std::uint32_t> torn = find_torn(work, before, locked, result);
    if (!torn.empty()) {
      lock(work, torn);
      continue;
    }
    if (!work.looks_for_lost) return result;
    const auto count = static_cast<double>(result.indices.size());
    const double least = FlapLock::far_factor * std::max(smallest, estimate + result.error);
    const auto far = far_vertices(work, result, least);
    const double distance = farthest(far);
    const bool better = best.indices.empty() || (distance <= least_gain * best_distance &&
                                                 count <= most_triangles * static_cast<double>(best.indices.size()));
    if (!better) break;
    best = std::move(result), best_distance = distance;
    if (far.empty() || far.size() > most_far(step.target_triangles)) break;
    lock(work, places_around(work, far));
  }
  return best;
}

}  // namespace lodcook::cooker
