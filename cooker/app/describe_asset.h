#pragma once

#include <string>
#include <vector>

#include <lodcook/loader.h>

#include "cooker/app/cook_asset.h"
#include "cooker/app/cook_settings.h"
#include "manifest/asset_manifest.h"

namespace lodcook::cooker {

/// The part of a manifest that a container itself supports: materials, objects with levels, bounds, errors and ranges,
/// placements, skeleton, lights, size and hashes, and the switch distances and screen heights for `view`. Names of
/// files, settings, methods, stop reasons and warnings stay empty.
manifest::AssetManifest describe_container(const Container& container, const manifest::ReferenceView& view);

/// Where an asset comes from and goes to.
struct AssetNames {
  manifest::FileHash source;
  std::vector<manifest::FileHash> dependencies;  ///< Sorted by path.
  std::string container;                         ///< File name.
};

/// The whole manifest of a cooked asset. Every fact that the container holds is read back from `container`, which is
/// `cooked.container` opened.
manifest::AssetManifest describe_asset(const CookedAsset& cooked, const Container& container,
                                       const CookSettings& settings, AssetNames names);

/// 16 lower-case hex digits.
std::string hex_hash(std::uint64_t hash);

}  // namespace lodcook::cooker
