#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "cooker/scene/parallel.h"
#include "cooker/scene/vertex_streams.h"

namespace lodcook::cooker {

/// Replaces the buffer by one whose vertex i is the old vertex `chosen[i]`. A vertex may be chosen more than once.
void select_vertices(VertexStreams& vertices, std::span<const std::uint32_t> chosen);
void select_vertices(std::vector<MorphTarget>& morph_targets, std::span<const std::uint32_t> chosen);

/// The same for one array of `per_row` values a vertex; an empty array stays empty.
template <class T>
void select_rows(std::vector<T>& values, std::span<const std::uint32_t> chosen, std::size_t per_row = 1) {
  if (values.empty()) return;
  constexpr std::size_t most = 1 << 15;  // rows that one thread copies at a time
  std::vector<T> selected(chosen.size() * per_row);
  for_ranges(chosen.size(), most, [&](std::size_t first, std::size_t last) {
    for (std::size_t row = first; row < last; ++row) {
      for (std::size_t k = 0; k < per_row; ++k) selected[row * per_row + k] = values[chosen[row] * per_row + k];
    }
  });
  values = std::move(selected);
}

/// Renumbers `indices` in order of first use of vertex `lowest[index]` (identity where `lowest` is empty) and returns
/// which old vertex each new one is. Vertices that no index names are gone.
std::vector<std::uint32_t> compact_indices(std::vector<std::uint32_t>& indices, std::size_t vertex_count,
                                           std::span<const std::uint32_t> lowest);

}  // namespace lodcook::cooker
