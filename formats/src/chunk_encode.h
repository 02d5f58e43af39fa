#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/src/records.h"
#include "lodcook/result.h"

namespace lodcook::format {

struct EncodedChunk {
  ChunkRecord record{};  ///< All but its offset.
  std::vector<std::byte> bytes;
};

struct Coding {
  bool meshopt = true;
  int zstd_level = 6;  ///< 0: none.
};

/// Encodes a stream of `count` vertices of `stride` bytes (a multiple of 4, at most 256).
Result<EncodedChunk> encode_vertices(std::span<const std::byte> vertices, std::uint32_t count, std::uint32_t stride,
                                     const Coding& coding);

/// Encodes a triangle list with 2 or 4 bytes for each index. Triangles keep their order; their corners may be rotated,
/// the same way whatever the coding.
Result<EncodedChunk> encode_indices(std::span<const std::uint32_t> indices, std::uint32_t index_size,
                                    const Coding& coding);

/// Encodes records of `stride` bytes.
Result<EncodedChunk> encode_records(ChunkKind kind, std::span<const std::byte> records, std::uint32_t stride,
                                    const Coding& coding);

/// The same of records that readers may pass by.
Result<EncodedChunk> encode_ignorable(ChunkKind kind, std::span<const std::byte> records, std::uint32_t stride,
                                      const Coding& coding);

}  // namespace lodcook::format
