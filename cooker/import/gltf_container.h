#pragma once

#include <cstddef>
#include <span>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// The two parts of a glTF file, inside the bytes they were found in.
struct GltfParts {
  std::span<const std::byte> json;
  std::span<const std::byte> bin;  ///< The GLB's own buffer; empty where it has none.
  bool is_glb = false;
};

/// Finds the parts of a GLB (glTF 2.0, section 4) or takes the whole file as JSON. The header's length must be the
/// file's, the JSON chunk must come first, chunks must lie inside the file and fill it. Fails with truncated,
/// inconsistent or malformed, with unsupported_format for GLB 1 and unsupported_feature for a later one than 2.
Result<GltfParts> split_gltf(std::span<const std::byte> file);

}  // namespace lodcook::cooker
