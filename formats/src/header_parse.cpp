#include <cstring>

#include "formats/src/hash.h"
#include "formats/src/index_parse.h"
#include "formats/src/range_fits.h"

namespace lodcook::format {
namespace {

Error refusal(ErrorCode code, const char* message) { return {code, message, "header"}; }

Status check_identity(const HeaderRecord& header, std::span<const std::byte> head) {
  if (std::memcmp(header.magic, magic, sizeof(magic)) != 0) {
    return refusal(ErrorCode::bad_magic, "this is no lodcook container, or one damaged by a text conversion");
  }
  if (hash64(head.first(offsetof(HeaderRecord, header_hash))) != header.header_hash) {
    return refusal(ErrorCode::header_hash_mismatch, "the header is damaged");
  }
  if (header.version_major != version_major) {
    return Error{ErrorCode::unsupported_version,
                 "major version " + std::to_string(header.version_major) + " cannot be read, only " +
                     std::to_string(version_major),
                 "header"};
  }
  if ((header.required_features & ~known_required_features) != 0) {
    return refusal(ErrorCode::unknown_required_feature, "a required feature is unknown");
  }
  if (header.header_size != header_size) return refusal(ErrorCode::size_mismatch, "the header's size is wrong");
  if (header.reserved != 0) return refusal(ErrorCode::reserved_not_zero, "reserved bytes are not zero");
  return Done{};
}

Status check_counts(const HeaderRecord& header, const Limits& limits) {
  if (header.chunk_count > limits.max_chunks) return refusal(ErrorCode::over_chunk_limit, "too many chunks");
  if (header.tile_count > limits.max_tiles) return refusal(ErrorCode::over_tile_limit, "too many tiles");
  if (header.string_bytes > limits.max_string_bytes) {
    return refusal(ErrorCode::over_string_limit, "too many bytes of strings");
  }
  if (header.index_size > limits.max_index_bytes) return refusal(ErrorCode::over_index_limit, "the index is too large");
  if (table_bytes(header) != header.index_size) {
    return refusal(ErrorCode::size_mismatch, "the tables do not fill the index");
  }
  if (!range_fits(data_offset(header), 0, header.file_size)) {
    return refusal(ErrorCode::size_mismatch, "the index does not fit into the file");
  }
  return Done{};
}

}  // namespace

std::uint64_t table_bytes(const HeaderRecord& header) noexcept {
  // Thirteen products of 32-bit counts and sizes below 2^9 cannot overflow 64 bits.
  const auto table = [](std::uint32_t count, std::size_t size) { return std::uint64_t{count} * size; };
  return table(header.chunk_count, sizeof(ChunkRecord)) + table(header.object_count, sizeof(ObjectRecord)) +
         table(header.level_count, sizeof(LevelRecord)) + table(header.tile_count, sizeof(TileRecord)) +
         table(header.draw_count, sizeof(DrawRecord)) + table(header.attribute_count, sizeof(AttributeRecord)) +
         table(header.material_count, sizeof(MaterialRecord)) + table(header.texture_count, sizeof(TextureRecord)) +
         table(header.joint_count, sizeof(JointRecord)) + table(header.placement_count, sizeof(PlacementRecord)) +
         table(header.light_count, sizeof(LightRecord)) + table(header.morph_count, sizeof(StringRef)) +
         header.string_bytes;
}

std::uint64_t data_offset(const HeaderRecord& header) noexcept { return align_chunk(header_size + header.index_size); }

Result<HeaderRecord> parse_header(std::span<const std::byte> head, std::uint64_t source_size, const Limits& limits) {
  if (source_size < header_size || head.size() < header_size) {
    return refusal(ErrorCode::truncated, "too short for a header");
  }
  HeaderRecord header;
  std::memcpy(&header, head.data(), sizeof(header));
  if (Status status = check_identity(header, head); !status) return std::move(status).error();
  if (header.file_size != source_size) {
    return refusal(ErrorCode::size_mismatch, "the file is not as long as its header says");
  }
  if (Status status = check_counts(header, limits); !status) return std::move(status).error();
  return header;
}

Tables tables_in(const HeaderRecord& header, std::span<const std::byte> index) noexcept {
  const auto take = [&index](auto& view, std::uint32_t count) {
    using View = std::remove_reference_t<decltype(view)>;
    const std::size_t bytes = std::size_t{count} * sizeof(view[0]);
    view = View(index.first(bytes));
    index = index.subspan(bytes);
  };
  Tables tables;
  tables.required_features = header.required_features;
  take(tables.chunks, header.chunk_count);
  take(tables.objects, header.object_count);
  take(tables.levels, header.level_count);
  take(tables.tiles, header.tile_count);
  take(tables.draws, header.draw_count);
  take(tables.attributes, header.attribute_count);
  take(tables.materials, header.material_count);
  take(tables.textures, header.texture_count);
  take(tables.joints, header.joint_count);
  take(tables.placements, header.placement_count);
  take(tables.lights, header.light_count);
  take(tables.morphs, header.morph_count);
  tables.strings = index.first(header.string_bytes);
  return tables;
}

Status check_tables(const HeaderRecord& header, const Tables& tables, const Limits& limits) {
  if (Status status = check_chunks(header, tables, limits); !status) return status;
  if (Status status = check_objects(tables, limits); !status) return status;
  if (Status status = check_levels(tables); !status) return status;
  if (Status status = check_attributes(tables); !status) return status;
  if (Status status = check_chunk_runs(tables); !status) return status;
  if (Status status = check_tiles(tables); !status) return status;
  if (Status status = check_tile_tree(tables); !status) return status;
  if (Status status = check_draws(tables); !status) return status;
  if (Status status = check_scene(tables); !status) return status;
  return check_strings(tables);
}

}  // namespace lodcook::format
