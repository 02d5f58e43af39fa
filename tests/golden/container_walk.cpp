#include "tests/golden/container_walk.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "formats/src/chunk_decode.h"
#include "formats/src/hash.h"
#include "formats/src/index_parse.h"
#include "formats/src/range_fits.h"

namespace lodcook::test {
namespace {

using format::ChunkRecord;
using format::HeaderRecord;

Error broken(const char* promise) { return {ErrorCode::internal, promise, ""}; }

Status check_promises(std::span<const ContainerObject> objects, const Tile& tile, const DecodedTile& decoded) {
  if (decoded.index_count() != tile.triangle_count * 3) return broken("index count");
  for (std::size_t i = 0; i < decoded.index_count(); ++i) {
    if (decoded.index(i) >= decoded.vertex_count()) return broken("an index is not below the vertex count");
  }
  for (const DecodedAttribute& attribute : decoded.attributes()) {
    if (reinterpret_cast<std::uintptr_t>(attribute.bytes.data()) % 64 != 0) return broken("alignment");
    if (attribute.bytes.size() != std::size_t{decoded.vertex_count()} * attribute.attribute.stride) {
      return broken("size of an attribute");
    }
    if (decode_floats(attribute, decoded.vertex_count(), 4).size() != std::size_t{decoded.vertex_count()} * 4) {
      return broken("number of floats");
    }
  }
  for (const Vec3f& p : decode_positions(objects[tile.object], tile, decoded)) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) return broken("a position is not finite");
  }
  return Done{};
}

Status check_instances(const Container& container, std::uint32_t tile, const DecodedTile& decoded) {
  const Result<std::vector<MeshInstance>> alone = container.load_instances(tile);
  if (!alone) return alone.error();
  if (decoded.instances().size() != container.tiles()[tile].instance_count) return broken("instance count");
  if (!std::equal(alone->begin(), alone->end(), decoded.instances().begin(), decoded.instances().end())) {
    return broken("instances alone are others");
  }
  for (const MeshInstance& instance : decoded.instances()) {
    if (instance.mesh >= container.shared_meshes().size()) return broken("an instance of no mesh");
    for (const double number : instance.matrix.m) {
      if (!std::isfinite(number)) return broken("a matrix is not finite");
    }
  }
  return Done{};
}

Status check_notes(const Container& container) {
  const Result<std::vector<DrawOrigin>> origins = container.load_draw_origins();
  if (!origins) return origins.error();
  for (const DrawOrigin& origin : *origins) {
    if (origin.source_draws == 0) return broken("a draw range of no source");
    const bool placed = origin.placement != no_placement;
    if (placed && origin.placement >= container.placements().size()) return broken("an origin of no placement");
  }
  const Result<std::vector<SharedReason>> reasons = container.load_shared_reasons();
  if (!reasons) return reasons.error();
  if (reasons->size() != container.tiles().size()) return broken("number of reasons");
  for (std::size_t t = 0; t < reasons->size(); ++t) {
    const bool shared = (*reasons)[t] != SharedReason::none;
    if (shared && container.tiles()[t].first_child >= 0) return broken("a shared tile has children");
  }
  return Done{};
}

template <class Record>
void put_back(std::vector<std::byte>& file, std::size_t at, const Record& record) {
  std::memcpy(file.data() + at, &record, sizeof(record));
}

/// A chunk's hashes as they would have to be. The decoded one stays where the chunk cannot be decoded.
void repair_chunk(const std::vector<std::byte>& file, ChunkRecord& chunk) {
  constexpr std::uint64_t largest = 1 << 20;
  if (!range_fits(chunk.offset, chunk.encoded_size, file.size()) || chunk.decoded_size > largest) return;
  const std::span<const std::byte> stored =
      std::span(file).subspan(static_cast<std::size_t>(chunk.offset), chunk.encoded_size);
  chunk.encoded_hash = hash64(stored);
  const bool stride_fits = chunk.kind == 1 ? (chunk.element_stride == 2 || chunk.element_stride == 4)
                                           : (chunk.element_stride % 4 == 0 && chunk.element_stride <= 256);
  if (chunk.codec > 5 || chunk.kind == 0 || chunk.kind > 5 || !stride_fits || chunk.decoded_size == 0) return;
  if ((chunk.codec >= 4) != (chunk.kind == 1) && chunk.codec >= 2) return;
  if (std::uint64_t{chunk.element_count} * chunk.element_stride != chunk.decoded_size) return;
  if (chunk.kind == 1 && chunk.element_count % 3 != 0) return;
  if (chunk.codec == 0 && chunk.encoded_size != chunk.decoded_size) return;
  format::ZstdContexts contexts;
  format::ChunkDecoder decoder(contexts);
  std::vector<std::byte> decoded(chunk.decoded_size);
  if (!decoder.reserve(format::unpacked_bound(chunk)) || !decoder.decode_unverified(chunk, stored, decoded)) return;
  chunk.decoded_hash = hash64(decoded);
}

}  // namespace

Status open_and_load_all(std::span<const std::byte> file, const Limits& limits) {
  const Result<Container> container = Container::open(borrow_memory(file), limits);
  if (!container) return container.error();
  for (std::uint32_t t = 0; t < container->tiles().size(); ++t) {
    const Result<DecodedTile> decoded = container->load_tile(t);
    if (!decoded) return decoded.error();
    if (Status status = check_promises(container->objects(), container->tiles()[t], *decoded); !status) return status;
    if (Status status = check_instances(*container, t, *decoded); !status) return status;
  }
  for (std::uint32_t m = 0; m < container->shared_meshes().size(); ++m) {
    const Result<DecodedTile> decoded = container->load_shared_mesh(m);
    if (!decoded) return decoded.error();
    Tile tile = container->shared_mesh_tiles()[m];
    tile.object = m;
    if (Status status = check_promises(container->shared_meshes(), tile, *decoded); !status) return status;
    if (!decoded->instances().empty()) return broken("a shared mesh has instances");
  }
  return check_notes(*container);
}

void repair_hashes(std::vector<std::byte>& file) {
  HeaderRecord header;
  if (file.size() < sizeof(header)) return;
  std::memcpy(&header, file.data(), sizeof(header));
  const std::uint64_t index_size = format::table_bytes(header);
  if (index_size == header.index_size && range_fits(sizeof(header), index_size, file.size())) {
    Hasher64 content;
    for (std::size_t c = 0; c < header.chunk_count; ++c) {
      ChunkRecord chunk;
      const std::size_t at = sizeof(header) + c * sizeof(chunk);
      std::memcpy(&chunk, file.data() + at, sizeof(chunk));
      repair_chunk(file, chunk);
      put_back(file, at, chunk);
      content.update(std::as_bytes(std::span(&chunk.decoded_hash, 1)));
    }
    header.content_hash = content.value();
    header.index_hash = hash64(std::span(file).subspan(sizeof(header), static_cast<std::size_t>(index_size)));
    put_back(file, 0, header);
  }
  header.header_hash = hash64(std::span(file).first(offsetof(HeaderRecord, header_hash)));
  put_back(file, 0, header);
}

std::vector<std::byte> read_whole(const char* path) {
  const Result<std::unique_ptr<ByteSource>> source = open_file(path);
  if (!source) return {};
  std::vector<std::byte> bytes(static_cast<std::size_t>((*source)->size()));
  if (!(*source)->read(0, bytes)) return {};
  return bytes;
}

}  // namespace lodcook::test
