#pragma once

#include <vector>

#include "cooker/tiles/plan.h"
#include "cooker/tiles/plan_items.h"

namespace lodcook::cooker {

/// Side of the tiles of a plan: the longest side of a cell where those are given, else over the leaves the median of
/// the longest side of the box of a leaf's centroids.
double tile_side(const TilePlan& plan, const PlanTriangles& triangles, const TilePlanOptions& options);

/// Marks triangles with an edge longer than `limit`; of more than `most` the longest ones. Empty where there is none.
std::vector<bool> find_spanning(const PlanTriangles& triangles, double limit, std::uint32_t most);

/// Puts the marked triangles, which the plan does not hold yet, into a first child of its root, which has children.
void add_shared_leaf(TilePlan& plan, const std::vector<bool>& spanning);

}  // namespace lodcook::cooker
