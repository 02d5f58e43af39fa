#pragma once

#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/import/gltf_json.h"

namespace lodcook::cooker {

/// Checks the members that are read later: their types, the length of fixed arrays, that required ones are there and
/// none twice, and that every reference is below the length of the array it refers to.
/// Fails with malformed or invalid_index and the place ("meshes[0].primitives[1].mode"); with unsupported_format for
/// glTF 1.0 and unsupported_feature for a version above 2.
Status check_gltf(const JsonText& json);

/// The local transforms of all nodes, read as doubles: map coordinates do not survive as floats. Call check_gltf first.
std::vector<Mat4d> read_local_transforms(const JsonText& json);

/// q at length 1; no rotation where it has no length.
Vec4d unit_quaternion(Vec4d q) noexcept;

}  // namespace lodcook::cooker
