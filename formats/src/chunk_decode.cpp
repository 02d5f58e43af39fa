#include "formats/src/chunk_decode.h"

#include <meshoptimizer.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "formats/src/hash.h"

namespace lodcook::format {
namespace {

Error damage(ErrorCode code, const char* message) { return {code, message, ""}; }

bool has_zstd(Codec codec) noexcept { return (static_cast<std::uint16_t>(codec) & 1) != 0; }

Codec inner_codec(Codec codec) noexcept { return static_cast<Codec>(static_cast<std::uint16_t>(codec) & ~1); }

const unsigned char* as_chars(std::span<const std::byte> bytes) noexcept {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// The content size of a frame that fills `packed`; fails unless it is one whole zstd frame without a dictionary.
Result<std::uint64_t> frame_content_size(std::span<const std::byte> packed) {
  std::uint32_t magic_number = 0;
  if (packed.size() > sizeof(magic_number)) std::memcpy(&magic_number, packed.data(), sizeof(magic_number));
  if (magic_number != ZSTD_MAGICNUMBER || ZSTD_findFrameCompressedSize(packed.data(), packed.size()) != packed.size()) {
    return damage(ErrorCode::decode_failed, "not exactly one zstd frame");
  }
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size == 0) {
    return damage(ErrorCode::decode_failed, "the zstd frame does not tell its size");
  }
  if (ZSTD_getDictID_fromFrame(packed.data(), packed.size()) != 0) {
    return damage(ErrorCode::decode_failed, "the zstd frame wants a dictionary");
  }
  return std::uint64_t{size};
}

Status decode_inner(const ChunkRecord& chunk, std::span<const std::byte> coded, std::span<std::byte> out) {
  int result = 0;
  switch (inner_codec(static_cast<Codec>(chunk.codec))) {
    case Codec::vertex:
      result = meshopt_decodeVertexBuffer(out.data(), chunk.element_count, chunk.element_stride, as_chars(coded),
                                          coded.size());
      break;
    case Codec::index:
      result = meshopt_decodeIndexBuffer(out.data(), chunk.element_count, chunk.element_stride, as_chars(coded),
                                         coded.size());
      break;
    default:
      if (coded.data() != out.data()) std::memcpy(out.data(), coded.data(), out.size());
      break;
  }
  if (result != 0) return damage(ErrorCode::decode_failed, "meshoptimizer cannot decode it");
  return Done{};
}

template <class Index>
bool all_below(std::span<const std::byte> bytes, std::uint32_t vertex_count) noexcept {
  Index largest = 0;
  for (std::size_t at = 0; at + sizeof(Index) <= bytes.size(); at += sizeof(Index)) {
    Index index;
    std::memcpy(&index, bytes.data() + at, sizeof(Index));
    largest = std::max(largest, index);
  }
  return largest < vertex_count;
}

}  // namespace

std::uint64_t unpacked_bound(const ChunkRecord& chunk) noexcept {
  if (!has_zstd(static_cast<Codec>(chunk.codec))) return 0;
  switch (inner_codec(static_cast<Codec>(chunk.codec))) {
    case Codec::vertex: return meshopt_encodeVertexBufferBound(chunk.element_count, chunk.element_stride);
    case Codec::index: return meshopt_encodeIndexBufferBound(chunk.element_count, ~std::uint32_t{0});
    default: return 0;
  }
}

ChunkDecoder::~ChunkDecoder() {
  if (context_ != nullptr) contexts_.give_back(context_);
}

Status ChunkDecoder::reserve(std::uint64_t scratch_bytes) {
  if (scratch_bytes <= scratch_size_) return Done{};
  scratch_ = allocate_aligned(static_cast<std::size_t>(scratch_bytes));
  scratch_size_ = scratch_ ? static_cast<std::size_t>(scratch_bytes) : 0;
  if (!scratch_) return damage(ErrorCode::out_of_memory, "no memory to unpack it");
  return Done{};
}

Result<std::span<const std::byte>> ChunkDecoder::unpack(const ChunkRecord& chunk, std::span<const std::byte> encoded,
                                                        std::span<std::byte> out) {
  const Codec codec = static_cast<Codec>(chunk.codec);
  if (!has_zstd(codec)) return encoded;
  const Result<std::uint64_t> size = frame_content_size(encoded);
  if (!size) return size.error();
  // Without a further layer the frame unpacks straight into its place.
  const bool final_layer = inner_codec(codec) == Codec::raw;
  const std::span<std::byte> target = final_layer ? out : std::span(scratch_.get(), scratch_size_);
  if (final_layer ? *size != out.size() : *size > std::min<std::uint64_t>(unpacked_bound(chunk), target.size())) {
    return damage(ErrorCode::decode_failed, "the zstd frame's size is wrong");
  }
  if (context_ == nullptr) context_ = contexts_.take();
  if (context_ == nullptr) return damage(ErrorCode::out_of_memory, "no memory for zstd");
  const std::size_t got =
      ZSTD_decompressDCtx(context_, target.data(), static_cast<std::size_t>(*size), encoded.data(), encoded.size());
  if (ZSTD_isError(got) != 0 || got != *size) return damage(ErrorCode::decode_failed, "zstd cannot unpack it");
  return std::span<const std::byte>(target.first(got));
}

Status ChunkDecoder::decode_unverified(const ChunkRecord& chunk, std::span<const std::byte> encoded,
                                       std::span<std::byte> out) {
  const Result<std::span<const std::byte>> coded = unpack(chunk, encoded, out);
  if (!coded) return coded.error();
  return decode_inner(chunk, *coded, out);
}

Status ChunkDecoder::decode(const ChunkRecord& chunk, std::span<const std::byte> encoded, std::span<std::byte> out) {
  if (hash64(encoded) != chunk.encoded_hash) {
    return damage(ErrorCode::chunk_hash_mismatch, "the stored bytes are damaged");
  }
  if (Status status = decode_unverified(chunk, encoded, out); !status) return status;
  if (hash64(out) != chunk.decoded_hash) {
    return damage(ErrorCode::decoded_hash_mismatch, "it decodes to other bytes than were written");
  }
  return Done{};
}

bool indices_below(std::span<const std::byte> indices, std::uint32_t index_size, std::uint32_t vertex_count) noexcept {
  return index_size == 2 ? all_below<std::uint16_t>(indices, vertex_count)
                         : all_below<std::uint32_t>(indices, vertex_count);
}

}  // namespace lodcook::format
