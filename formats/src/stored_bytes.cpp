#include "formats/src/stored_bytes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "formats/src/chunk_decode.h"

namespace lodcook::format {

Result<SourceBytes> read_copy(const ByteSource& source, std::uint64_t offset, std::uint64_t size,
                              std::span<const std::byte> head) {
  SourceBytes copy;
  copy.owned = allocate_aligned(static_cast<std::size_t>(size));
  if (!copy.owned) return Error{ErrorCode::out_of_memory, "no memory for the stored bytes", ""};
  const std::span<std::byte> target(copy.owned.get(), static_cast<std::size_t>(size));
  std::copy(head.begin(), head.end(), target.begin());
  Status status = source.read(offset + head.size(), target.subspan(head.size()));
  if (!status) return std::move(status).error();
  copy.bytes = target;
  return copy;
}

Result<SourceBytes> fetch(const ByteSource& source, std::uint64_t offset, std::uint64_t size) {
  SourceBytes seen;
  seen.bytes = source.view(offset, size);
  if (seen.bytes.size() == size) return seen;
  return read_copy(source, offset, size);
}

bool all_zero(std::span<const std::byte> bytes) noexcept {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

Error over_budget(std::uint64_t needed) {
  return {ErrorCode::over_memory_budget, "it needs " + std::to_string(needed) + " bytes of memory", ""};
}

Result<std::vector<AlignedBytes>> decode_chunks(std::span<const ChunkRecord> chunks, std::uint64_t tile_offset,
                                                std::span<const std::byte> stored, std::uint64_t scratch,
                                                std::uint32_t first_chunk, ZstdContexts& contexts) {
  ChunkDecoder decoder(contexts);
  if (Status status = decoder.reserve(scratch); !status) return std::move(status).error();
  std::vector<AlignedBytes> decoded;
  decoded.reserve(chunks.size());
  for (const ChunkRecord& chunk : chunks) {
    const std::size_t at = static_cast<std::size_t>(chunk.offset - tile_offset);
    decoded.push_back(allocate_aligned(chunk.decoded_size));
    Status status = decoded.back() ? decoder.decode(chunk, stored.subspan(at, chunk.encoded_size),
                                                    {decoded.back().get(), chunk.decoded_size})
                                   : Status(Error{ErrorCode::out_of_memory, "no memory for its bytes", ""});
    if (!status) {
      Error error = std::move(status).error();
      error.place = "chunk " + std::to_string(first_chunk + decoded.size() - 1);
      return error;
    }
  }
  return decoded;
}

}  // namespace lodcook::format
