#pragma once

#include <optional>
#include <vector>

#include "cooker/lod/chain.h"
#include "cooker/pack/object_coding.h"
#include "cooker/pack/pack.h"
#include "formats/src/container_write.h"

namespace lodcook::cooker {

struct PackedLevel {
  LevelContent content;
  std::vector<Vec3f> positions;  ///< As they will be decoded.
};

/// One level as one tile: quantised, with box and sphere of what will be decoded. Triangles of which two corners fall
/// on one lattice point are gone (their other edges then meet, so nothing opens), vertices that lose their last
/// triangle too. Nothing if no triangle is left. Errors are left for the caller.
std::optional<PackedLevel> make_level(const LodLevel& level, const ObjectCoding& coding, const PackOptions& options);

}  // namespace lodcook::cooker
