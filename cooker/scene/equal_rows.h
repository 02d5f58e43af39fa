#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

#include "cooker/scene/vertex_streams.h"

namespace lodcook::cooker {

/// One array seen as rows of bytes, `row_bytes` each.
struct RowColumn {
  const std::byte* first = nullptr;
  std::size_t row_bytes = 0;
};

/// For each of `count` rows the lowest row that is equal to it bit by bit in every column. `count` below 2^32 - 1.
std::vector<std::uint32_t> equal_rows(std::span<const RowColumn> columns, std::size_t count);

/// For each position the lowest index of an equal one. Minus zero must have been made plus zero before.
std::vector<std::uint32_t> equal_positions(std::span<const Vec3f> positions);

/// For each vertex the lowest one that is equal in every attribute, morph difference and material. `equal_position` is
/// what equal_positions gives for the vertices.
std::vector<std::uint32_t> equal_vertices(const VertexStreams& vertices, std::span<const MorphTarget> morph_targets,
                                          std::span<const std::uint32_t> materials,
                                          std::span<const std::uint32_t> equal_position);

}  // namespace lodcook::cooker
