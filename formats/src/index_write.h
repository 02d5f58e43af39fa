#pragma once

#include <string>
#include <vector>

#include "formats/src/container_write.h"
#include "formats/src/records.h"

namespace lodcook::format {

/// The tables of an index while they are written; chunks get their offsets last.
struct IndexTables {
  std::uint64_t required_features = 0;
  std::vector<ChunkRecord> chunks;
  std::vector<ObjectRecord> objects;
  std::vector<LevelRecord> levels;
  std::vector<TileRecord> tiles;
  std::vector<DrawRecord> draws;
  std::vector<AttributeRecord> attributes;
  std::vector<MaterialRecord> materials;
  std::vector<TextureRecord> textures;
  std::vector<JointRecord> joints;
  std::vector<PlacementRecord> placements;
  std::vector<LightRecord> lights;
  std::vector<StringRef> morphs;
  std::string strings;
};

AttributeRecord to_record(const Attribute& attribute) noexcept;

/// In the order of their records: what instances stand for is last.
std::vector<const ObjectContent*> all_objects(const ContainerContent& content);

/// Every table but the chunks and the tiles' first_chunk. Attributes of a tile are in the order of order_key; runs of
/// attributes that several tiles share are stored once. Fails where a number does not fit its record.
Result<IndexTables> build_index(const ContainerContent& content);

/// The bytes of header, index and padding, complete with hashes, from tables whose chunks have their offsets.
std::vector<std::byte> front_bytes(const IndexTables& tables, std::uint64_t file_size);

/// The header's counts for these tables; the rest is 0.
HeaderRecord count_tables(const IndexTables& tables);

}  // namespace lodcook::format
