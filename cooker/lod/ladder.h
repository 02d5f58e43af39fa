#pragma once

#include <array>
#include <memory>
#include <optional>

#include "cooker/lod/level_output.h"
#include "cooker/lod/rung_chain.h"

namespace lodcook::cooker {

/// One way to make a level.
struct LevelCandidate {
  Rung rung = Rung::attributes;
  LevelSurface surface;
  double estimate = 0;
  std::uint32_t redone = 0;
  double replaced = 0;           ///< LodLevel::replaced.
  std::size_t charts = 0;        ///< Of level 0, where attributes were given back; else 0.
  SurfaceDifference difference;  ///< Set only where there is more than one candidate.

  [[nodiscard]] std::size_t triangle_count() const noexcept { return surface.indices.size() / 3; }
};

/// The index of the candidate to take; candidates come finest rung first and there is at least one. Those between half
/// and 1.1 of the target come first (without any, the one nearest to the target); of them the finest that no coarser
/// one beats by 1.25 in rms with no attribute worse by 1.25, or by 4 in rms.
std::size_t choose_candidate(std::span<const LevelCandidate> candidates, std::size_t target);

/// The words of LodLevel::method.
const char* method_name(Rung rung) noexcept;

/// Makes the levels of one object with whichever rung serves it best; never returns to a finer one.
class Ladder {
 public:
  /// The references must outlive the ladder.
  Ladder(const LevelZero& zero, const ChainOptions& options);

  /// The next level of about `target` triangles and fewer than `below`, or nothing: then failure() says why.
  std::optional<LevelCandidate> next(std::size_t target, std::size_t below);

  [[nodiscard]] const char* failure() const noexcept { return failure_; }

 private:
  RungChain& chain(Rung rung);
  [[nodiscard]] bool worth_trying(Rung rung);
  LevelCandidate candidate_of(const RungChain& chain);

  const LevelZero& zero_;
  const ChainOptions& options_;
  LevelZeroTools tools_;
  std::array<std::unique_ptr<RungChain>, 3> chains_;
  Rung rung_ = Rung::attributes;
  bool normals_alone_matter_ = true;  ///< Whether the rung without normals differs from its neighbours.
  const char* failure_ = nullptr;
};

}  // namespace lodcook::cooker
