#include "lodcook/loader.h"

#include <algorithm>
#include <utility>

#include "formats/src/aligned_bytes.h"
#include "formats/src/chunk_decode.h"
#include "formats/src/container_state.h"

#include "formats/src/decoded_tile.h"
#include "formats/src/hash.h"
#include "formats/src/index_parse.h"
#include "formats/src/instance_records.h"
#include "formats/src/stored_bytes.h"

namespace lodcook {

using format::all_zero, format::decode_chunks, format::fetch, format::over_budget, format::read_copy,
    format::SourceBytes;

namespace {

/// Everything before the first chunk, from the first read and, where that was too short, a second one. A copy also
/// where the source can show its bytes: what was checked must not change under our hands.
Result<SourceBytes> read_front(const ByteSource& source, SourceBytes head, std::uint64_t size) {
  if (size <= head.bytes.size()) return head;
  return read_copy(source, 0, size, head.bytes);
}

Status check_index_bytes(const format::HeaderRecord& header, std::span<const std::byte> index,
                         std::span<const std::byte> padding) {
  if (hash64(index) != header.index_hash) return Error{ErrorCode::index_hash_mismatch, "the index is damaged", "index"};
  if (!all_zero(padding)) return Error{ErrorCode::reserved_not_zero, "padding is not zero", "index"};
  return Done{};
}

/// What load_tile takes: stored bytes, decoded bytes, the largest scratch and a zstd context.
struct TileNeeds {
  std::uint64_t scratch = 0;
  std::uint64_t total = 0;
};

TileNeeds tile_needs(std::span<const format::ChunkRecord> chunks, const Tile& tile) {
  TileNeeds needs;
  needs.total = tile.byte_size;
  bool zstd = false;
  for (const format::ChunkRecord& chunk : chunks) {
    needs.scratch = std::max(needs.scratch, format::unpacked_bound(chunk));
    zstd = zstd || (chunk.codec & 1) != 0;
    needs.total += round_up_to_alignment(chunk.decoded_size);
  }
  needs.total += needs.scratch + (zstd ? format::zstd_context_bytes : 0);
  return needs;
}

Error at(const char* what, Error error, std::uint32_t tile) {
  error.place = what + std::string(" ") + std::to_string(tile) + (error.place.empty() ? "" : ", ") + error.place;
  return error;
}

/// What decoding does not look at: zero padding behind every chunk, and chunks of kinds that are not known here.
Status check_stored(std::span<const format::ChunkRecord> chunks, std::size_t known, const Tile& tile,
                    std::span<const std::byte> stored) {
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    const format::ChunkRecord& chunk = chunks[c];
    const std::size_t at = static_cast<std::size_t>(chunk.offset - tile.byte_offset);
    const std::size_t end = at + chunk.encoded_size;
    if (!all_zero(stored.subspan(end, static_cast<std::size_t>(format::align_chunk(end)) - end))) {
      return Error{ErrorCode::reserved_not_zero, "padding is not zero", ""};
    }
    if (c >= known && hash64(stored.subspan(at, chunk.encoded_size)) != chunk.encoded_hash) {
      return Error{ErrorCode::chunk_hash_mismatch, "the stored bytes are damaged", ""};
    }
  }
  return Done{};
}

/// The stored layout of lattice positions says nothing of the lattice; a reader of the attribute alone wants it.
Attribute placed(Attribute attribute, const Tile& tile, double step) noexcept {
  const bool on_lattice = attribute.semantic == Semantic::position && !attribute.morph && step != 0;
  for (int axis = 0; on_lattice && axis < 3; ++axis) {
    attribute.scale[axis] = static_cast<float>(step);
    attribute.offset[axis] = static_cast<float>(static_cast<double>(tile.origin[axis]) * step);
  }
  return attribute;
}

/// All but the last `behind`.
template <class T>
std::span<const T> in_front(const std::vector<T>& all, std::size_t behind) noexcept {
  return std::span(all).first(all.size() - behind);
}

}  // namespace

