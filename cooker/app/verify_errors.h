#pragma once

#include <filesystem>
#include <vector>

#include <lodcook/loader.h>

#include "manifest/asset_manifest.h"
#include "manifest/verify_report.h"

namespace lodcook::cooker {

/// Proves every level and tile of one asset again and compares with what its manifest says. The source is imported
/// below `root`, with the settings that the manifest records (limits and allowed_roots, which it does not, are those of
/// the lodcook.json there). Both proofs hold measured <= true <= bound, so it is a difference where a recorded bound or
/// switching error is below a distance that was found now, where the recorded measured is above the bound proven now,
/// where a level's bound is more than 5 % and 2e-6 above it, where errors of model units are not those of the extent,
/// and where none is recorded though the settings ask for it. Inner tiles are proven against the decoded leaves, which
/// leaves the lattice's error between the two. Chains of skinned objects are proven in the same sampled
/// poses again. Nothing but geometry is looked at: verify_cook compares every figure with that of a new cook. `path`
/// names the manifest in a difference.
std::vector<manifest::Difference> verify_errors(const manifest::AssetManifest& manifest, const std::string& path,
                                                const Container& container, const std::filesystem::path& root);

}  // namespace lodcook::cooker
