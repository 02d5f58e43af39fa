#include "formats/src/chunk_encode.h"

#include <meshoptimizer.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

#include "formats/src/hash.h"

namespace lodcook::format {
namespace {

using Bytes = std::vector<std::byte>;

/// The versions of meshoptimizer's codecs that this format's codec numbers stand for. They are settings of the library
/// as a whole, so they are made once.
void choose_codec_versions() {
  static std::once_flag once;
  std::call_once(once, [] {
    meshopt_encodeVertexVersion(0);
    meshopt_encodeIndexVersion(1);
  });
}

unsigned char* as_chars(Bytes& bytes) noexcept { return reinterpret_cast<unsigned char*>(bytes.data()); }

/// Whether coding `from` bytes as `to` is worth the time of decoding: 2 % at least.
bool pays(std::size_t to, std::size_t from) noexcept { return to <= from - from / 50 && to < from; }

struct ContextFree {
  void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
};

Result<Bytes> pack_zstd(std::span<const std::byte> bytes, int level) {
  // making one takes as long as compressing a small tile
  static thread_local std::unique_ptr<ZSTD_CCtx, ContextFree> context;
  if (!context) context.reset(ZSTD_createCCtx());
  if (!context) return Error{ErrorCode::out_of_memory, "no memory for zstd", ""};
  Bytes packed(ZSTD_compressBound(bytes.size()));
  const std::size_t size =
      ZSTD_compressCCtx(context.get(), packed.data(), packed.size(), bytes.data(), bytes.size(), level);
  if (ZSTD_isError(size) != 0) return Error{ErrorCode::library_failure, ZSTD_getErrorName(size), "zstd"};
  packed.resize(size);
  return packed;
}

/// Chooses among stored, coded and coded with zstd, and fills the record.
Result<EncodedChunk> choose(std::span<const std::byte> decoded, Bytes coded, Codec inner, const Coding& coding) {
  EncodedChunk chunk;
  const bool has_inner = inner != Codec::raw;
  const std::span<const std::byte> before_zstd = has_inner ? std::span<const std::byte>(coded) : decoded;
  Codec codec = inner;
  std::size_t size = before_zstd.size();
  if (coding.zstd_level != 0) {
    Result<Bytes> packed = pack_zstd(before_zstd, coding.zstd_level);
    if (!packed) return std::move(packed).error();
    if (pays(packed->size(), size)) {
      size = packed->size();
      codec = static_cast<Codec>(static_cast<std::uint16_t>(inner) | 1);
      chunk.bytes = std::move(*packed);
    }
  }
  if (codec != Codec::raw && !pays(size, decoded.size())) codec = Codec::raw;
  if (codec == Codec::raw) {
    chunk.bytes.assign(decoded.begin(), decoded.end());
  } else if (codec == inner) {
    chunk.bytes = std::move(coded);
  }
  chunk.record.codec = static_cast<std::uint16_t>(codec);
  chunk.record.encoded_size = static_cast<std::uint32_t>(chunk.bytes.size());
  chunk.record.decoded_size = static_cast<std::uint32_t>(decoded.size());
  chunk.record.encoded_hash = hash64(chunk.bytes);
  chunk.record.decoded_hash = hash64(decoded);
  return chunk;
}

Bytes code_indices(std::span<const std::uint32_t> indices, std::size_t vertex_bound) {
  Bytes coded(meshopt_encodeIndexBufferBound(indices.size(), vertex_bound));
  coded.resize(meshopt_encodeIndexBuffer(as_chars(coded), coded.size(), indices.data(), indices.size()));
  return coded;
}

}  // namespace

Result<EncodedChunk> encode_vertices(std::span<const std::byte> vertices, std::uint32_t count, std::uint32_t stride,
                                     const Coding& coding) {
  choose_codec_versions();
  Bytes coded;
  if (coding.meshopt) {
    coded.resize(meshopt_encodeVertexBufferBound(count, stride));
    coded.resize(meshopt_encodeVertexBuffer(as_chars(coded), coded.size(), vertices.data(), count, stride));
    if (coded.empty()) return Error{ErrorCode::library_failure, "cannot encode vertices", "meshoptimizer"};
  }
  Result<EncodedChunk> chunk = choose(vertices, std::move(coded), coding.meshopt ? Codec::vertex : Codec::raw, coding);
  if (!chunk) return chunk;
  chunk->record.kind = static_cast<std::uint16_t>(ChunkKind::vertices);
  chunk->record.element_count = count;
  chunk->record.element_stride = stride;
  return chunk;
}

Result<EncodedChunk> encode_indices(std::span<const std::uint32_t> indices, std::uint32_t index_size,
                                    const Coding& coding) {
  choose_codec_versions();
  Bytes coded = code_indices(indices, std::size_t{*std::max_element(indices.begin(), indices.end())} + 1);
  Bytes decoded(indices.size() * index_size);
  // The codec rotates triangles; what it gives back is what counts as the content, also where it is not stored.
  if (coded.empty() ||
      meshopt_decodeIndexBuffer(decoded.data(), indices.size(), index_size, as_chars(coded), coded.size()) != 0) {
    return Error{ErrorCode::library_failure, "cannot encode indices", "meshoptimizer"};
  }
  if (!coding.meshopt) coded.clear();
  Result<EncodedChunk> chunk = choose(decoded, std::move(coded), coding.meshopt ? Codec::index : Codec::raw, coding);
  if (!chunk) return chunk;
  chunk->record.kind = static_cast<std::uint16_t>(ChunkKind::indices);
  chunk->record.element_count = static_cast<std::uint32_t>(indices.size());
  chunk->record.element_stride = index_size;
  return chunk;
}

Result<EncodedChunk> encode_records(ChunkKind kind, std::span<const std::byte> records, std::uint32_t stride,
                                    const Coding& coding) {
  Result<EncodedChunk> chunk = choose(records, {}, Codec::raw, coding);
  if (!chunk) return chunk;
  chunk->record.kind = static_cast<std::uint16_t>(kind);
  chunk->record.element_count = static_cast<std::uint32_t>(records.size() / stride);
  chunk->record.element_stride = stride;
  return chunk;
}

Result<EncodedChunk> encode_ignorable(ChunkKind kind, std::span<const std::byte> records, std::uint32_t stride,
                                      const Coding& coding) {
  Result<EncodedChunk> chunk = encode_records(kind, records, stride, coding);
  if (chunk) chunk->record.flags = chunk_ignorable;
  return chunk;
}

}  // namespace lodcook::format
