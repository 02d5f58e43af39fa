#pragma once

#include <cstdint>
#include <span>

#include "formats/src/records.h"
#include "lodcook/result.h"

namespace lodcook::format {

/// The chunk of a kind that belongs to the whole asset, or nullptr. `chunks` passed check_chunks. Fails with
/// bad_chunk_table where there are two or one is not made of records of `stride` bytes, and unknown_codec.
Result<const ChunkRecord*> find_asset_chunk(std::span<const ChunkRecord> chunks, ChunkKind kind, std::uint32_t stride);

}  // namespace lodcook::format
