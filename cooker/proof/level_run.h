#pragma once

#include <vector>

#include "cooker/proof/chain_state.h"

namespace lodcook::proof {

/// A level's proof, and by triangle of it what is proven towards level 0.
struct ProvenLevel {
  LevelProof proof;
  std::vector<float> errors;
};

/// Proves the level after the state's parent. `at_least`: of ProofOptions.
ProvenLevel prove_level(ChainState& state, const Surface& level, float at_least);

}  // namespace lodcook::proof
