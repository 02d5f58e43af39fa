#pragma once

#include <cgltf.h>

#include <cstddef>
#include <span>
#include <vector>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// Decodes a buffer view of EXT_meshopt_compression, filter included, into count * stride bytes. Decoded indices are
/// not checked against any vertex count. Fails with malformed where parameters or stream break the extension's rules,
/// before anything is allocated that the stream could not fill.
Result<std::vector<std::byte>> decode_meshopt(const cgltf_meshopt_compression& how, std::span<const std::byte> stream);

}  // namespace lodcook::cooker
