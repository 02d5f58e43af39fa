#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <lodcook/result.h>

#include "manifest/folder_index.h"

namespace lodcook::cooker {

/// A model to cook.
struct FoundModel {
  std::filesystem::path file;  ///< As it can be opened.
  std::string source;          ///< Relative to its INPUT folder, '/' between parts, UTF-8; unique in a cook.
  std::size_t input = 0;       ///< Which INPUT it came from.
  std::uint64_t bytes = 0;
};

/// What lies below the INPUTs. Every list is sorted bytewise by source. Files that go along with models (materials,
/// buffers, textures, texts, our own outputs and settings) are in none.
struct Discovery {
  std::vector<FoundModel> models;
  std::vector<manifest::SkippedSource> skipped;
  std::vector<manifest::FailedSource> failed;  ///< Named in INPUT but no model, unreadable, or not nameable.
};

/// Looks through files and folders. The folder OUT is passed over. A link to a file is followed where it stays below
/// its INPUT; a link to a folder never is, for what lies below INPUT is met at its own place. Only names are looked at.
/// Fails with not_found or cannot_read for an INPUT itself, with invalid_argument where two INPUTs hold the same
/// source.
Result<Discovery> discover(std::span<const std::filesystem::path> inputs, const std::filesystem::path& output);

/// The folder that sources of an INPUT are relative to: itself, or the folder of a file.
std::filesystem::path input_root(const std::filesystem::path& input);

/// Whether `path` is `folder` or below it; both canonical.
bool lies_below(const std::filesystem::path& path, const std::filesystem::path& folder);

}  // namespace lodcook::cooker
