#pragma once

#include "cooker/import/import.h"
#include "cooker/import/jail.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Reads an OBJ file and its MTL files without Assimp, which cuts and joins names, keeps 32 bits of a coordinate and
/// reads cut files in silence. A node for each object, below it one for each group; positions are relative to the root
/// node, which holds what 32 bits could not. Fails as parse_obj does, with non_finite where a face uses such a
/// position, or with over_triangle_limit and over_mesh_limit.
Result<Scene> read_obj(const FileBytes& bytes, const ImportOptions& options, Jail& jail);

}  // namespace lodcook::cooker
