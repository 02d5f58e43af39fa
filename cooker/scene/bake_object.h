#pragma once

#include <span>

#include <lodcook/types.h>

#include "cooker/scene/group.h"
#include "cooker/scene/object.h"
#include "cooker/scene/object_draft.h"
#include "cooker/scene/repair_log.h"

namespace lodcook::cooker {

/// Writes an object: placed, positions welded, triangles without area and repeated ones dropped, equal vertices joined,
/// vertices in order of use. `materials` are those of the object set. It may come out without triangles.
Object bake_object(const ObjectDraft& draft, std::span<const Material> materials, const SceneOptions& options,
                   RepairLog& log);

}  // namespace lodcook::cooker
