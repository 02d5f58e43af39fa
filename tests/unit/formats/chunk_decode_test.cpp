#include "formats/src/chunk_decode.h"

#include <doctest/doctest.h>
#include <zstd.h>

#include <functional>

#include "formats/src/chunk_encode.h"
#include "formats/src/hash.h"

using namespace lodcook;
using namespace lodcook::format;

namespace {

using Bytes = std::vector<std::byte>;

Bytes zeros(std::size_t size) { return Bytes(size); }

Bytes pack(const Bytes& bytes, bool with_size = true) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, with_size ? 1 : 0);
  Bytes packed(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress2(context, packed.data(), packed.size(), bytes.data(), bytes.size());
  ZSTD_freeCCtx(context);
  REQUIRE_FALSE(ZSTD_isError(size));
  packed.resize(size);
  return packed;
}

ChunkRecord vertex_chunk(Codec codec, const Bytes& encoded, std::uint32_t count, std::uint32_t stride) {
  ChunkRecord chunk{};
  chunk.kind = static_cast<std::uint16_t>(ChunkKind::vertices);
  chunk.codec = static_cast<std::uint16_t>(codec);
  chunk.encoded_size = static_cast<std::uint32_t>(encoded.size());
  chunk.encoded_hash = hash64(encoded);
  chunk.element_count = count;
  chunk.element_stride = stride;
  chunk.decoded_size = count * stride;
  return chunk;
}

ErrorCode decode(const ChunkRecord& chunk, const Bytes& encoded) {
  ZstdContexts contexts;
  ChunkDecoder decoder(contexts);
  REQUIRE(decoder.reserve(unpacked_bound(chunk)).ok());
  Bytes out(chunk.decoded_size);
  const Status status = decoder.decode(chunk, encoded, out);
  REQUIRE_FALSE(status.ok());
  return status.error().code;
}

/// 16-bit numbers that rise slowly, as coordinates do.
Bytes ramp(std::uint32_t count, std::uint32_t stride) {
  Bytes bytes(std::size_t{count} * stride);
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    const std::size_t value = i / stride * 3 + i % stride;
    bytes[i] = static_cast<std::byte>(value);
    bytes[i + 1] = static_cast<std::byte>(value >> 8);
  }
  return bytes;
}

}  // namespace

TEST_CASE("vertices come back byte for byte from every coding, count and stride") {
  for (const bool meshopt : {false, true}) {
    for (const int level : {0, 9}) {
      for (const std::uint32_t stride : {4U, 8U, 12U, 16U, 256U}) {
        for (const std::uint32_t count : {1U, 2U, 15U, 16U, 17U, 255U, 256U, 257U, 5000U}) {
          CAPTURE(stride);
          CAPTURE(count);
          const Bytes vertices = ramp(count, stride);
          const Result<EncodedChunk> chunk = encode_vertices(vertices, count, stride, {meshopt, level});
          REQUIRE(chunk.ok());
          ZstdContexts contexts;
          ChunkDecoder decoder(contexts);
          REQUIRE(decoder.reserve(unpacked_bound(chunk->record)).ok());
          Bytes out(vertices.size());
          REQUIRE(decoder.decode(chunk->record, chunk->bytes, out).ok());
          REQUIRE(out == vertices);
        }
      }
    }
  }
}

TEST_CASE("triangles come back in their order, corners at most rotated") {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < 500; ++i)
    indices.insert(indices.end(), {i * 7 % 300, i * 11 % 300, (i * 13 + 1) % 300});
  indices.insert(indices.end(), {5, 5, 5, 70'000, 1, 70'000});
  const Result<EncodedChunk> chunk = encode_indices(indices, 4, {});
  REQUIRE(chunk.ok());
  ZstdContexts contexts;
  ChunkDecoder decoder(contexts);
  REQUIRE(decoder.reserve(unpacked_bound(chunk->record)).ok());
  std::vector<std::uint32_t> out(indices.size());
  REQUIRE(decoder.decode(chunk->record, chunk->bytes, std::as_writable_bytes(std::span(out))).ok());
  for (std::size_t t = 0; t < out.size(); t += 3) {
    bool same = false;
    for (std::size_t turn = 0; turn < 3; ++turn) {
      same = same || (out[t] == indices[t + turn] && out[t + 1] == indices[t + (turn + 1) % 3] &&
                      out[t + 2] == indices[t + (turn + 2) % 3]);
    }
    REQUIRE(same);
  }
}

TEST_CASE("what coding does not make 2 % smaller is stored as it is") {
  Bytes noise(4096);
  std::uint32_t state = 1;
  for (std::byte& b : noise) {
    state = state * 1'664'525 + 1'013'904'223;
    b = static_cast<std::byte>(state >> 24);
  }
  const Result<EncodedChunk> chunk = encode_vertices(noise, 512, 8, {});
  REQUIRE(chunk.ok());
  CHECK(chunk->record.codec == static_cast<std::uint16_t>(Codec::raw));
  CHECK(chunk->bytes == noise);
}

