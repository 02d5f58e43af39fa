#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/lod/chain.h"
#include "cooker/scene/object.h"
#include "formats/src/container_write.h"

namespace lodcook::cooker {

struct PackOptions {
  std::uint32_t position_bits = 0;  ///< Bits along the largest side, 4 to 24; 0: by the rule of choose_lattice.
  std::uint32_t normal_bits = 8;    ///< 8, 10 or 12 per octahedral component.
  std::uint32_t uv_bits = 16;       ///< 8 to 16 along the range of a set.
  std::uint32_t color_bits = 8;     ///< 8 or 16 per channel.
  double lattice_step = 0;          ///< The step of positions, a power of two; 0: by those rules.
  bool lossless = false;            ///< Everything as 32-bit floats.
  bool prove = true;                ///< Prove the error of every level; else the estimate switches.
  bool slide_switches = true;       ///< A level's error is not below its slide either.
  std::uint32_t threads = 1;        ///< For the proofs of tiles; never shows in the result.
  bool meshopt = true;
  int zstd_level = 6;
};

/// A pose that a level deviates most in.
struct PosedAt {
  std::string animation;
  double time_seconds = 0;
};

/// One object of the container, and what the container does not hold of its levels' errors.
struct PackedObject {
  ObjectContent content;
  std::vector<LevelError> errors;  ///< Over the extent, by level; what was not measured is absent.
  std::vector<std::optional<NormalAngle>> normal_angles;  ///< By level of a chain, as `errors`.
  std::vector<std::optional<PosedAt>> poses;  ///< By level, as `errors`: absent where the bind pose is the worst.
  std::vector<LevelError> tile_errors;        ///< The same of each tile of a tree, in the container's order.
  std::vector<std::optional<NormalAngle>> tile_normal_angles;  ///< As `tile_errors`; absent for leaves.
};

/// invalid_value for options out of range.
Status check_options(const PackOptions& options);

/// Quantises every level of a chain on one lattice (choose_lattice). The error of a level is its proven bound, or its
/// slide where that is larger and slide_switches, where it is proven, else is its estimate made strictly
/// rising (at least 1e-6 of the extent above the level before); level 0's is the lattice's. Level 0 keeps every
/// triangle; in coarser ones those that the lattice collapses are dropped. A chain ends before a level that would then
/// be empty or not smaller than the one before (warning levels_collapsed), and an object of which nothing would be left
/// keeps its positions as floats (float_positions). coarse_lattice: coordinates are too large for the step the rule
/// wants. Fails with invalid_value for options out of range, and non_finite or internal for a chain that is none.
/// A skinned object is proven in `poses` too (prove_poses; pose_unproven where that fails for one).
/// `materials` are those that the object's draws name; without them no UV set counts as read by a texture.
Result<PackedObject> pack_chain(const Object& object, std::span<const Material> materials, LodChain chain,
                                const PackOptions& options, std::vector<Warning>& warnings,
                                std::span<const Pose> poses = {});

/// The container of all objects with what they share of the set. Fails where write_container does.
Result<std::vector<std::byte>> write_asset(const ObjectSet& set, std::vector<ObjectContent> objects,
                                           const PackOptions& options, std::vector<ObjectContent> shared_meshes = {});

}  // namespace lodcook::cooker
