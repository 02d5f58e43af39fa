#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// By position: whether it lies on an open edge of its part within `distance` of an open edge of another part. Parts
/// are triangles that hang together by positions. `indices` are three positions each; open edges as in open_edges.h.
std::vector<bool> near_borders(std::span<const Vec3f> positions, std::span<const std::uint32_t> indices,
                               float distance);

}  // namespace lodcook::cooker
