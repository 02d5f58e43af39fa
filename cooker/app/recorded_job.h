#pragma once

#include <filesystem>

#include <lodcook/result.h>

#include "cooker/app/cook_file.h"
#include "manifest/asset_manifest.h"

namespace lodcook::cooker {

/// The job that a manifest is the record of: its source below `root`, the files of its coarser levels and its settings
/// (limits and allowed_roots, which it does not record, are those of the lodcook.json there). `outputs` name only the
/// container. Fails where the settings are none.
Result<CookJob> recorded_job(const manifest::AssetManifest& manifest, const std::filesystem::path& root);

}  // namespace lodcook::cooker
