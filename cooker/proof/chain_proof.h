#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cooker/proof/cover.h"
#include "cooker/proof/surface.h"

namespace lodcook::proof {

struct ProofOptions {
  float tolerance = 0.045F;  ///< bound <= measured * (1 + tolerance) where the budget lasts.
  /// Corner tests of one level: a base, for few triangles that cross at a slant, and a part per triangle.
  double budget_pieces = 4e6, budget_pieces_per_triangle = 2000;
  /// Of each direction, at most; fewer where level 0 has few triangles. 0: none.
  std::uint32_t most_rms_samples = 512;
  /// Only whether the deviation exceeds this is asked: a bound is never below it, and is cheaper the larger it is.
  float at_least = 0;
};

/// The deviation of one level from level 0, both directions, in the unit of the positions.
struct LevelProof {
  double rms = 0;               ///< Root mean square distance of samples, the worse direction. Nothing is proven of it.
  std::uint32_t samples = 0;    ///< How many each direction.
  double measured = 0;          ///< A distance that was found: never above the true largest distance.
  double bound = 0;             ///< Proven: no point of either surface is farther than this from the other.
  std::uint64_t exhausted = 0;  ///< Pieces that the budget left unrefined; the bound is true all the same.
  std::uint64_t corner_tests = 0;  ///< Of pieces against triangles, when covering.
  std::uint64_t queries = 0;       ///< Exact searches for the nearest triangle, but for those of `rms`.
  Vec3f worst_point;               ///< Where `measured` was found.
  Direction worst_direction = Direction::forward;
};

/// What one proof hands on to another that goes on from the level proven last. Triangles are numbered as in the meshes
/// that the surfaces were made of.
struct Heritage {
  std::vector<float> errors;         ///< By triangle of the level: proven towards level 0.
  std::vector<std::uint32_t> hints;  ///< By triangle of level 0: one of the level's near it, or none.
};

/// Proves the levels of one chain against level 0, finest first. Each level's triangles should stand on positions of
/// the level before (that makes it fast; the bound is true for any surfaces). Single-threaded and deterministic; two
/// chains share nothing.
class ChainProof {
 public:
  ChainProof(Surface level0, const ProofOptions& options);
  /// Shares a level 0 that others use too; must not be empty.
  ChainProof(std::shared_ptr<const Surface> level0, const ProofOptions& options);
  /// Goes on from a level that is proven already: levels after it are proven against level 0 all the same. `heritage`
  /// holds a value for every triangle of both meshes.
  ChainProof(Surface level0, Surface parent, const Heritage& heritage, const ProofOptions& options);
  ~ChainProof();
  ChainProof(ChainProof&&) noexcept;
  ChainProof& operator=(ChainProof&&) noexcept;

  /// Proves the next level and makes it the parent of the one after.
  LevelProof prove(Surface level);

  /// The same where another `at_least` than the options' is asked.
  LevelProof prove(Surface level, float at_least);

  /// What a proof that goes on from the level proven last must know. `level0_triangles` and `level_triangles`: counts
  /// of the meshes.
  [[nodiscard]] Heritage heritage(std::size_t level0_triangles, std::size_t level_triangles);

  [[nodiscard]] const Surface& level0() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lodcook::proof
