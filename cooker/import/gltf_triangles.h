#pragma once

#include <cgltf.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace lodcook::cooker {

/// How many triangles a primitive of `corners` indices has; 0 for points and lines.
std::uint64_t triangle_count(cgltf_primitive_type mode, std::uint64_t corners);

/// The triangle list of a list, strip or fan, corners in the order that keeps faces outward (glTF 2.0,
/// section 3.7.2.1). A list's incomplete last triangle is left out.
std::vector<std::uint32_t> as_triangle_list(cgltf_primitive_type mode, std::vector<std::uint32_t> corners);

/// The vertices that `indices` use, ascending, where that is fewer than all `vertex_count`; `indices` are renumbered to
/// match. Every index must be below `vertex_count`.
std::optional<std::vector<std::uint32_t>> compact_vertices(std::vector<std::uint32_t>& indices,
                                                           std::size_t vertex_count);

}  // namespace lodcook::cooker
