#pragma once

#include <span>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Smallest box around at least one position.
Aabb box_of(std::span<const Vec3f> positions) noexcept;

Aabb join(const Aabb& a, const Aabb& b) noexcept;

Vec3f middle(const Aabb& box) noexcept;

/// Distance from `center` to the farthest position, rounded up to a float.
float farthest(const Vec3f& center, std::span<const Vec3f> positions) noexcept;

}  // namespace lodcook::cooker
