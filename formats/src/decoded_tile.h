#pragma once

#include <cstddef>

#include "lodcook/loader.h"

namespace lodcook::format {

/// What no hash can promise of a decoded tile: every index is below vertex_count, float positions are finite, joint
/// numbers are below `joint_count`.
Status check_decoded(const DecodedTile& tile, std::size_t joint_count);

}  // namespace lodcook::format
