#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cooker/lod/chain.h"
#include "cooker/pack/object_coding.h"
#include "cooker/pack/pack.h"
#include "formats/src/container_write.h"

namespace lodcook::cooker {

struct PackedLevel {
  LevelContent content;
  std::vector<Vec3f> positions;        ///< As they will be decoded.
  std::vector<std::uint32_t> sources;  ///< By vertex: the vertex of the level that it was.
};

/// What to do with a triangle of which two corners fall on one lattice point.
enum class Collapsed : std::uint8_t {
  keep,  ///< Level 0 has the triangles of the source, all of them.
  drop,  ///< Nothing opens, since the other two edges of such a triangle meet.
};

/// One level as one tile: quantised, with box and sphere of what will be decoded, without vertices that no triangle
/// uses. Nothing if every triangle collapses. Errors are left for the caller.
std::optional<PackedLevel> make_level(const LodLevel& level, const ObjectCoding& coding, const PackOptions& options,
                                      Collapsed collapsed);

}  // namespace lodcook::cooker
