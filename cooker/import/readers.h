#pragma once

#include <filesystem>

#include <lodcook/result.h>

#include "cooker/import/import.h"
#include "cooker/import/jail.h"
#include "cooker/scene/scene.h"

/// One reader for each library. A reader takes every byte through the jail and leaves Scene::dependencies and the
/// jail's own warnings to import_scene, which adds them.
namespace lodcook::cooker {

/// glTF 2.0 and GLB. Fails with unsupported_format for glTF 1.0.
Result<Scene> read_gltf(const std::filesystem::path& file, const ImportOptions& options, Jail& jail);

/// Everything else, glTF 1.0 too.
Result<Scene> read_with_assimp(const std::filesystem::path& file, const ImportOptions& options, Jail& jail);

}  // namespace lodcook::cooker
