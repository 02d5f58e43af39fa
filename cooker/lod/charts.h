#pragma once

#include "cooker/lod/level_zero.h"

namespace lodcook::cooker {

/// For each object vertex the number of its chart: the part of a material's surface over which every UV set runs on
/// without a jump. Numbers are those of a vertex of the chart. Without UV a material is one chart.
std::vector<std::uint32_t> find_charts(const LevelZero& zero);

}  // namespace lodcook::cooker
