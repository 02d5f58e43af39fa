#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lodcook/result.h>

/// The index of a cooked folder, OUT/manifest.json, as a value. Its schema is index.schema.json.
namespace lodcook::manifest {

/// Paths use '/': the source is relative to the INPUT folder, the rest to the index.
struct IndexedAsset {
  std::string source, manifest, container;
  std::uint64_t levels = 0;     ///< Of all objects together.
  std::uint64_t triangles = 0;  ///< Of level 0 of all objects together.
};

/// A file that is no model or holds nothing to cook.
struct SkippedSource {
  std::string source, reason;
};

struct FailedSource {
  std::string source;
  Error error;  ///< `place` must name no machine path; it is left out of the text where it is empty.
};

struct IndexTotals {
  std::uint64_t assets = 0, skipped = 0, failed = 0;
  std::uint64_t levels = 0, triangles = 0;
};

struct FolderIndex {
  std::vector<IndexedAsset> assets;
  std::vector<SkippedSource> skipped;
  std::vector<FailedSource> failed;
};

/// Counts and sums of the three lists.
IndexTotals totals(const FolderIndex& index);

/// Deterministic text, sorted by source (bytewise) whatever the order of the lists.
std::string to_json(const FolderIndex& index);

/// Reads what to_json writes; unknown keys are allowed, missing or mistyped ones are errors that name the key, and so
/// are totals that disagree with the lists and paths that leave the folder.
Result<FolderIndex> parse_folder_index(const std::string& json);

}  // namespace lodcook::manifest
