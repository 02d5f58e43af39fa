#pragma once

#include "cooker/scene/object.h"

/// Small inputs of the tests of this room, made by code.
namespace lodcook::cooker {

/// Unit sphere of 20 * 4^subdivisions triangles with smooth normals and no UV.
Object icosphere(int subdivisions);

}  // namespace lodcook::cooker
