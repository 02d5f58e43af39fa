#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "formats/src/chunk_decode.h"
#include "tests/fuzz/fuzz_target.h"

using namespace lodcook;
using namespace lodcook::format;

namespace {

/// The first eight bytes say what the rest claims to be: codec, stride / 4 - 1 or index size, count.
struct Claim {
  std::uint8_t codec;
  std::uint8_t stride;
  std::uint8_t unused[2];
  std::uint32_t count;
};

ChunkRecord record_of(const Claim& claim, std::size_t encoded_size) {
  ChunkRecord chunk{};
  chunk.codec = claim.codec % 6;
  const bool indices = chunk.codec >= 4 || (chunk.codec < 2 && claim.codec >= 128);
  chunk.kind = static_cast<std::uint16_t>(indices ? ChunkKind::indices : ChunkKind::vertices);
  chunk.element_stride = indices ? (claim.stride % 2 == 0 ? 2 : 4) : (claim.stride % 64 + 1) * 4U;
  chunk.element_count = claim.count % 2'048 + 1;
  if (indices) chunk.element_count = chunk.element_count * 3;
  chunk.decoded_size = chunk.element_count * chunk.element_stride;
  chunk.encoded_size = static_cast<std::uint32_t>(encoded_size);
  return chunk;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Claim claim;
  if (size <= sizeof(claim) || size > (1 << 20)) return 0;
  std::memcpy(&claim, bytes, sizeof(claim));
  // A copy of just these bytes, so that a read beyond them is seen.
  const std::span<const std::byte> rest = std::as_bytes(std::span(bytes, size)).subspan(sizeof(claim));
  const std::vector<std::byte> encoded(rest.begin(), rest.end());
  const ChunkRecord chunk = record_of(claim, encoded.size());
  if (chunk.codec == 0 && chunk.encoded_size != chunk.decoded_size) return 0;

  ZstdContexts contexts;
  ChunkDecoder decoder(contexts);
  test::require(decoder.reserve(unpacked_bound(chunk)).ok(), "scratch memory");
  std::vector<std::byte> decoded(chunk.decoded_size);
  if (!decoder.decode_unverified(chunk, encoded, decoded)) return 0;
  if (chunk.kind != static_cast<std::uint16_t>(ChunkKind::indices)) return 0;
  std::uint32_t largest = 0;
  for (std::size_t at = 0; at < decoded.size(); at += chunk.element_stride) {
    std::uint32_t index = 0;
    std::memcpy(&index, decoded.data() + at, chunk.element_stride);
    largest = std::max(largest, index);
  }
  test::require(!indices_below(decoded, chunk.element_stride, largest), "an index at the vertex count is found");
  return 0;
}
