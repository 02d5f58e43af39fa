#pragma once

#include "cooker/lod/attribute_plan.h"
#include "cooker/lod/level_mesh.h"

namespace lodcook::cooker {

struct StepOptions {
  std::size_t target_triangles = 0;
  bool prune = false;  ///< May drop whole small pieces.
  bool lock_border = false;
  bool keep_flat = false;  ///< Keep triangles without area that have three corners: their edges may meet those of a
                           ///< neighbouring tile.
  std::vector<unsigned char> locked;  ///< 1 for vertices that must stay; empty: none.
};

struct StepResult {
  std::vector<std::uint32_t>
      indices;       ///< Into the mesh that was simplified; without triangles of no area (see keep_flat).
  double error = 0;  ///< What the simplifier reports over 1 + normal weight, in extents.
};

/// Simplifies one level. The normal weight is options.normal_weight times the mean longest edge of `mesh`, so that the
/// same bend of the normals counts the same however fine the mesh is.
StepResult simplify_step(const LevelMesh& mesh, const AttributePlan& plan, double normal_weight,
                         const StepOptions& step);

}  // namespace lodcook::cooker
