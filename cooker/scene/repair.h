#pragma once

#include "cooker/scene/group.h"
#include "cooker/scene/repair_log.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Drops vertices that no triangle names, and triangles without area; meshes of which nothing is left are logged.
void drop_unusable_geometry(Scene& scene, RepairLog& log);

/// Makes every attribute finite and of the form that VertexStreams promises. Positions must be finite already.
void repair_attributes(Scene& scene, const SceneOptions& options, RepairLog& log);

}  // namespace lodcook::cooker
