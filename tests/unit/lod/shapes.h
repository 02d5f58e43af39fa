#pragma once

#include "cooker/scene/object.h"

/// Small inputs of the tests of this room, made by code.
namespace lodcook::cooker {

/// Unit sphere of 20 * 4^subdivisions triangles with smooth normals and no UV.
Object icosphere(int subdivisions);

/// A closed box from the origin to (x, y, z), each side a grid of n by n squares, with normals of its own.
Object box(float x, float y, float z, int n);

/// The same triangles with three vertices of their own each, and flat normals.
Object faceted(const Object& object);

/// The same triangles, each with the material of the octant that its centre lies in; vertices split where materials
/// meet.
Object octants(const Object& object);

}  // namespace lodcook::cooker
