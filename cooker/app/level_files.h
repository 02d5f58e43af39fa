#pragma once

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

/// What is odd about the numbers in the names of an asset's files: a level that is missing, no LOD0.
std::vector<Warning> check_level_files(const std::string& source, std::span<const std::string> level_files);

}  // namespace lodcook::cooker
