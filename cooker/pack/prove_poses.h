#pragma once

#include <span>
#include <vector>

#include "cooker/pack/level_content.h"
#include "cooker/pack/prove_levels.h"
#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// Which of several poses an object is proven in: so many, spread evenly, that its triangles times poses stay below a
/// million, but one at least.
std::vector<const Pose*> poses_to_prove(std::span<const Pose> poses, const Object& object);

/// Proves the levels of a skinned object in its poses too: level 0 as it was imported and every level with the
/// positions and weights that it will be decoded with. Where the bound in a pose is larger, bound, measured and pose
/// of the level are that pose's; rms stays the bind pose's. False where a pose could not be proven; the bounds then
/// hold for the others.
bool prove_poses(const Object& object, const LodChain& chain, std::span<const PackedLevel> levels,
                 std::span<const Pose> poses, bool float_weights, std::vector<LevelProofFacts>& facts);

}  // namespace lodcook::cooker
