#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "cooker/app/cook_settings.h"
#include "cooker/app/discover.h"
#include "manifest/asset_manifest.h"
#include "manifest/folder_index.h"

namespace lodcook::cooker {

/// A model with its settings and the files that hold its coarser levels.
struct PlannedModel {
  FoundModel model;
  CookSettings settings;
  std::vector<std::string> level_files;  ///< Relative to its INPUT folder, fine to coarse.
};

/// Makes one model of files that are levels of one thing: those that the setting `levels` of a model lists, and, where
/// nothing is listed and the setting `authored` is on, files of one folder and one extension that are named
/// <base>_LOD<n> (level_name), of which the lowest number stays as the model. What is a level of another model is taken
/// out of the list, and what it lists itself does not count. A model of an INPUT that is a file itself finds its levels
/// in its folder. A listed file that is not there or leaves its INPUT folder makes its model a failed one, as do models
/// that list each other. `inputs`: what FoundModel::input counts.
void join_level_files(std::vector<PlannedModel>& models, std::span<const std::filesystem::path> inputs,
                      std::vector<manifest::FailedSource>& failed);

/// The level files that a manifest is the record of, relative to INPUT, fine to coarse: those that `settings`, which it
/// records, list, else its dependencies that are named as coarser levels of the source.
std::vector<std::string> recorded_level_files(const manifest::AssetManifest& manifest, const CookSettings& settings);

/// What is odd about the numbers in the names of an asset's files: a level that is missing (authored_gap), no LOD0
/// (authored_no_level0), another file beside them with one of their numbers, spelled in another way
/// (authored_level_clash).
std::vector<Warning> check_level_files(const std::filesystem::path& root, const std::string& source,
                                       std::span<const std::string> level_files);

/// Which files beside a source could be levels of it: of an INPUT that is a folder all, of one that is a file those
/// that are coarser than it.
enum class LevelsOf : std::uint8_t { folder, file };

/// Files in the source's folder below `root` that are named as levels of the source, relative to `root`, sorted. Not it
/// itself nor what is in `taken`; for LevelsOf::file no number that one of those has. Links do not count.
std::vector<std::string> other_level_files(const std::filesystem::path& root, const std::string& source,
                                           std::span<const std::string> taken, LevelsOf levels);

}  // namespace lodcook::cooker
