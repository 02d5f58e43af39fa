#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <lodcook/result.h>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

struct ImportOptions {
  /// Folders beside the model's own in which files may be opened. Links are resolved before the check.
  std::vector<std::filesystem::path> allowed_roots;
  std::uint64_t max_asset_bytes = 2ULL << 30;      // 2 GiB: one source file
  std::uint64_t max_reference_bytes = 4ULL << 30;  // 4 GiB: all files it names together
  std::uint64_t max_triangles = 100'000'000;
  std::uint32_t max_meshes = 100'000;
  std::uint32_t max_depth = 256;  // nesting of nodes
};

/// Reads a model into a Scene. glTF and GLB are read directly, everything else through Assimp. Opens only regular files
/// below the model's folder or an allowed root. A file that cannot be read correctly is an error with the reason.
Result<Scene> import_scene(const std::filesystem::path& file, const ImportOptions& options);

/// Whether import_scene has a reader for this file name's extension (in any letter case).
bool is_model_file(const std::filesystem::path& file);

}  // namespace lodcook::cooker
