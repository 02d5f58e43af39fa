#pragma once

#include "cooker/import/assimp_scene.h"
#include "cooker/import/assimp_skin.h"

namespace lodcook::cooker {

/// The triangles of one mesh, polygons cut up, equal vertices joined; joints are those of `skin`. Fails with
/// invalid_index, non_finite (a position), inconsistent, or over_triangle_limit once the scene exceeds the limit.
Result<Primitive> convert_assimp_primitive(AssimpConversion& conversion, const aiMesh& mesh, AssimpSkin& skin);

}  // namespace lodcook::cooker
