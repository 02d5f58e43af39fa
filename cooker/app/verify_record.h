#pragma once

#include <string>
#include <vector>

#include "manifest/asset_manifest.h"

namespace lodcook::cooker {

/// What a manifest says of its own making that cannot be, one message each: keys that lodcook does not write or values
/// that it would write otherwise (`text` is the file's), settings that do not exist, are out of range or would be
/// recorded otherwise, another view than the settings', a reason to stop that is none. Whether a setting that could be
/// is the one that was in force is not known.
std::vector<std::string> verify_record(const std::string& text, const manifest::AssetManifest& manifest);

}  // namespace lodcook::cooker
