#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <lodcook/result.h>

#include "cooker/app/cook_settings.h"
#include "cooker/publish/publish.h"
#include "manifest/asset_manifest.h"

namespace lodcook::cooker {

/// One model to cook: what a worker is given.
struct CookJob {
  std::filesystem::path file;  ///< As it can be opened.
  std::filesystem::path root;  ///< The INPUT folder that `source` is relative to.
  std::string source;
  std::vector<std::string> level_files;  ///< Files of its coarser levels, relative to `root`, fine to coarse.
  std::uint64_t bytes = 0;               ///< Size of the files, to share out the work by.
  PairPaths outputs;
  CookSettings settings;
};

/// What is worth saying about a model that was cooked.
struct CookFacts {
  std::uint64_t levels = 0;     ///< Of all objects.
  std::uint64_t triangles = 0;  ///< Of level 0 of all objects.
  std::uint64_t bytes = 0;      ///< Of the container.
  std::vector<manifest::ManifestWarning> warnings;
};

using CookOutcome = Result<CookFacts>;

/// A model as it would be published.
struct CookedFile {
  std::vector<std::byte> container;
  manifest::AssetManifest manifest;
};

/// Imports and cooks one model and writes nothing. Otherwise as cook_file.
Result<CookedFile> cook_unpublished(const CookJob& job, const std::function<void(std::uint64_t)>& imported);

/// Imports, cooks and publishes one model. `imported` is called with the number of triangles once the import is done.
/// Errors and warnings name files relative to INPUT, never by a path of this machine.
CookOutcome cook_file(const CookJob& job, const std::function<void(std::uint64_t)>& imported);

/// The text without the paths that lead to `root`, as given and as the file system resolves them.
std::string without_root(std::string text, const std::filesystem::path& root);

}  // namespace lodcook::cooker
