#pragma once

#include <lodcook/result.h>

#include "cooker/scene/group.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Refuses, with the element's name, what no repair can make sense of: indices outside their arrays (invalid_index),
/// arrays of unequal length and parents that do not come first (inconsistent), transforms that are not finite
/// (non_finite), too many triangles (over_triangle_limit). After it every index of the scene may be followed.
Status check_structure(const Scene& scene, const SceneOptions& options);

/// Refuses positions and position differences that are not finite (non_finite), naming mesh and vertex;
/// vertices that no triangle names may be anything.
Status check_positions(const Scene& scene);

}  // namespace lodcook::cooker
