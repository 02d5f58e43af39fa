#include "cooker/tiles/tile_halving.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cooker/lod/locks.h"
#include "cooker/lod/rung_chain.h"
#include "cooker/lod/triangle_tree.h"
#include "cooker/lod/vec.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {
namespace {

/// Above this part of its triangles a tile is not worth storing: its children pass on upwards.
constexpr double least_progress = 0.9;
/// A border keeps level 0's resolution up to the common ancestor. At most a third of a tile's vertices may be locked,
/// and a mesh has about half as many vertices as triangles; beyond a half the error leaps.
constexpr std::size_t triangles_per_locked_place = 6;
/// Held borders get no such room, which would stop the tree; but a mesh of them alone has lost its shape.
constexpr std::size_t triangles_per_held_place = 2;
constexpr double healthy_overrun = 1.25, healthy_stuck = 0.2;
constexpr double prune_overshoot = 0.8;  // of the target: pruning took more than it had to
constexpr double crushing_overrun = 1.02, crushing_stuck = 1;
constexpr double healthy_leap = 4, healthy_distance = 6;  // over the estimate of what is halved
constexpr double better = 1.25;                           // in rms, before a rung that loses attributes is taken

/// Whether the step lost enough for a tile, and not nearly all where `floor` triangles are wanted at least.
bool is_worth_a_tile(const StepResult& result, const TileTriangles& triangles, std::size_t floor) {
  const std::size_t left = result.indices.size() / 3;
  const bool lost_all = left == 0 || left < floor / 2;  // a collapse may step a little below the floor
  return !lost_all && static_cast<double>(left) <= least_progress * static_cast<double>(triangles.count());
}

std::size_t slot(Rung rung) { return rung == Rung::attributes ? 0 : 1; }

/// Root mean square distance of the triangles' corners and centres before the step to the surface after it.
double rms_of_step(const LevelMesh& before, std::span<const std::uint32_t> after) {
  constexpr std::size_t most_samples = 4096;
  const TriangleTree tree(before.positions, after);
  const std::size_t stride = std::max<std::size_t>(1, before.triangle_count() / most_samples);
  double sum = 0;
  std::size_t count = 0;
  std::uint32_t hint = TriangleTree::no_triangle;
  for (std::size_t t = 0; t < before.triangle_count(); t += stride) {
    const std::uint32_t* const corner = &before.indices[3 * t];
    const Vec3f center =
        (before.positions[corner[0]] + before.positions[corner[1]] + before.positions[corner[2]]) * (1.0F / 3);
    for (const Vec3f p : {before.positions[corner[0]], center}) {
      const TriangleTree::Hit hit = tree.nearest(p, hint);
      hint = hit.triangle;
      sum += double{hit.point.squared_distance};
      ++count;
    }
  }
  return std::sqrt(sum / static_cast<double>(std::max<std::size_t>(1, count)));
}

Aabb box_of(const std::vector<Vec3f>& positions) {
  Aabb box{positions.front(), positions.front()};
  for (const Vec3f p : positions) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
  }
  return box;
}

}  // namespace

Identity TileHalving::make_identity(Rung rung) const {
  Identity identity = build_identity(zero_, chain_, rung);
  LevelMesh attributes;  // of the mesh a tile needs no more
  attributes.attributes = std::move(identity.mesh.attributes);
  identity.mesh = std::move(attributes);
  return identity;
}

TileHalving::TileHalving(const LevelZero& zero, const ChainOptions& chain) : zero_(zero), chain_(chain), tools_(zero) {}

const Identity& TileHalving::identity(Rung rung) {
  const Rung kept = rung == Rung::attributes ? rung : Rung::positions;
  std::call_once(identity_once_[slot(kept)], [&] { apart([&] { identities_[slot(kept)] = make_identity(kept); }); });
  return identities_[slot(kept)];
}

std::unique_ptr<TileScratch> TileHalving::borrow_scratch() {
  const std::lock_guard lock(scratch_mutex_);
  if (scratch_.empty()) return std::make_unique<TileScratch>(zero_.positions.size(), zero_.places.count());
  std::unique_ptr<TileScratch> scratch = std::move(scratch_.back());
  scratch_.pop_back();
  return scratch;
}

void TileHalving::return_scratch(std::unique_ptr<TileScratch> scratch) {
  const std::lock_guard lock(scratch_mutex_);
  scratch_.push_back(std::move(scratch));
}

