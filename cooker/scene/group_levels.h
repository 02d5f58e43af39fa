#pragma once

#include <vector>

#include <lodcook/result.h>

#include "cooker/scene/group.h"

namespace lodcook::cooker {

/// group_scene for a source that may bring its levels: several checked scenes are level 0 and the coarser ones, one
/// scene may hold them as nodes (AuthoredNodes; not where `options.authored` is false). Everything that is no level is
/// as group_scene gives it; the coarser levels are as join_levels gives them. A coarser level without triangles is left
/// out with a warning. Takes the geometry apart as it goes, so `scenes` is spent.
Result<ObjectSet> group_levels(std::vector<Scene> scenes, const SceneOptions& options);

}  // namespace lodcook::cooker
