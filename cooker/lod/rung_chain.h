#pragma once

#include "cooker/lod/flap_lock.h"
#include "cooker/lod/identity.h"
#include "cooker/lod/level_zero_tools.h"
#include "cooker/lod/simplify_step.h"
#include "cooker/lod/touching.h"

namespace lodcook::cooker {

/// The chain of one identity from level 0, one level at a time.
class RungChain {
 public:
  /// The references must outlive the chain.
  RungChain(const LevelZero& zero, LevelZeroTools& tools, const ChainOptions& options, Rung rung);

  /// Goes on from the level that `finer` had when its last advance_to began: all went well with it until then, and
  /// doing its levels again would cost as much as they did.
  RungChain(const RungChain& finer, Rung rung);

  /// Makes levels until one has at most `triangles` or no further one can be made. Each aims at the ratio of the
  /// options.
  void advance_to(std::size_t triangles);

  [[nodiscard]] const Identity& identity() const noexcept { return identity_; }
  [[nodiscard]] const LevelMesh& mesh() const noexcept { return mesh_; }

  /// Accumulated over the extent, for mesh().
  [[nodiscard]] double estimate() const noexcept { return estimate_; }

  /// Why no further level can be made, a word of the manifest's schema; nullptr: not known yet.
  [[nodiscard]] const char* failure() const noexcept { return failure_; }

  /// Positions that could not move over half the triangles asked for: the worst of the steps that the last advance_to
  /// tried. From 0.2 on the level suffers; at 1 what is free gets crushed.
  [[nodiscard]] double stuck() const noexcept { return stuck_; }

  /// Error of a step over that of the step before: the worst of the last advance_to; 0 for the first step of all.
  /// About 2 where all goes well.
  [[nodiscard]] double leap() const noexcept { return leap_; }

  /// How often the steps of the last advance_to were done again because vertices of level 0 had been left far behind.
  [[nodiscard]] std::uint32_t redone() const noexcept { return redone_; }

  /// How far from level 0 the steps of the last advance_to that were done again would have led at least, over the
  /// extent; 0: none was.
  [[nodiscard]] double replaced() const noexcept { return replaced_; }

 private:
  void advance();
  [[nodiscard]] StepResult simplify(StepOptions options) const;
  [[nodiscard]] StepResult step(StepOptions options);
  [[nodiscard]] std::vector<std::uint32_t> places() const;
  void lock_folds(FlapStep& step);
  [[nodiscard]] StepResult redo(const FlapStep& step, StepResult plain);
  [[nodiscard]] const char* failure_of(const StepResult& result) const;

  const LevelZero& zero_;
  LevelZeroTools& tools_;
  const ChainOptions& options_;
  Identity identity_;
  Parts parts_;
  LevelMesh mesh_;
  LevelMesh start_;  ///< mesh_ as it was when the last advance_to began; empty where it still is.
  double estimate_ = 0, start_estimate_ = 0;
  double last_step_ = 0, start_last_step_ = 0;
  double stuck_ = 0;
  double leap_ = 0;
  FlapLock flaps_;
  std::uint32_t redone_ = 0;
  double replaced_ = 0;
  const char* failure_ = nullptr;
};

/// Triangles to aim at for the level after one of `triangles`.
std::size_t next_target(std::size_t triangles, const ChainOptions& options);

}  // namespace lodcook::cooker
