#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Whether a triangle has no area to speak of: its height over the longest edge is below 1e-7 of that edge, about what
/// rounding to 32 bits leaves of corners on a line. Independent of the model's size.
bool has_no_area(Vec3f a, Vec3f b, Vec3f c) noexcept;

/// Whether any triangle has no area.
[[nodiscard]] bool have_zero_area(std::span<const std::uint32_t> indices, std::span<const Vec3f> positions);

/// Removes triangles without area in place, order kept. Returns how many. `labels`, one a triangle where not empty,
/// lose the same ones.
std::size_t drop_zero_area(std::vector<std::uint32_t>& indices, std::span<const Vec3f> positions,
                           std::vector<std::uint32_t>* labels = nullptr);

/// By triangle whether it repeats an earlier one: the same three `corner_ids` in the same winding. The opposite winding
/// is another triangle (the back of a sheet).
[[nodiscard]] std::vector<bool> find_duplicates(const std::vector<std::uint32_t>& indices,
                                                std::span<const std::uint32_t> corner_ids);

}  // namespace lodcook::cooker
