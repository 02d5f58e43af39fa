#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lodcook/types.h>

#include "cooker/pack/position_ids.h"
#include "cooker/proof/chain_proof.h"
#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// What a pose needs of a mesh.
struct SkinnedMesh {
  std::vector<Vec3f> positions;
  std::vector<std::uint16_t> joints;  ///< By vertex, `influences` each.
  std::vector<float> weights;         ///< As `joints`.
  std::uint32_t influences = 0;
  std::vector<std::uint32_t> indices;
};

/// Level 0 as it was imported.
SkinnedMesh skinned_mesh(const Object& object);

/// Proves the levels of a chain in one pose, finest first: posed level 0 against the posed level, both directions. All
/// in units of the bind pose's extent, whatever the size in the pose. No rms is sampled.
class PoseProof {
 public:
  /// `source` is level 0, `extent` the bind pose's. Nothing where the posed mesh has no extent or is not finite.
  static std::optional<PoseProof> make(const SkinnedMesh& source, double extent, const Pose& pose);

  /// `before`: the level's vertices before they were quantised, which only makes the proof faster; may be empty. A
  /// deviation up to `enough` is not looked at closer, and then the bound is not above it. Nothing where the posed
  /// level cannot be proven.
  std::optional<proof::LevelProof> prove(const SkinnedMesh& level, const SkinnedMesh& before, double enough);

 private:
  PoseProof(const Pose& pose, Vec3d low, double side, double extent, PositionIds known, proof::Surface level0);
  [[nodiscard]] std::vector<Vec3f> posed(const SkinnedMesh& mesh) const;
  [[nodiscard]] std::vector<std::uint32_t> ids(const std::vector<Vec3f>& level, const SkinnedMesh& before) const;

  const Pose* pose_;
  Vec3d low_;
  double side_, extent_;
  PositionIds known_;
  proof::ChainProof prover_;
};

}  // namespace lodcook::cooker
