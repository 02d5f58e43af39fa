#include "formats/src/hash.h"
#include "formats/src/index_parse.h"
#include "formats/src/range_fits.h"
#include "formats/src/record_checks.h"

namespace lodcook::format {
namespace {

bool is_instances(std::uint16_t kind) noexcept { return kind == static_cast<std::uint16_t>(ChunkKind::instances); }

bool kind_is_known(std::uint16_t kind, std::uint64_t features) noexcept {
  return kind == static_cast<std::uint16_t>(ChunkKind::indices) ||
         kind == static_cast<std::uint16_t>(ChunkKind::vertices) ||
         (is_instances(kind) && (features & feature_instances) != 0);
}

bool codec_suits(std::uint16_t codec, std::uint16_t kind) noexcept {
  switch (static_cast<Codec>(codec)) {
    case Codec::raw:
    case Codec::zstd: return true;
    case Codec::vertex:
    case Codec::vertex_zstd: return kind == static_cast<std::uint16_t>(ChunkKind::vertices);
    case Codec::index:
    case Codec::index_zstd: return kind == static_cast<std::uint16_t>(ChunkKind::indices);
  }
  return false;
}

Status check_sizes(const ChunkRecord& chunk, std::uint32_t c, const Limits& limits) {
  if (chunk.encoded_size > limits.max_chunk_bytes || chunk.decoded_size > limits.max_chunk_bytes) {
    return fault(ErrorCode::over_limit, "the chunk is too large", "chunk", c);
  }
  if (chunk.encoded_size == 0 || chunk.decoded_size == 0) {
    return fault(ErrorCode::bad_chunk_table, "the chunk is empty", "chunk", c);
  }
  if (std::uint64_t{chunk.element_count} * chunk.element_stride != chunk.decoded_size) {
    return fault(ErrorCode::bad_chunk_table, "count times stride is not the decoded size", "chunk", c);
  }
  return Done{};
}

Status check_coding(const ChunkRecord& chunk, std::uint32_t c, std::uint64_t features) {
  if ((chunk.flags & ~chunk_ignorable) != 0) return fault(ErrorCode::bad_chunk_table, "unknown flags", "chunk", c);
  if ((chunk.flags & chunk_ignorable) != 0) {
    if (kind_is_known(chunk.kind, features))
      return fault(ErrorCode::bad_chunk_table, "geometry is not ignorable", "chunk", c);
    return Done{};
  }
  if (!kind_is_known(chunk.kind, features)) return fault(ErrorCode::bad_chunk_table, "unknown kind", "chunk", c);
  if (!codec_suits(chunk.codec, chunk.kind)) return fault(ErrorCode::unknown_codec, "unknown codec", "chunk", c);
  if (chunk.codec == static_cast<std::uint16_t>(Codec::raw) && chunk.encoded_size != chunk.decoded_size) {
    return fault(ErrorCode::bad_chunk_table, "a raw chunk's sizes differ", "chunk", c);
  }
  return Done{};
}

bool is_ignorable(const ChunkRecord& chunk) noexcept { return (chunk.flags & chunk_ignorable) != 0; }

/// Only tiles of an object's finest level have instances, and none of those that instances stand for.
bool instances_fit_tile(const TileRecord& tile, const ObjectRecord& object, const ChunkRecord& chunk) noexcept {
  return is_instances(chunk.kind) && !is_ignorable(chunk) && chunk.element_stride == sizeof(InstanceRecord) &&
         tile.level == object.first_level && (object.flags & object_shared_mesh) == 0;
}

/// A tile's chunks: its indices, one for each attribute, instances, then what older readers pass by.
bool chunk_fits_tile(const Tables& tables, const TileRecord& tile, const ObjectRecord& object,
                     std::uint32_t i) noexcept {
  const ChunkRecord chunk = tables.chunks[std::size_t{tile.first_chunk} + i];
  if (i == tile.attribute_count + std::uint64_t{1} && instances_fit_tile(tile, object, chunk)) return true;
  if (i > tile.attribute_count) return is_ignorable(chunk);
  if (i == 0) {
    const bool stride_fits = chunk.element_stride == 4 || (chunk.element_stride == 2 && tile.vertex_count <= 65'536);
    return chunk.kind == static_cast<std::uint16_t>(ChunkKind::indices) && stride_fits &&
           chunk.element_count == std::uint64_t{tile.triangle_count} * 3;
  }
  const AttributeRecord attribute = tables.attributes[std::size_t{tile.first_attribute} + i - 1];
  return chunk.kind == static_cast<std::uint16_t>(ChunkKind::vertices) && chunk.element_count == tile.vertex_count &&
         chunk.element_stride == attribute.stride;
}

}  // namespace

Status check_chunks(const HeaderRecord& header, const Tables& tables, const Limits& limits) {
  std::uint64_t next = data_offset(header);
  Hasher64 content;
  for (std::uint32_t c = 0; c < tables.chunks.size(); ++c) {
    const ChunkRecord chunk = tables.chunks[c];
    if (chunk.offset != next) return fault(ErrorCode::bad_chunk_table, "not where it must begin", "chunk", c);
    if (!range_fits(chunk.offset, chunk.encoded_size, header.file_size)) {
      return fault(ErrorCode::bad_chunk_table, "outside the file", "chunk", c);
    }
    if (Status status = check_sizes(chunk, c, limits); !status) return status;
    if (Status status = check_coding(chunk, c, tables.required_features); !status) return status;
    next = align_chunk(chunk.offset + chunk.encoded_size);
    content.update(std::as_bytes(std::span(&chunk.decoded_hash, 1)));
  }
  if (next != header.file_size) {
    return fault(ErrorCode::bad_chunk_table, "the chunks do not end with the file", "chunk", tables.chunks.size());
  }
  if (content.value() != header.content_hash) {
    return fault(ErrorCode::bad_chunk_table, "the content hash is not that of the chunks", "chunk", 0);
  }
  return Done{};
}

Status check_chunk_runs(const Tables& tables) {
  std::uint32_t next = 0;
  // What belongs to the asset as a whole lies before the first tile.
  while (next < tables.chunks.size() && is_ignorable(tables.chunks[next])) ++next;
  Status runs = visit_coarsest_first(tables, [&](std::uint32_t o, std::uint32_t, std::uint32_t t) -> Status {
    const TileRecord tile = tables.tiles[t];
    if (tile.first_chunk != next || !range_fits(next, tile.chunk_count, tables.chunks.size())) {
      return fault(ErrorCode::bad_tile_table, "its chunks do not follow those of the tile before", "tile", t);
    }
    if (tile.chunk_count < std::uint64_t{1} + tile.attribute_count) {
      return fault(ErrorCode::bad_tile_table, "too few chunks", "tile", t);
    }
    if (!range_fits(tile.first_attribute, tile.attribute_count, tables.attributes.size())) {
      return fault(ErrorCode::bad_tile_table, "attributes that are not there", "tile", t);
    }
    for (std::uint32_t i = 0; i < tile.chunk_count; ++i) {
      if (!chunk_fits_tile(tables, tile, tables.objects[o], i)) {
        return fault(ErrorCode::bad_tile_table, "a chunk does not fit the tile", "tile", t);
      }
    }
    next += tile.chunk_count;
    return Done{};
  });
  if (!runs) return runs;
  if (next != tables.chunks.size()) return fault(ErrorCode::bad_chunk_table, "no tile's chunk", "chunk", next);
  return Done{};
}

}  // namespace lodcook::format
