#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/src/aligned_bytes.h"
#include "formats/src/records.h"
#include "formats/src/zstd_contexts.h"
#include "lodcook/result.h"

namespace lodcook::format {

/// What one zstd context takes, rounded up; counted against a call's memory budget.
constexpr std::uint64_t zstd_context_bytes = 256 << 10;

/// The most bytes that zstd may unpack a chunk to: its decoded bytes, or the longest meshoptimizer coding of them.
/// 0 where the chunk has no zstd layer.
std::uint64_t unpacked_bound(const ChunkRecord& chunk) noexcept;

/// Decodes chunks one after the other, with one zstd context and one scratch buffer for all of them.
class ChunkDecoder {
 public:
  /// Borrows its context from `contexts`, which must live longer.
  explicit ChunkDecoder(ZstdContexts& contexts) noexcept : contexts_(contexts) {}
  ChunkDecoder(const ChunkDecoder&) = delete;
  ChunkDecoder& operator=(const ChunkDecoder&) = delete;
  ~ChunkDecoder();

  /// Allocates for the largest unpacked_bound of the chunks to come. Fails with out_of_memory.
  Status reserve(std::uint64_t scratch_bytes);

  /// Fills `out`, whose size is chunk.decoded_size, from `encoded`, whose size is chunk.encoded_size. The chunk's
  /// record passed check_chunks. Verifies both hashes; on failure `out` holds nothing of use.
  Status decode(const ChunkRecord& chunk, std::span<const std::byte> encoded, std::span<std::byte> out);

  /// The same without a look at the hashes.
  Status decode_unverified(const ChunkRecord& chunk, std::span<const std::byte> encoded, std::span<std::byte> out);

 private:
  Result<std::span<const std::byte>> unpack(const ChunkRecord& chunk, std::span<const std::byte> encoded,
                                            std::span<std::byte> out);

  ZstdContexts& contexts_;
  ZSTD_DCtx_s* context_ = nullptr;
  AlignedBytes scratch_;
  std::size_t scratch_size_ = 0;
};

/// Whether every index of a decoded index chunk is below `vertex_count`. meshoptimizer's decoder does not promise it.
bool indices_below(std::span<const std::byte> indices, std::uint32_t index_size, std::uint32_t vertex_count) noexcept;

}  // namespace lodcook::format
