#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Which vertices lie at one position. Places are numbered in order of their first vertex.
struct Places {
  std::vector<std::uint32_t> of_vertex;
  std::vector<std::uint32_t> begins;    ///< One more than places, into `vertices`.
  std::vector<std::uint32_t> vertices;  ///< Grouped by place, ascending in each.

  [[nodiscard]] std::size_t count() const noexcept { return begins.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> at(std::uint32_t place) const noexcept {
    return {vertices.data() + begins[place], vertices.data() + begins[place + 1]};
  }
};

/// For each position the first one that is equal: whose coordinates compare equal.
[[nodiscard]] std::vector<std::uint32_t> first_at_place(std::span<const Vec3f> positions);

/// Positions by that equality.
Places find_places(std::span<const Vec3f> positions);

}  // namespace lodcook::cooker
