#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lodcook/types.h>

#include "cooker/lod/chain.h"
#include "cooker/pack/level_content.h"
#include "cooker/proof/chain_proof.h"
#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// What ChainProof::prove may be asked for so that a bound with its slack is not above `error`.
inline float at_least_for(double error) noexcept {
  return static_cast<float>(std::max(0.0, error * (1 - 1e-6) - 1.1e-6));
}

/// What was proven of one level, over the extent.
struct LevelProofFacts {
  LevelError relative;  ///< Without the estimate.
  bool proven = false;  ///< False where nothing could be proven: then the members are absent.
  std::optional<NormalAngle> normals;
  std::optional<PosedAt> pose;     ///< Where the bound is that of a pose.
  std::uint64_t exhausted = 0;     ///< Pieces that the proof's budget left unrefined.
  std::uint64_t corner_tests = 0;  ///< Of pieces against triangles.
  std::uint64_t queries = 0;       ///< Exact searches for the nearest triangle.

  /// The bound, or the estimate where nothing is proven.
  [[nodiscard]] double own_error(double estimate) const {
    return proven ? relative.bound.value_or(estimate) : estimate;
  }
};

LevelProofFacts facts_of(const proof::LevelProof& proof);

/// Proves every packed level, as it will be decoded, against the object: both directions, quantisation included.
/// Level 0 deviates by the lattice alone, so its bound is `lattice_error` (over the extent). `levels[k]` is packed from
/// `chain.levels[k]`. Where a texture of `materials` reads UVs or there are colours, `slide` is measured too. Levels of
/// an object without extent, whose surfaces are points, stay unproven.
std::vector<LevelProofFacts> prove_levels(const Object& object, std::span<const Material> materials,
                                          const LodChain& chain, std::span<const PackedLevel> levels,
                                          double lattice_error);

}  // namespace lodcook::cooker
