#include <string>
#include <utility>

#include "formats/src/asset_chunk.h"
#include "formats/src/chunk_decode.h"
#include "formats/src/container_state.h"
#include "formats/src/instance_records.h"
#include "formats/src/stored_bytes.h"
#include "lodcook/loader.h"

/// What a container tells of its tiles besides their geometry.
namespace lodcook {

using format::all_zero, format::decode_chunks, format::fetch, format::over_budget, format::SourceBytes;

namespace {

/// Records of a chunk that is read by itself; none where there is no such chunk.
template <class Record>
struct ChunkRecords {
  std::vector<AlignedBytes> memory;
  format::RecordView<Record> records;
};

/// `State` is Container's. `place` names the chunk in errors.
template <class Record, class State>
Result<ChunkRecords<Record>> load_chunk(State& state, const format::ChunkRecord& chunk, const char* place) {
  ChunkRecords<Record> out;
  const std::uint64_t size = format::align_chunk(chunk.encoded_size), scratch = format::unpacked_bound(chunk);
  const std::uint64_t needed = size + chunk.decoded_size + scratch + format::zstd_context_bytes;
  if (needed > state.limits.memory_budget_bytes) return over_budget(needed);
  const Result<SourceBytes> stored = fetch(*state.source, chunk.offset, size);
  if (!stored) return stored.error();
  if (!all_zero(stored->bytes.subspan(chunk.encoded_size))) {
    return Error{ErrorCode::reserved_not_zero, "padding is not zero", place};
  }
  const auto number = static_cast<std::uint32_t>(&chunk - state.tables.chunks.data());
  Result<std::vector<AlignedBytes>> bytes =
      decode_chunks({&chunk, 1}, chunk.offset, stored->bytes, scratch, number, state.contexts);
  if (!bytes) return std::move(bytes).error();
  out.memory = std::move(*bytes);
  out.records = format::RecordView<Record>({out.memory.front().get(), chunk.decoded_size});
  return out;
}

/// Of the whole asset's chunk of that kind.
template <class Record, class State>
Result<ChunkRecords<Record>> load_records(State& state, format::ChunkKind kind) {
  const Result<const format::ChunkRecord*> found = format::find_asset_chunk(state.tables.chunks, kind, sizeof(Record));
  if (!found) return found.error();
  if (*found == nullptr) return ChunkRecords<Record>();
  return load_chunk<Record>(state, **found, "asset chunk");
}

/// The first child of a root, without children.
bool is_shared_leaf(std::span<const Tile> tiles, std::uint32_t t) noexcept {
  const Tile& tile = tiles[t];
  if (tile.first_child >= 0) return false;
  if (tile.parent < 0) return true;  // a flat list
  return tiles[static_cast<std::size_t>(tile.parent)].first_child == static_cast<std::int32_t>(t);
}

}  // namespace

Result<std::vector<DrawOrigin>> Container::load_draw_origins() const {
  using Record = format::DrawOriginRecord;
  const format::ContainerTables& tables = state_->tables;
  const Result<ChunkRecords<Record>> found = load_records<Record>(*state_, format::ChunkKind::draw_origins);
  if (!found) return found.error();
  std::vector<DrawOrigin> origins(tables.draws.size());
  if (found->records.size() == 0) return origins;
  if (found->records.size() != origins.size()) {
    return Error{ErrorCode::bad_chunk_table, "not one origin for each draw range", "draw origins"};
  }
  for (std::size_t i = 0; i < origins.size(); ++i) {
    const Record record = found->records[i];
    const bool sound =
        record.source_draws > 0 && (record.placement == no_placement || record.placement < tables.placements.size());
    if (!sound) return Error{ErrorCode::invalid_index, "an origin of nothing", "draw range " + std::to_string(i)};
    origins[i] = {record.source_draws, record.placement};
  }
  return origins;
}

Result<std::vector<SharedReason>> Container::load_shared_reasons() const {
  using Record = format::SharedTileRecord;
  const format::ContainerTables& tables = state_->tables;
  const Result<ChunkRecords<Record>> found = load_records<Record>(*state_, format::ChunkKind::shared_tiles);
  if (!found) return found.error();
  std::vector<SharedReason> reasons(tiles().size(), SharedReason::none);
  for (std::uint32_t i = 0; i < found->records.size(); ++i) {
    const Record record = found->records[i];
    const bool rises = i == 0 || found->records[i - 1].tile < record.tile;
    if (!rises || record.tile >= reasons.size() || !is_shared_leaf(tables.tiles, record.tile)) {
      return Error{ErrorCode::invalid_index, "no tile that can be shared", "shared tile " + std::to_string(i)};
    }
    if (record.reason != static_cast<std::uint32_t>(SharedReason::spanning)) {
      return Error{ErrorCode::bad_tile_table, "an unknown reason", "shared tile " + std::to_string(i)};
    }
    reasons[record.tile] = static_cast<SharedReason>(record.reason);
  }
  return reasons;
}

Result<std::vector<MeshInstance>> Container::load_instances(std::uint32_t tile) const {
  using Record = format::InstanceRecord;
  const std::string place = "tile " + std::to_string(tile);
  if (tile >= tiles().size()) return Error{ErrorCode::invalid_argument, "there is no such tile", place};
  if (tiles()[tile].instance_count == 0) return std::vector<MeshInstance>();
  const format::TileRecord& record = state_->tables.tile_records[tile];
  const std::size_t chunk = std::size_t{record.first_chunk} + record.attribute_count + 1;
  const Result<ChunkRecords<Record>> found = load_chunk<Record>(*state_, state_->tables.chunks[chunk], place.c_str());
  if (!found) return found.error();
  Result<std::vector<MeshInstance>> instances = format::read_instances(found->records, state_->tables);
  if (instances) return instances;
  Error error = std::move(instances).error();
  error.place = place + ", " + error.place;
  return error;
}

}  // namespace lodcook
