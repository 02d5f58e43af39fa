#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "manifest/folder_index.h"
#include "manifest/verify_report.h"

namespace lodcook::cooker {

/// Everything about one asset that is not as the index, its manifest and its container say of each other: files that
/// are missing or refused, sizes, hashes, facts, what no cook records (verify_record), levels that do not decode.
/// `folder` is the folder of the index. With `inputs`, also sources and dependencies whose bytes are others than those
/// that were cooked; with `errors`, where nothing else differs, what verify_errors
/// finds and, where that is nothing, verify_cook.
std::vector<manifest::Difference> verify_asset(const std::filesystem::path& folder, const manifest::IndexedAsset& asset,
                                               std::span<const std::filesystem::path> inputs, bool errors);

}  // namespace lodcook::cooker
