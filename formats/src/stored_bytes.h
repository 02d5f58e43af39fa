#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/src/aligned_bytes.h"
#include "formats/src/records.h"
#include "formats/src/zstd_contexts.h"
#include "lodcook/byte_source.h"
#include "lodcook/result.h"

/// From a source to decoded chunks.
namespace lodcook::format {

/// Bytes of a source: seen where they are, or read into a buffer of their own.
struct SourceBytes {
  AlignedBytes owned;
  std::span<const std::byte> bytes;
};

/// Memory of `size` bytes that begins with those of `head` and goes on with the source's.
Result<SourceBytes> read_copy(const ByteSource& source, std::uint64_t offset, std::uint64_t size,
                              std::span<const std::byte> head = {});

Result<SourceBytes> fetch(const ByteSource& source, std::uint64_t offset, std::uint64_t size);

bool all_zero(std::span<const std::byte> bytes) noexcept;

Error over_budget(std::uint64_t needed);

/// Decodes every chunk of a tile into memory of its own, in order. `stored` begins at `tile_offset` of the file;
/// `first_chunk` only names them in errors.
Result<std::vector<AlignedBytes>> decode_chunks(std::span<const ChunkRecord> chunks, std::uint64_t tile_offset,
                                                std::span<const std::byte> stored, std::uint64_t scratch,
                                                std::uint32_t first_chunk, ZstdContexts& contexts);

}  // namespace lodcook::format
