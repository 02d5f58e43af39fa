#pragma once

#include "cooker/import/import.h"
#include "cooker/import/jail.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Reads an OFF text (also with colours, normals or texture coordinates of vertices: COFF, NOFF, STOFF) without Assimp,
/// which bends wild indices and fills cut files up. One vertex or face on a line. Fails with malformed, truncated,
/// invalid_index, non_finite, unsupported_feature (the binary and the four- and n-dimensional kinds),
/// over_triangle_limit.
Result<Scene> read_off(const FileBytes& bytes, const ImportOptions& options, Jail& jail);

}  // namespace lodcook::cooker
