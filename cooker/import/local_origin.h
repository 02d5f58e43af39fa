#pragma once

#include <span>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Where positions should be taken from so that 32 bits hold them: (0, 0, 0) where they already do, to a millionth of
/// the extent; else near the centre of the box, in whole multiples of a power of two. Non-finite positions are skipped.
Vec3d choose_local_origin(std::span<const Vec3d> positions);

/// The position relative to the origin; not finite where it does not fit 32 bits.
Vec3f relative_to(Vec3d position, Vec3d origin);

}  // namespace lodcook::cooker
