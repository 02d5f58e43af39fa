#pragma once

#include <span>
#include <vector>

#include "cooker/scene/object.h"
#include "cooker/tiles/plan.h"
#include "cooker/tiles/tile_tree.h"

namespace lodcook::cooker {

/// Gives every draw range of a finished tree its material and its origin: how many pairs of a source node and a
/// material the level 0 below the tile has in it. `tiles` come parents before children; those without children are the
/// plan's leaves, in their order.
void settle_draws(const Object& object, const TilePlan& plan, std::span<TileMesh> tiles);

}  // namespace lodcook::cooker
