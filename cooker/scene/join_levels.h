#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// Joins the levels that a source brings: `sets[0]` is level 0, the others follow from fine to coarse, each a whole
/// source of its own. Objects belong together that have one name (without its "_LOD<n>"), or are the only ones. Each
/// coarser object goes to ObjectSet::authored with level 0's origin, its materials found by name (new ones are added),
/// its joints by name, its morph targets by name. What level 0 does not know cannot be kept: a coarser object is left
/// out, with its reason as a warning authored_level_dropped, where its skeleton is another, where it lacks a UV set
/// that a texture reads, where it is placed elsewhere, or where level 0 has no such object. UVs that no texture reads,
/// colours, tangents and morph targets that only some levels have are filled or left out (authored_attributes).
///
/// `brings` says whether an object (its name without number) has a level of its own in sets[level]; one that has not
/// and is the same as before is not a level, and nothing is said of it.
ObjectSet join_levels(std::vector<ObjectSet> sets,
                      const std::function<bool(const std::string& name, std::size_t level)>& brings);

}  // namespace lodcook::cooker
