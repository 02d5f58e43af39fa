#include "formats/src/asset_chunk.h"

#include "formats/src/record_checks.h"

namespace lodcook::format {

Result<const ChunkRecord*> find_asset_chunk(std::span<const ChunkRecord> chunks, ChunkKind kind, std::uint32_t stride) {
  const ChunkRecord* found = nullptr;
  for (std::uint32_t c = 0; c < chunks.size() && (chunks[c].flags & chunk_ignorable) != 0; ++c) {
    const ChunkRecord& chunk = chunks[c];
    if (chunk.kind != static_cast<std::uint16_t>(kind)) continue;
    if (found != nullptr) return fault(ErrorCode::bad_chunk_table, "its kind is there twice", "chunk", c);
    if (chunk.element_stride != stride) {
      return fault(ErrorCode::bad_chunk_table, "its records are not as long as its kind's", "chunk", c);
    }
    const bool raw = chunk.codec == static_cast<std::uint16_t>(Codec::raw);
    if (!raw && chunk.codec != static_cast<std::uint16_t>(Codec::zstd)) {
      return fault(ErrorCode::unknown_codec, "unknown codec", "chunk", c);
    }
    if (raw && chunk.encoded_size != chunk.decoded_size) {
      return fault(ErrorCode::bad_chunk_table, "a raw chunk's sizes differ", "chunk", c);
    }
    found = &chunk;
  }
  return found;
}

}  // namespace lodcook::format
