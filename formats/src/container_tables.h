#pragma once

#include <cstdint>
#include <vector>

#include "formats/src/records.h"
#include "lodcook/loader.h"

namespace lodcook::format {

/// What an open container keeps of its index.
struct ContainerTables {
  std::vector<ContainerObject> objects;
  std::vector<Level> levels;
  std::vector<Tile> tiles;
  std::vector<DrawRange> draws;  ///< What Tile::draws points into.
  std::vector<Material> materials;
  std::vector<Joint> joints;
  std::vector<Placement> placements;
  std::vector<Light> lights;
  std::vector<ChunkRecord> chunks;
  std::vector<Attribute> attributes;
  std::vector<TileRecord> tile_records;
  std::uint32_t shared_meshes = 0;  ///< The last objects, each with one level and one tile.
};

/// Bytes that build_tables is going to allocate, from checked counts.
std::uint64_t built_bytes(const HeaderRecord& header) noexcept;

/// Turns tables that passed check_tables into values.
ContainerTables build_tables(const Tables& tables);

}  // namespace lodcook::format
