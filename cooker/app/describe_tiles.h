#pragma once

#include <cstdint>
#include <vector>

#include <lodcook/loader.h>

#include "manifest/asset_manifest.h"

namespace lodcook::cooker {

/// What a container tells of all its tiles outside its index.
struct TileNotes {
  std::vector<DrawOrigin> origins;                   ///< By draw range.
  std::vector<SharedReason> shared;                  ///< By tile.
  std::vector<std::vector<MeshInstance>> instances;  ///< By tile.
};

/// Fails where the container's notes are damaged.
Result<TileNotes> load_tile_notes(const Container& container);

/// The facts of an object's tiles that its container and the reference view give; empty where every level is one tile.
/// A tile is wanted within its parent's switch distance of the parent's box: streamed within 1.1 of it (in a flight 24
/// tiles came late at 1.0 and none at 1.1), prefetched within 1.25, given back beyond 1.5.
/// `notes` are the container's.
std::vector<manifest::TileFacts> describe_tiles(const Container& container, std::uint32_t object,
                                                const manifest::ReferenceView& view, const TileNotes& notes = {});

/// What the container and its notes tell of the meshes that leaves have instances of.
std::vector<manifest::SharedMeshFacts> describe_shared_meshes(const Container& container, const TileNotes& notes);

/// Over the leaves. What instances of one mesh in one leaf draw counts as merged.
manifest::DrawCounts count_draws(const std::vector<manifest::TileFacts>& tiles, const Container& container);

}  // namespace lodcook::cooker
