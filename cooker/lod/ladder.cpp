#include "cooker/lod/ladder.h"

#include <algorithm>
#include <limits>

namespace lodcook::cooker {

namespace {

constexpr double healthy_stuck = 0.2;     // below it a coarser rung gains less than a third
constexpr double healthy_overrun = 1.25;  // of the target
constexpr double healthy_leap = 4;        // a step's error over that of the step before
constexpr double least_share = 0.5, most_share = 1.1;
// Up to here a chain of its own from level 0 costs a coarser rung less than a second, and gains up to a tenth of the
// rms.
constexpr std::size_t afresh_triangles = 250'000;
constexpr double better = 1.25, far_better = 4;
constexpr double same_rms = 1e-6;
constexpr double same_degrees = 0.2, same_slide = 2e-4, same_color = 0.002;  // below what is seen

std::size_t index_of(Rung rung) { return static_cast<std::size_t>(rung); }

bool near_target(const LevelCandidate& candidate, std::size_t target) {
  const double share = static_cast<double>(candidate.triangle_count()) / static_cast<double>(target);
  return share >= least_share && share <= most_share;
}

bool beats(const SurfaceDifference& coarser, const SurfaceDifference& finer) {
  if (finer.rms > far_better * coarser.rms + same_rms) return true;
  return finer.rms > better * coarser.rms + same_rms &&
         coarser.normal_degrees + same_degrees <= better * (finer.normal_degrees + same_degrees) &&
         coarser.slide + same_slide <= better * (finer.slide + same_slide) &&
         coarser.color + same_color <= better * (finer.color + same_color);
}

}  // namespace

const char* method_name(Rung rung) noexcept {
  switch (rung) {
    case Rung::attributes: return "attributes";
    case Rung::no_normals: return "no_normals";
    case Rung::positions: break;
  }
  return "positions";
}

std::size_t choose_candidate(std::span<const LevelCandidate> candidates, std::size_t target) {
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (!near_target(candidates[i], target)) continue;
    const bool beaten = std::any_of(
        candidates.begin() + static_cast<std::ptrdiff_t>(i) + 1, candidates.end(), [&](const LevelCandidate& coarser) {
          return near_target(coarser, target) && beats(coarser.difference, candidates[i].difference);
        });
    if (!beaten) return i;
  }
  const auto off_target = [target](const LevelCandidate& candidate) {
    const auto share = static_cast<double>(candidate.triangle_count()) / static_cast<double>(target);
    return share > 1 ? share : 1 / share;
  };
  const auto nearest =
      std::min_element(candidates.begin(), candidates.end(),
                       [&](const LevelCandidate& a, const LevelCandidate& b) { return off_target(a) < off_target(b); });
  return static_cast<std::size_t>(nearest - candidates.begin());
}

Ladder::Ladder(const LevelZero& zero, const ChainOptions& options) : zero_(zero), options_(options), tools_(zero) {}

RungChain& Ladder::chain(Rung rung) {
  std::unique_ptr<RungChain>& slot = chains_[index_of(rung)];
  if (slot) return *slot;
  const std::unique_ptr<RungChain>& finer = chains_[index_of(rung_)];
  const bool large = zero_.object.indices.size() / 3 > afresh_triangles;
  slot = finer && large ? std::make_unique<RungChain>(*finer, rung)
                        : std::make_unique<RungChain>(zero_, tools_, options_, rung);
  return *slot;
}

bool Ladder::worth_trying(Rung rung) {
  if (rung != Rung::no_normals || rung == rung_) return true;
  if (!normals_alone_matter_ || chains_[index_of(rung)]) return normals_alone_matter_;
  const std::size_t vertices = chain(rung).identity().sources.size();
  normals_alone_matter_ = vertices != chain(Rung::positions).identity().sources.size() &&
                          vertices != chain(Rung::attributes).identity().sources.size();
  if (!normals_alone_matter_) chains_[index_of(rung)].reset();
  return normals_alone_matter_;
}

LevelCandidate Ladder::candidate_of(const RungChain& chain) {
  LevelCandidate candidate;
  candidate.rung = chain.identity().rung;
  candidate.estimate = chain.estimate();
  candidate.redone = chain.redone();
  candidate.replaced = chain.replaced();
  if (candidate.rung == Rung::attributes) {
    candidate.surface = surface_of(zero_, chain.identity(), chain.mesh());
  } else {
    candidate.surface = tools_.donor().give_back(chain.identity(), chain.mesh());
    candidate.charts = tools_.donor().chart_count();
  }
  return candidate;
}

std::optional<LevelCandidate> Ladder::next(std::size_t target, std::size_t below) {
  const auto reach = static_cast<std::size_t>(most_share * static_cast<double>(target));
  std::vector<LevelCandidate> candidates;
  for (std::size_t i = index_of(rung_); i < chains_.size(); ++i) {
    const auto rung = static_cast<Rung>(i);
    if (!worth_trying(rung)) continue;
    RungChain& tried = chain(rung);
    tried.advance_to(reach);
    const std::size_t count = tried.mesh().triangle_count();
    if (count >= below || count < options_.triangle_floor || count == 0) {
      failure_ = tried.failure() != nullptr ? tried.failure() : "no_progress";
      continue;
    }
    candidates.push_back(candidate_of(tried));
    const bool healthy = tried.stuck() < healthy_stuck && tried.leap() < healthy_leap &&
                         static_cast<double>(count) <= healthy_overrun * static_cast<double>(target);
    if (healthy && candidates.size() == 1) break;
  }
  if (candidates.empty()) return std::nullopt;
  if (candidates.size() > 1) {
    for (LevelCandidate& candidate : candidates) candidate.difference = tools_.judge().compare(candidate.surface);
  }
  const std::size_t chosen = choose_candidate(candidates, target);
  rung_ = candidates[chosen].rung;
  for (std::size_t i = 0; i < index_of(rung_); ++i) chains_[i].reset();
  return std::move(candidates[chosen]);
}

}  // namespace lodcook::cooker
