#pragma once

#include <cstdint>
#include <vector>

#include "cooker/proof/surface.h"

namespace lodcook::cooker {

/// The triangles of a surface that come within `reach` of a point, in the surface's order; the first `most` of them.
std::vector<std::uint32_t> triangles_near(const proof::Surface& surface, Vec3f p, float reach, std::size_t most);

}  // namespace lodcook::cooker
