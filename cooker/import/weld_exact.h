#pragma once

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Joins vertices of equal bytes in every attribute and morph target and drops those that no triangle uses; formats
/// that give each triangle its own corners shrink to what they describe. Order of first use. Indices must be in range.
void weld_exact(Primitive& primitive);

}  // namespace lodcook::cooker
