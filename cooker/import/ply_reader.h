#pragma once

#include "cooker/import/import.h"
#include "cooker/import/jail.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Reads a PLY file without Assimp, which takes triangle strips for one triangle, cut files and wild indices for good
/// ones and no more than 32 bits of a coordinate. Faces, triangle strips (-1 starts a new one), normals, colours of
/// vertices or faces, texture coordinates of vertices or corners. Positions are relative to the node, which holds what
/// 32 bits could not. Fails with malformed, truncated, inconsistent, invalid_index, non_finite, over_triangle_limit.
Result<Scene> read_ply(const FileBytes& bytes, const ImportOptions& options, Jail& jail);

}  // namespace lodcook::cooker
