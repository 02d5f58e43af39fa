#pragma once

#include <cstdint>
#include <vector>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Gives a primitive normals where it has none: faces that meet at an edge by less than 60 degrees share one normal
/// there, the mean of the faces round the position weighted by area and angle. Vertices at sharper edges are split
/// (their copies come last). Tangents and the morph targets' differences of both go, since they belonged to no normal.
void make_normals(Primitive& primitive);

/// Replaces normals that are zero or not finite by such means, without splitting, and gives the others unit length.
/// Where most normals are unusable, all are made anew. Returns how many were unusable.
std::size_t repair_normals(Primitive& primitive);

}  // namespace lodcook::cooker