Halved TileHalving::leaf(std::span<const std::uint32_t> triangles, std::uint32_t depth) {
  const Object& object = zero_.object;
  Halved out;
  LevelSurface surface;
  const Identity& attributes = identity(Rung::attributes);
  std::unique_ptr<TileScratch> scratch = borrow_scratch();
  surface.indices.reserve(3 * triangles.size());
  out.triangles.indices.reserve(3 * triangles.size());
  for (const std::uint32_t t : triangles) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t v = object.indices[3 * std::size_t{t} + corner];
      surface.indices.push_back(scratch->vertices(v));
      out.triangles.indices.push_back(attributes.of_vertex[v]);
    }
  }
  const std::vector<std::uint32_t>& sources = scratch->vertices.seen();
  for (const std::uint32_t v : sources) {
    surface.materials.push_back(object.vertex_materials[v]);
    scratch->places(zero_.places.of_vertex[v]);
  }
  for (const std::uint32_t place : scratch->places.seen())
    out.tile.locked_positions += locks_.is_shared(place, depth) ? 1 : 0;
  out.tile.position_count = static_cast<std::uint32_t>(scratch->places.seen().size());
  surface.vertices = gather_vertices(object.vertices, sources);
  surface.morph_targets = gather_morph_targets(object.morph_targets, sources);
  scratch->vertices.clear();
  scratch->places.clear();
  return_scratch(std::move(scratch));
  out.tile.region = box_of(surface.vertices.positions);
  out.tile.mesh = ordered_level(surface, chain_.order);
  out.tile.mesh.method = "source";
  return out;
}

std::vector<std::uint32_t> TileHalving::on_rung(const TileTriangles& triangles, Rung rung) {
  std::vector<std::uint32_t> indices = triangles.indices;
  if (triangles.rung == rung) return indices;
  const Identity& from = identity(triangles.rung);
  const Identity& to = identity(rung);
  for (std::uint32_t& i : indices) i = to.of_vertex[from.sources[i]];
  return indices;
}

TileTriangles TileHalving::join(TileTriangles a, TileTriangles b) {
  const Rung rung = std::max(a.rung, b.rung);
  TileTriangles out{rung, on_rung(a, rung), std::max(a.estimate, b.estimate)};
  const std::vector<std::uint32_t> second = on_rung(b, rung);
  out.indices.insert(out.indices.end(), second.begin(), second.end());
  return out;
}

std::optional<TileHalving::Attempt> TileHalving::attempt(const TileTriangles& triangles, Rung rung,
                                                         std::uint32_t depth) {
  Attempt out;
  out.rung = rung;
  std::unique_ptr<TileScratch> scratch = borrow_scratch();
  out.work = gather_tile(zero_, identity(rung), on_rung(triangles, rung), locks_, depth, *scratch);
  return_scratch(std::move(scratch));
  const std::size_t count = triangles.count();
  StepOptions& step = out.step;
  step.target_triangles =
      std::max({next_target(count, chain_), triangles_per_locked_place * std::size_t{out.work.locked_places},
                triangles_per_held_place * std::size_t{out.work.held_places}});
  if (static_cast<double>(step.target_triangles) > least_progress * static_cast<double>(count)) return std::nullopt;
  step.lock_border = chain_.lock_border;
  step.keep_flat = true;
  // Pruning would remove parts that the cut made, or whose border is held, with their locked positions.
  step.prune = depth == 0 && rung == Rung::positions && locks_.held.empty();
  out.result = simplify_tile(out.work, chain_.normal_weight, step, triangles.estimate, chain_.redo, out.stuck);
  if (step.prune) prefer_whole(out, triangles);
  const std::size_t left = out.result.indices.size() / 3;
  out.overrun = static_cast<double>(left) / static_cast<double>(step.target_triangles);
  out.valid = is_worth_a_tile(out.result, triangles, chain_.triangle_floor);
  return out;
}

bool TileHalving::coarser_wins(const Attempt& finer, const Attempt& coarser) const {
  if (!coarser.valid) return false;
  if (!finer.valid) return true;
  if (finer.overrun > healthy_overrun && coarser.overrun < finer.overrun) return true;
  const double fine = rms_of_step(finer.work.mesh, finer.result.indices);
  const double coarse = rms_of_step(coarser.work.mesh, coarser.result.indices);
  return fine > better * coarse;
}

/// Pruning may take far more than was asked for, or all; then what keeps all parts is used where it is nearer.
void TileHalving::prefer_whole(Attempt& attempt, const TileTriangles& triangles) {
  const auto pruned = static_cast<double>(attempt.result.indices.size() / 3);
  if (pruned >= prune_overshoot * static_cast<double>(attempt.step.target_triangles)) return;
  StepOptions whole = attempt.step;
  whole.prune = false;
  double stuck = 0;
  StepResult result = simplify_tile(attempt.work, chain_.normal_weight, whole, triangles.estimate, chain_.redo, stuck);
  if (!is_worth_a_tile(result, triangles, chain_.triangle_floor)) return;
  const auto rms = [&](const StepResult& step) { return rms_of_step(attempt.work.mesh, step.indices); };
  if (is_worth_a_tile(attempt.result, triangles, chain_.triangle_floor) && rms(attempt.result) < rms(result)) return;
  attempt.result = std::move(result);
  attempt.step = whole;
}

