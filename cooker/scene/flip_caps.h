#pragma once

#include <cstddef>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// A cap is a triangle without area whose corners lie apart on one line. To drop it would leave its middle corner in
/// the midst of the neighbour's edge and the surface open there; instead the edge between the two is turned, which
/// parts the neighbour at that corner and leaves the shape as it is. Caps without a neighbour across their longest edge
/// stay as they are. Where the two do not share vertices along the edge, the corner gets a new vertex with the
/// neighbour's attributes. Returns how many caps are gone.
std::size_t flip_caps(Primitive& primitive);

}  // namespace lodcook::cooker
