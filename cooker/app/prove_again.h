#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/result.h>

#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// What a new proof found of one level or tile, over the extent: measured <= true deviation <= bound.
struct ProvenAgain {
  double measured = 0, bound = 0;
  bool exhausted = false;  ///< The budget ran out: `bound` is true but wide.
};

/// New proofs of one object of a container.
struct ObjectProvenAgain {
  /// By level, against the source, as the levels decode. Of a tree only level 0, all leaves together. Of a chain that
  /// is skinned the largest over bind pose and poses.
  std::vector<ProvenAgain> levels;
  /// Of a tree, by tile from the object's first on: against level 0 of its region as that decodes, so what is true
  /// against the source may be off by `leaf_error`. Nothing for leaves.
  std::vector<std::optional<ProvenAgain>> tiles;
  double leaf_error = 0;  ///< Of the lattice, over the extent; 0 for a chain.
};

/// Proves the decoded levels or tiles of object `object` of the container from nothing but their geometry and the
/// source's, those of a skinned chain in `poses` too (poses_to_prove). Fails where a tile does not decode, and where a
/// mesh cannot be proven (no extent, no triangle with a side).
Result<ObjectProvenAgain> prove_again(const Object& source, const Container& container, std::uint32_t object,
                                      std::span<const Pose> poses = {});

}  // namespace lodcook::cooker
