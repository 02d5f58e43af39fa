#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "manifest/folder_index.h"
#include "manifest/verify_report.h"

namespace lodcook::cooker {

/// What was found of one asset.
struct AssetVerdict {
  std::vector<manifest::Difference> differences;
  std::vector<std::string> files;  ///< What was cooked into it: the source and its dependencies, relative to INPUT.
  /// Files that are now beside the source, named as levels of it, and not of `files`. A difference each, unless they
  /// are cooked into another asset or were looked at on their own.
  std::vector<std::string> other_levels;
};

/// Everything about one asset that is not as the index, its manifest and its container say of each other: files that
/// are missing or refused, sizes, hashes, facts, what no cook records (verify_record), levels that do not decode.
/// `folder` is the folder of the index. With `inputs`, also sources and dependencies whose bytes are others than those
/// that were cooked, and `other_levels`; with `errors`, where nothing else differs, what verify_errors finds and, where
/// that is nothing, verify_cook.
AssetVerdict verify_asset(const std::filesystem::path& folder, const manifest::IndexedAsset& asset,
                          std::span<const std::filesystem::path> inputs, bool errors);

}  // namespace lodcook::cooker
