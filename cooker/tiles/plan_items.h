#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

constexpr std::uint32_t not_whole = 0xFFFFFFFFU;

/// What a split moves as one: a triangle at its centroid, or all of a small part at the centre of its box.
struct PlanItem {
  std::array<float, 3> center;
  std::uint32_t triangle;           ///< Of a whole part the first.
  std::uint32_t whole = not_whole;  ///< Into PlanItems::wholes.
};

/// The triangles of a part that stays whole: members[first ...), ascending.
struct WholePart {
  std::uint32_t first = 0, count = 0;
};

struct PlanItems {
  std::vector<PlanItem> items;  ///< Ascending by `triangle`.
  std::vector<WholePart> wholes;
  std::vector<std::uint32_t> members;

  [[nodiscard]] std::uint32_t weight(const PlanItem& item) const noexcept {
    return item.whole == not_whole ? 1 : wholes[item.whole].count;
  }
};

/// Triangles of the source as the plan sees them.
struct PlanTriangles {
  std::span<const Vec3f> positions;
  std::span<const std::uint32_t> indices;
  std::span<const std::uint32_t> parts;  ///< By triangle; empty: all of one part.

  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(indices.size() / 3); }
  [[nodiscard]] const Vec3f& corner(std::uint32_t triangle, std::size_t k) const noexcept {
    return positions[indices[3 * std::size_t{triangle} + k]];
  }
  [[nodiscard]] std::array<float, 3> centroid(std::uint32_t triangle) const noexcept;
  [[nodiscard]] double longest_edge(std::uint32_t triangle) const noexcept;
};

/// Items of all triangles but those that `left_out` marks (empty: none). Parts of at most `most_of_whole` triangles
/// whose box is nowhere longer than `longest_whole` stay whole.
PlanItems make_items(const PlanTriangles& triangles, const std::vector<bool>& left_out, std::uint32_t most_of_whole,
                     double longest_whole);

}  // namespace lodcook::cooker
