#pragma once

#include "manifest/asset_manifest.h"
#include "manifest/folder_index.h"

namespace lodcook::manifest {

/// One object with two levels, one material, nothing that is optional.
AssetManifest plain_manifest();

/// Everything that a manifest can hold.
AssetManifest full_manifest();

/// Two leaves, each with a coarser tile of its own, below one root, as tiles and as flat lists; a tile that failed.
AssetManifest flat_manifest();

/// A tree of two leaves that have three instances of two shared meshes between them.
AssetManifest instances_manifest();

/// Two cooked assets, one skipped and two failed sources, not sorted.
FolderIndex sample_index();

}  // namespace lodcook::manifest
