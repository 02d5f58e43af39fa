#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "manifest/asset_manifest.h"
#include "manifest/verify_report.h"

namespace lodcook::cooker {

/// Cooks an asset again, with the settings and the level files that its manifest records, and compares all that is
/// recorded: every error, measured or sampled, is to be the number that this cook finds, bit by bit, for one version
/// gives one source the same bytes. Only how well the chunks are compressed (sizes, offsets, the index's hash) may be
/// another, as versions of zstd differ; what they decode to may not. `path` names the manifest in a difference. The
/// container's facts and hashes are to be those of the manifest (verify_asset sees to it).
std::vector<manifest::Difference> verify_cook(const manifest::AssetManifest& manifest, const std::string& path,
                                              const std::filesystem::path& root);

}  // namespace lodcook::cooker
