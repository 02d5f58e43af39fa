#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "cooker/proof/chain_proof.h"
#include "cooker/proof/fours.h"
#include "cooker/proof/sample_rms.h"

namespace lodcook::proof {

/// An elder has at most this part of level 0's triangles: then it needs less room than the levels before it did.
constexpr std::uint32_t elder_share = 4;

/// A level before the parent.
struct Elder {
  Surface surface;
  std::vector<float> errors;  // of each triangle, proven towards level 0
  float bound;
};

/// What the proofs of a chain hand from level to level.
struct ChainState {
  explicit ChainState(std::shared_ptr<const Surface> surface) : owner(std::move(surface)), level0(*owner) {}

  std::shared_ptr<const Surface> owner;
  const Surface& level0;
  ProofOptions options;
  std::vector<Four> fours;                  // of level 0; from the second level on
  std::vector<SurfacePoint> level0_points;  // that rms is taken at

  std::vector<Elder> elders;  // before the parent, finest first

  Surface parent_storage;
  bool has_parent = false;          // false: the parent is level 0
  std::vector<float> parent_error;  // of each parent triangle, proven towards level 0; empty: 0
  float parent_bound = 0;           // of all parent triangles

  std::vector<std::vector<std::uint32_t>> maps;  // maps[k]: triangle of level k to one of level k + 1
  std::vector<std::uint32_t> hints;              // of each level-0 triangle, on level hint_levels[t]
  std::vector<std::uint16_t> hint_levels;
  Vec3f previous_worst{};
  bool has_previous_worst = false;

  [[nodiscard]] const Surface& parent() const { return has_parent ? parent_storage : level0; }

  /// Makes a level the parent, and the parent an elder where level 0 is much finer.
  void succeed(Surface level, std::vector<float> errors) {
    if (has_parent && parent_storage.triangle_count() <= level0.triangle_count() / elder_share) {
      elders.push_back({std::move(parent_storage), std::move(parent_error), parent_bound});
    }
    parent_storage = std::move(level);
    parent_error = std::move(errors);
    has_parent = true;
    parent_bound = 0;
    for (const float error : parent_error) parent_bound = std::max(parent_bound, error);
  }

  /// The hint of a level-0 triangle on the last level, by composing the maps since its last one.
  std::uint32_t hint_of(std::uint32_t t) {
    std::uint32_t hint = hints[t];
    for (std::size_t k = hint_levels[t]; k < maps.size(); ++k) hint = maps[k][hint];
    hints[t] = hint;
    hint_levels[t] = static_cast<std::uint16_t>(maps.size());
    return hint;
  }
};

}  // namespace lodcook::proof
