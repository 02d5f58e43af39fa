#pragma once

#include <lodcook/result.h>

#include "cooker/scene/object.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

struct SceneOptions {
  Grouping grouping = Grouping::model;
  std::uint32_t skin_influences = 4;          ///< Kept per vertex, 1 to 8; the rest is given to the kept ones.
  bool keep_parts = false;                    ///< Say of every triangle which node showed it, for tiles.
  bool keep_sources = false;                  ///< With keep_parts: say which triangle of its mesh it was, too.
  float weld_tolerance = 1e-5F;               ///< Positions closer than this part of the extent are one.
  std::uint64_t max_triangles = 100'000'000;  // 10^8: above it 32-bit counts of corners come near their end
  std::uint32_t pose_samples = 4;             ///< Poses of each animation that errors are proven in; 0: none.
  bool authored = true;                       ///< Names that end in _LOD0, _LOD1 … are levels of one thing.
};

/// Refuses what no later stage may meet, naming the element: indices out of range, arrays of unequal length, positions
/// and transforms that are not finite, joints out of range, parents that do not come first. Repairs what is harmless,
/// with one warning a kind: normals made where there are none and rebuilt where they are zero, attributes that are not
/// finite replaced, joint weights normalised and reduced to `skin_influences`, triangles without area dropped.
Result<Scene> check_scene(Scene scene, const SceneOptions& options);

/// Splits a checked scene into objects: transforms baked in double, faces kept outward under mirroring, positions
/// welded, repeated triangles dropped, materials joined into one buffer. Two triangles on the same three positions stay
/// where they face opposite ways or differ in material. An object's name is that of its node or mesh, "model" for
/// Grouping::model. Placements are listed in every grouping, those that are in the vertices already as `baked`. Fails
/// with no_triangles where nothing is left, and over a limit where instances multiply triangles beyond it.
Result<ObjectSet> group_scene(const Scene& scene, const SceneOptions& options);

}  // namespace lodcook::cooker
