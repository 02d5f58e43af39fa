#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cooker/lod/far_vertices.h"
#include "cooker/lod/simplify_step.h"

namespace lodcook::cooker {

/// A step and the mesh it goes from.
struct FlapStep {
  const LevelMesh& mesh;
  std::span<const std::uint32_t> place_of;  ///< By vertex of `mesh`, its place in level 0.
  double estimate = 0;                      ///< Of `mesh`, accumulated over the extent.
  StepOptions options;
};

/// Closed double-sided scraps and flaps at edges of several faces vanish at no cost to a quadric, and leave vertices
/// of level 0 far from a level whose estimate is small. Where a step did that, it is done again with the corners of
/// one triangle at each such vertex locked.
class FlapLock {
 public:
  /// A step is done again where a vertex is farther than this many estimates: a bound, at most 1.045 times the largest
  /// distance, is then above four.
  static constexpr double far_factor = 4 / 1.045;

  /// The vertices that earlier levels locked and whose distance still counts, by vertex of `step.mesh`; empty: none.
  [[nodiscard]] std::vector<unsigned char> carried(const FlapStep& step) const;

  /// Gives the result of the step to use: `plain`, or one with at most a hundredth more triangles none of whose lost
  /// vertices is as far as one of `plain`. `again` does the step with other options and gives an empty result where
  /// that fails. At most three times; remembers what it locked if that helped. `place_count`: of all of level 0.
  StepResult redo(const FlapStep& step, StepResult plain, std::size_t place_count,
                  const std::function<StepResult(const StepOptions&)>& again);

  /// How often the last redo did its step again; 0 where `plain` was kept.
  [[nodiscard]] std::uint32_t rounds() const noexcept { return rounds_; }

  /// How far from level 0 `plain` was at least where the last redo replaced it, over the extent; else 0.
  [[nodiscard]] double replaced() const noexcept { return replaced_; }

 private:
  std::vector<float> distances_;  ///< By place: how far it was where it was locked for that, else 0. Empty: none.
  std::uint32_t rounds_ = 0;
  double replaced_ = 0;
};

}  // namespace lodcook::cooker
