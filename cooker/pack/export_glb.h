#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/result.h>

namespace lodcook::cooker {

/// One level of an object as a GLB (glTF 2.0, floats, no extension but KHR_texture_transform): one primitive per draw
/// range with normals, tangents, UV and colour sets, skin, morph targets and materials. The object's origin is the
/// translation of its node; a skinned mesh has it in its inverse binds instead, since a renderer ignores the node
/// there. External textures keep their path as a percent-encoded URI; those embedded in the source are left out. Fails
/// with invalid_argument for an object or level that is not there, and where load_level fails.
Result<std::vector<std::byte>> export_glb(const Container& container, std::uint32_t object, std::uint32_t level);

}  // namespace lodcook::cooker