TEST_CASE("a changed byte is found before decoding, other content after it") {
  const Bytes vertices = ramp(100, 8);
  const Result<EncodedChunk> chunk = encode_vertices(vertices, 100, 8, {});
  REQUIRE(chunk.ok());
  Bytes damaged = chunk->bytes;
  damaged[damaged.size() / 2] ^= std::byte{1};
  CHECK(decode(chunk->record, damaged) == ErrorCode::chunk_hash_mismatch);
  ChunkRecord other = chunk->record;
  other.decoded_hash ^= 1;
  CHECK(decode(other, chunk->bytes) == ErrorCode::decoded_hash_mismatch);
}

TEST_CASE("a zstd layer is one frame of the right size, without a dictionary, and nothing else") {
  const auto refused = [](const Bytes& encoded, std::uint32_t count) {
    return decode(vertex_chunk(Codec::zstd, encoded, count, 8), encoded);
  };
  const Bytes frame = pack(zeros(800));
  CHECK(refused(pack(zeros(792)), 100) == ErrorCode::decode_failed);
  CHECK(refused(pack(zeros(808)), 100) == ErrorCode::decode_failed);
  CHECK(refused(pack(zeros(800), false), 100) == ErrorCode::decode_failed);
  CHECK(refused(Bytes(frame.begin(), frame.end() - 1), 100) == ErrorCode::decode_failed);
  Bytes trailing = frame;
  trailing.push_back(std::byte{0});
  CHECK(refused(trailing, 100) == ErrorCode::decode_failed);
  Bytes twice = frame;
  twice.insert(twice.end(), frame.begin(), frame.end());
  CHECK(refused(twice, 100) == ErrorCode::decode_failed);
  const Bytes skippable = {std::byte{0x50}, std::byte{0x2A}, std::byte{0x4D}, std::byte{0x18},
                           std::byte{0},    std::byte{0},    std::byte{0},    std::byte{0}};
  CHECK(refused(skippable, 100) == ErrorCode::decode_failed);
  CHECK(refused(zeros(40), 100) == ErrorCode::decode_failed);
  CHECK(refused({std::byte{1}}, 100) == ErrorCode::decode_failed);
}

TEST_CASE("zstd cannot unpack more than a meshoptimizer coding may take") {
  // A frame that claims 256 MiB for what 100 vertices of 8 bytes can be coded in.
  const Bytes bomb = pack(zeros(256 << 20));
  CHECK(bomb.size() < 16'384);
  const ChunkRecord chunk = vertex_chunk(Codec::vertex_zstd, bomb, 100, 8);
  CHECK(unpacked_bound(chunk) < 8'192);
  CHECK(decode(chunk, bomb) == ErrorCode::decode_failed);
}

TEST_CASE("a meshoptimizer stream that is cut, too long or of another kind is refused") {
  const Result<EncodedChunk> whole = encode_vertices(ramp(100, 8), 100, 8, {true, 0});
  REQUIRE(whole.ok());
  REQUIRE(whole->record.codec == static_cast<std::uint16_t>(Codec::vertex));
  for (std::size_t size = 1; size < whole->bytes.size(); ++size) {
    const Bytes cut(whole->bytes.begin(), whole->bytes.begin() + static_cast<std::ptrdiff_t>(size));
    REQUIRE(decode(vertex_chunk(Codec::vertex, cut, 100, 8), cut) == ErrorCode::decode_failed);
  }
  Bytes longer = whole->bytes;
  longer.push_back(std::byte{0});
  CHECK(decode(vertex_chunk(Codec::vertex, longer, 100, 8), longer) == ErrorCode::decode_failed);
  Bytes other = whole->bytes;
  other[0] = std::byte{0xE1};
  CHECK(decode(vertex_chunk(Codec::vertex, other, 100, 8), other) == ErrorCode::decode_failed);
}

TEST_CASE("indices are below the vertex count or not") {
  const std::vector<std::uint16_t> narrow = {0, 1, 2, 65'535, 3, 4};
  CHECK_FALSE(indices_below(std::as_bytes(std::span(narrow)), 2, 65'535));
  CHECK(indices_below(std::as_bytes(std::span(narrow)), 2, 65'536));
  const std::vector<std::uint32_t> wide = {0, 1, 100'000};
  CHECK_FALSE(indices_below(std::as_bytes(std::span(wide)), 4, 100'000));
  CHECK(indices_below(std::as_bytes(std::span(wide)), 4, 100'001));
}
