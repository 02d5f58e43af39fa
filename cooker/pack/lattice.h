#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cooker/lod/chain.h"
#include "cooker/pack/pack.h"

namespace lodcook::cooker {

/// A position as integer multiples of the lattice step.
using LatticePoint = std::array<std::int64_t, 3>;

/// The positions of an object stand on multiples of `step`, a power of two, in every level, so that a corner that two
/// levels or tiles share decodes to the same bits. A step of 0 keeps floats.
struct Lattice {
  double step = 0;
  bool coarser_than_wanted = false;  ///< The rule asked for a finer step than floats can tell apart.

  /// Largest distance between a position and its lattice point: half the diagonal of a cell, in model units.
  [[nodiscard]] double error() const noexcept;

  /// Nearest lattice point; equal positions give equal points, -0 as 0.
  [[nodiscard]] LatticePoint point(Vec3f position) const noexcept;
};

/// The meshes of one object that are stored together.
struct CodedMeshes {
  std::vector<const LodLevel*> finest;  ///< Level 0: the chain's, or every leaf of a tree.
  std::vector<const LodLevel*> all;
  float extent = 0;
  double first_estimate = 0;  ///< Of level 1; 0 where there is none.

  CodedMeshes() = default;
  CodedMeshes(const LodChain& chain);  // NOLINT(google-explicit-constructor): a chain is such a set of meshes
};

/// The lattice of an object. With position_bits: the smallest 2^k >= extent / 2^bits. Else the largest 2^k that is at
/// most each of: the median edge of level 0 / 64; its 5th percentile edge / 8 (thin posts in a scene of long edges);
/// the absolute estimate of level 1; the extent / 2^14 (a sixteenth of a pixel for a model that fills 1000). Edges of
/// length 0 and estimates below 1e-6 of the extent do not count. Never finer than 2^-24 of the largest coordinate or
/// extent, where floats end. A given lattice_step goes before all that, and is coarser than wanted only where floats
/// end too. Levels must not be empty.
Lattice choose_lattice(const CodedMeshes& meshes, const PackOptions& options);

}  // namespace lodcook::cooker
