#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/result.h>

namespace lodcook::cooker {

/// One level of an object as a GLB (glTF 2.0, no extension): one mesh, one primitive per draw range of each tile of the
/// level's cut (Container::level_cut; one tile where the object is a chain), with normals, tangents, UV and colour
/// sets, skin, morph targets and materials. Textures are named in the materials' extras (glb_material.h). The object's
/// origin is the translation of its node; a skinned mesh needs none, its inverse binds contain it. Fails with
/// invalid_argument for an object or level that is not there, and where load_tile fails.
Result<std::vector<std::byte>> export_glb(const Container& container, std::uint32_t object, std::uint32_t level);

}  // namespace lodcook::cooker