/// Where the simplifier runs out of what it may move, it crushes what is left. To keep more triangles is then worth it
/// if the error falls by more than the fourth power of what is kept; elsewhere it falls by about their square.
void TileHalving::keep_more(Attempt& attempt, const TileTriangles& triangles) {
  const double below = triangles.estimate;
  const bool crushed = attempt.overrun > crushing_overrun || attempt.stuck >= crushing_stuck;
  const auto leapt = [&] {
    if (!(below > 0)) return false;
    const double least = healthy_distance * below;
    if (attempt.result.error > healthy_leap * below) return true;
    return leaves_behind(attempt.work, attempt.result, least);
  };
  if (attempt.step.prune || !(crushed || leapt())) return;
  const double most = least_progress * static_cast<double>(triangles.count());
  double distance = farthest_lost(attempt.work, attempt.result, attempt.result.error / 4);
  for (const double share : {0.1, 0.3, 0.6}) {
    const auto count = static_cast<double>(attempt.result.indices.size() / 3);
    StepOptions step = attempt.step;
    step.target_triangles = static_cast<std::size_t>(count + share * (most - count));
    double stuck = 0;
    StepResult result = simplify_tile(attempt.work, chain_.normal_weight, step, below, chain_.redo, stuck);
    if (!is_worth_a_tile(result, triangles, chain_.triangle_floor)) return;
    const double kept = static_cast<double>(result.indices.size() / 3) / count;
    const double found = farthest_lost(attempt.work, result, std::min(result.error, distance) / 4);
    if ((below + found) * std::pow(kept, 4) > below + distance) continue;
    attempt.result = std::move(result);
    distance = found;
  }
}

std::optional<Halved> TileHalving::halve(const TileTriangles& triangles, std::uint32_t depth) {
  std::optional<Attempt> best = attempt(triangles, triangles.rung, depth);
  if (!best) return std::nullopt;
  const bool healthy = best->valid && best->overrun <= healthy_overrun && best->stuck < healthy_stuck;
  if (!healthy && triangles.rung != Rung::positions) {
    std::optional<Attempt> coarser = attempt(triangles, Rung::positions, depth);
    if (coarser && coarser_wins(*best, *coarser)) best = std::move(coarser);
  }
  if (!best->valid) return std::nullopt;
  keep_more(*best, triangles);
  Halved halved = finish(std::move(*best));
  halved.triangles.estimate = triangles.estimate + halved.step_error;
  return halved;
}

Halved TileHalving::join_unhalved(const TileTriangles& triangles) {
  Attempt all;
  all.rung = triangles.rung;
  std::unique_ptr<TileScratch> scratch = borrow_scratch();
  all.work = gather_tile(zero_, identity(all.rung), triangles.indices, locks_, 0, *scratch);
  return_scratch(std::move(scratch));
  all.result.indices = all.work.mesh.indices;
  return finish(std::move(all));
}

Halved TileHalving::finish(Attempt attempt) {
  const Identity& identity = this->identity(attempt.rung);
  Halved out;
  out.step_error = attempt.result.error;
  LevelMesh mesh = compact_level(attempt.work.mesh, std::move(attempt.result.indices), attempt.work.plan.count());
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    mesh.positions[i] = zero_.positions[identity.sources[mesh.vertices[i]]];  // back from the tile's own box
  }
  out.triangles.rung = attempt.rung;
  out.triangles.indices.reserve(mesh.indices.size());
  for (const std::uint32_t i : mesh.indices) out.triangles.indices.push_back(mesh.vertices[i]);
  out.tile.locked_positions = attempt.work.locked_places;
  if (attempt.rung == Rung::attributes) {
    out.tile.mesh = ordered_level(surface_of(zero_, identity, mesh), chain_.order);
    out.tile.mesh.method = "attributes";
  } else {
    std::call_once(donor_once_, [this] { apart([this] { tools_.donor(); }); });
    out.tile.mesh = ordered_level(tools_.donor().give_back(identity, mesh), chain_.order);
    out.tile.mesh.method = "positions";
  }
  std::vector<std::uint32_t> places;
  places.reserve(mesh.vertices.size());
  for (const std::uint32_t v : mesh.vertices) places.push_back(zero_.places.of_vertex[identity.sources[v]]);
  std::sort(places.begin(), places.end());
  out.tile.position_count = static_cast<std::uint32_t>(std::unique(places.begin(), places.end()) - places.begin());
  return out;
}

}  // namespace lodcook::cooker
