#pragma once

#include <lodcook/result.h>

#include "cooker/scene/object.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

struct SceneOptions {
  Grouping grouping = Grouping::model;
  std::uint32_t skin_influences = 4;   ///< Kept per vertex, 1 to 8; the rest is given to the kept ones.
  float weld_tolerance = 1e-5F;        ///< Positions closer than this part of the extent are one.
  std::uint64_t max_triangles = 100'000'000;  // 10^8: above it 32-bit counts of corners come near their end
};

/// Refuses what no later stage may meet (indices out of range, arrays of unequal length, non-finite positions, transforms
/// that are not finite, joints out of range, cycles), repairs what is harmless and counts it in warnings: zero or missing
/// normals rebuilt, non-finite attributes replaced, weights normalised, zero-area and duplicate triangles dropped.
Result<Scene> check_scene(Scene scene, const SceneOptions& options);

/// Splits a checked scene into objects: transforms baked in double, faces kept outward under mirroring, positions welded,
/// materials joined into one buffer. Fails with no_triangles where nothing is left.
Result<ObjectSet> group_scene(const Scene& scene, const SceneOptions& options);

}  // namespace lodcook::cooker