Container::Container(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Container::Container(Container&&) noexcept = default;
Container& Container::operator=(Container&&) noexcept = default;
Container::~Container() = default;

Result<Container> Container::open(std::unique_ptr<ByteSource> source, const Limits& limits) {
  if (!source) return Error{ErrorCode::invalid_argument, "no source", ""};
  const std::uint64_t size = source->size();
  const std::uint64_t head_size = std::min(size, format::first_read_bytes);
  if (head_size > limits.memory_budget_bytes) return over_budget(head_size);
  Result<SourceBytes> head = read_copy(*source, 0, head_size);
  if (!head) return std::move(head).error();
  const Result<format::HeaderRecord> header = format::parse_header(head->bytes, size, limits);
  if (!header) return header.error();
  const std::uint64_t front_size = format::data_offset(*header);
  const std::uint64_t needed = head_size + front_size + format::built_bytes(*header);
  if (needed > limits.memory_budget_bytes) return over_budget(needed);

  Result<SourceBytes> front = read_front(*source, std::move(*head), front_size);
  if (!front) return std::move(front).error();
  const std::size_t index_size = static_cast<std::size_t>(header->index_size);
  const std::span<const std::byte> index = front->bytes.subspan(format::header_size, index_size);
  const std::span<const std::byte> padding =
      front->bytes.first(static_cast<std::size_t>(front_size)).subspan(format::header_size + index_size);
  if (Status status = check_index_bytes(*header, index, padding); !status) return std::move(status).error();
  const format::Tables tables = format::tables_in(*header, index);
  if (Status status = format::check_tables(*header, tables, limits); !status) return std::move(status).error();

  std::unique_ptr<State> state = std::make_unique<State>();
  state->source = std::move(source);
  state->limits = limits;
  state->header = *header;
  state->tables = format::build_tables(tables);
  return Container(std::move(state));
}

std::span<const ContainerObject> Container::objects() const noexcept {
  return in_front(state_->tables.objects, state_->tables.shared_meshes);
}
std::span<const Level> Container::levels() const noexcept {
  return in_front(state_->tables.levels, state_->tables.shared_meshes);
}
std::span<const Tile> Container::tiles() const noexcept {
  return in_front(state_->tables.tiles, state_->tables.shared_meshes);
}
std::span<const ContainerObject> Container::shared_meshes() const noexcept {
  return std::span(state_->tables.objects).last(state_->tables.shared_meshes);
}
std::span<const Tile> Container::shared_mesh_tiles() const noexcept {
  return std::span(state_->tables.tiles).last(state_->tables.shared_meshes);
}
std::span<const Material> Container::materials() const noexcept { return state_->tables.materials; }
std::span<const Joint> Container::skeleton() const noexcept { return state_->tables.joints; }
std::span<const Placement> Container::placements() const noexcept { return state_->tables.placements; }
std::span<const Light> Container::lights() const noexcept { return state_->tables.lights; }
std::uint64_t Container::file_size() const noexcept { return state_->header.file_size; }
std::uint64_t Container::index_hash() const noexcept { return state_->header.index_hash; }
std::uint64_t Container::content_hash() const noexcept { return state_->header.content_hash; }

std::vector<std::uint32_t> Container::level_cut(std::uint32_t object, std::uint32_t level) const {
  std::vector<std::uint32_t> cut;
  const format::ContainerTables& tables = state_->tables;
  if (object >= objects().size() || level >= tables.objects[object].level_count) return cut;
  const std::uint32_t first_level = tables.objects[object].first_level;
  const Level& top = tables.levels[first_level + level];
  const std::uint32_t first = tables.levels[first_level].first_tile, end = top.first_tile + top.tile_count;
  const auto has_parent = [](const Tile& tile) { return tile.parent >= 0; };
  const std::span<const Tile> tiles(tables.tiles.data() + first, end - first);
  // without a link between tiles every level stands alone, as in a chain
  const bool linked = std::any_of(tiles.begin(), tiles.end(), has_parent);
  for (std::uint32_t t = linked ? first : top.first_tile; t < end; ++t) {
    const std::int32_t parent = tables.tiles[t].parent;
    if (parent < 0 || tables.tiles[static_cast<std::size_t>(parent)].level > level) cut.push_back(t);
  }
  return cut;
}

Result<DecodedTile> Container::load_tile(std::uint32_t tile) const {
  if (tile >= tiles().size()) return at("tile", {ErrorCode::invalid_argument, "there is no such tile", ""}, tile);
  Result<DecodedTile> decoded = load_any(tile);
  return decoded ? std::move(decoded) : at("tile", std::move(decoded).error(), tile);
}

Result<DecodedTile> Container::load_shared_mesh(std::uint32_t mesh) const {
  const char* const what = "shared mesh";
  const std::size_t first = tiles().size();
  if (mesh >= shared_mesh_tiles().size()) return at(what, {ErrorCode::invalid_argument, "there is none", ""}, mesh);
  Result<DecodedTile> decoded = load_any(static_cast<std::uint32_t>(first + mesh));
  return decoded ? std::move(decoded) : at(what, std::move(decoded).error(), mesh);
}

Result<DecodedTile> Container::load_any(std::uint32_t tile) const {
  const format::ContainerTables& tables = state_->tables;
  const Tile& facts = tables.tiles[tile];
  const format::TileRecord& record = tables.tile_records[tile];
  const std::span<const format::ChunkRecord> stored_chunks =
      std::span(tables.chunks).subspan(record.first_chunk, record.chunk_count);
  const std::span<const format::ChunkRecord> chunks =
      stored_chunks.first(std::size_t{1} + record.attribute_count + (facts.instance_count > 0 ? 1 : 0));
  TileNeeds needs = tile_needs(chunks, facts);
  needs.total += std::uint64_t{facts.instance_count} * sizeof(MeshInstance);
  if (needs.total > state_->limits.memory_budget_bytes) return over_budget(needs.total);

  const Result<SourceBytes> stored = fetch(*state_->source, facts.byte_offset, facts.byte_size);
  if (!stored) return stored.error();
  if (Status status = check_stored(stored_chunks, chunks.size(), facts, stored->bytes); !status) {
    return std::move(status).error();
  }
  Result<std::vector<AlignedBytes>> bytes =
      decode_chunks(chunks, facts.byte_offset, stored->bytes, needs.scratch, record.first_chunk, state_->contexts);
  if (!bytes) return std::move(bytes).error();
  DecodedTile decoded;
  decoded.index_bytes_ = {(*bytes)[0].get(), chunks[0].decoded_size};
  for (std::size_t a = 0; a < record.attribute_count; ++a) {
    const Attribute& layout = tables.attributes[record.first_attribute + a];
    decoded.attributes_.push_back({placed(layout, facts, tables.objects[facts.object].lattice_step),
                                   {(*bytes)[a + 1].get(), chunks[a + 1].decoded_size}});
  }
  if (facts.instance_count > 0) {
    const std::span<const std::byte> records(bytes->back().get(), chunks.back().decoded_size);
    auto instances = format::read_instances(format::RecordView<format::InstanceRecord>(records), tables);
    if (!instances) return std::move(instances).error();
    decoded.instances_ = std::move(*instances);
    bytes->pop_back();
  }
  for (AlignedBytes& owned : *bytes) decoded.allocations_.emplace_back(owned.release());
  decoded.vertex_count_ = record.vertex_count;
  decoded.index_count_ = chunks[0].element_count;
  decoded.index_size_ = chunks[0].element_stride;
  decoded.draws_.assign(facts.draws.begin(), facts.draws.end());
  if (Status status = format::check_decoded(decoded, tables.joints.size()); !status) {
    return std::move(status).error();
  }
  return decoded;
}

Result<DecodedTile> Container::load_level(std::uint32_t object, std::uint32_t level) const {
  const format::ContainerTables& tables = state_->tables;
  if (object >= objects().size() || level >= tables.objects[object].level_count) {
    return Error{ErrorCode::invalid_argument, "there is no such level",
                 "object " + std::to_string(object) + ", level " + std::to_string(level)};
  }
  const Level& facts = tables.levels[std::size_t{tables.objects[object].first_level} + level];
  if (facts.tile_count != 1) {
    return Error{ErrorCode::invalid_argument, "the level has more than one tile",
                 "object " + std::to_string(object) + ", level " + std::to_string(level)};
  }
  if (tables.tiles[facts.first_tile].instance_count > 0) {
    return Error{ErrorCode::invalid_argument, "the level has instances; load_tile gives them",
                 "object " + std::to_string(object) + ", level " + std::to_string(level)};
  }
  return load_tile(facts.first_tile);
}

}  // namespace lodcook
