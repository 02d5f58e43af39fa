#pragma once

#include "cooker/scene/group.h"
#include "cooker/scene/repair_log.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Joins triangles without area to their neighbours or drops them, and drops vertices that no triangle names; meshes of
/// which nothing is left are logged. Positions must be finite.
void drop_unusable_geometry(Scene& scene, RepairLog& log);

/// Logs meshes so far from their origin that neighbouring 32-bit numbers lie more than 1/1000 of the mesh apart.
void report_rounding(const Scene& scene, RepairLog& log);

/// Makes every attribute finite and of the form that VertexStreams promises: normals, tangents, UVs (0), colours
/// (white), joint weights, morph differences (0).
void repair_attributes(Scene& scene, const SceneOptions& options, RepairLog& log);

/// The same for what is not a mesh: numbers of lights and materials that are not finite take their defaults, animation
/// channels that cannot be played go.
void repair_surroundings(Scene& scene, RepairLog& log);

}  // namespace lodcook::cooker
