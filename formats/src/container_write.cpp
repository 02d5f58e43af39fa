#include "formats/src/container_write.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "formats/src/attribute_layout.h"
#include "formats/src/chunk_encode.h"
#include "formats/src/index_parse.h"
#include "formats/src/index_write.h"
#include "formats/src/instance_records.h"

namespace lodcook {
namespace {

using format::EncodedChunk;

Error misfit(const char* message, std::size_t object, std::size_t level, std::size_t tile) {
  return {ErrorCode::invalid_argument, message,
          "object " + std::to_string(object) + ", level " + std::to_string(level) + ", tile " + std::to_string(tile)};
}

/// Null where the encoders can take the tile; else what is wrong. Ranges and orders are the reader's to check.
const char* fault_of(const TileContent& tile) {
  if (tile.vertex_count == 0 || tile.indices.empty() || tile.indices.size() % 3 != 0) return "no whole triangles";
  if (tile.indices.size() > 0xFFFFFFFFU) return "more indices than a tile can hold";
  for (const std::uint32_t index : tile.indices) {
    if (index >= tile.vertex_count) return "an index is not below the number of vertices";
  }
  for (const AttributeContent& content : tile.attributes) {
    const std::uint32_t stride = content.attribute.stride;
    if (stride == 0 || stride % 4 != 0 || stride > format::largest_stride) return "an attribute's stride is unsound";
    if (content.bytes.size() != std::uint64_t{tile.vertex_count} * stride) return "an attribute's bytes do not fit";
  }
  return nullptr;
}

/// What the reader finds of instances only when it decodes them.
const char* instance_fault(const ContainerContent& content, const TileContent& tile) {
  for (const MeshInstance& instance : tile.instances) {
    if (instance.mesh >= content.shared_meshes.size()) return "an instance of a mesh that is not there";
    const bool placed = instance.placement == no_placement || instance.placement < content.placements.size();
    if (!placed) return "an instance of a placement that is not there";
    const Mat4d& m = instance.matrix;
    if (m.m[3] != 0 || m.m[7] != 0 || m.m[11] != 0 || m.m[15] != 1) return "an instance's matrix is not affine";
    if (!format::stays_in_range(m, content.shared_meshes[instance.mesh].bounds.box)) {
      return "an instance's matrix leads out of range";
    }
  }
  return nullptr;
}

/// Refuses before encoding what the reader's limits would refuse afterwards.
Status check_content(const ContainerContent& content, const Limits& limits) {
  const std::vector<const ObjectContent*> objects = format::all_objects(content);
  for (std::size_t o = 0; o < objects.size(); ++o) {
    const ObjectContent& object = *objects[o];
    for (std::size_t l = 0; l < object.levels.size(); ++l) {
      const LevelContent& level = object.levels[l];
      for (std::size_t t = 0; t < level.tiles.size(); ++t) {
        const TileContent& tile = level.tiles[t];
        if (const char* fault = fault_of(tile)) return misfit(fault, o, l, t);
        if (const char* fault = instance_fault(content, tile)) return misfit(fault, o, l, t);
        std::uint64_t largest = std::uint64_t{tile.indices.size()} * (tile.vertex_count <= 65'535 ? 2 : 4);
        for (const AttributeContent& a : tile.attributes) largest = std::max<std::uint64_t>(largest, a.bytes.size());
        largest = std::max<std::uint64_t>(largest, tile.instances.size() * sizeof(format::InstanceRecord));
        if (largest > std::min<std::uint64_t>(limits.max_chunk_bytes, 0xFFFFFFFFU)) {
          return Error{ErrorCode::over_limit, "a chunk is too large", misfit("", o, l, t).place};
        }
      }
    }
  }
  return Done{};
}

/// A tile's attributes in the order of their records.
std::vector<const AttributeContent*> in_order(const TileContent& tile) {
  std::vector<const AttributeContent*> attributes;
  attributes.reserve(tile.attributes.size());
  for (const AttributeContent& content : tile.attributes) attributes.push_back(&content);
  std::sort(attributes.begin(), attributes.end(), [](const AttributeContent* a, const AttributeContent* b) {
    return format::order_key(format::to_record(a->attribute)) < format::order_key(format::to_record(b->attribute));
  });
  return attributes;
}

Status encode_tile(const TileContent& tile, const format::Coding& coding, std::vector<EncodedChunk>& chunks) {
  Result<EncodedChunk> indices = format::encode_indices(tile.indices, tile.vertex_count <= 65'535 ? 2 : 4, coding);
  if (!indices) return std::move(indices).error();
  chunks.push_back(std::move(*indices));
  for (const AttributeContent* content : in_order(tile)) {
    Result<EncodedChunk> chunk =
        format::encode_vertices(content->bytes, tile.vertex_count, content->attribute.stride, coding);
    if (!chunk) return std::move(chunk).error();
    chunks.push_back(std::move(*chunk));
  }
  if (tile.instances.empty()) return Done{};
  const std::vector<format::InstanceRecord> records = format::instance_records(tile.instances);
  Result<EncodedChunk> chunk = format::encode_records(format::ChunkKind::instances, std::as_bytes(std::span(records)),
                                                      sizeof(format::InstanceRecord), coding);
  if (!chunk) return std::move(chunk).error();
  chunks.push_back(std::move(*chunk));
  return Done{};
}

/// One for each draw range; empty where none says more than a reader assumes.
std::vector<format::DrawOriginRecord> origin_records(const ContainerContent& content) {
  std::vector<format::DrawOriginRecord> records;
  bool any = false;
  for (const ObjectContent* const object : format::all_objects(content)) {
    for (const LevelContent& level : object->levels) {
      for (const TileContent& tile : level.tiles) {
        for (std::size_t d = 0; d < tile.draws.size(); ++d) {
          const DrawOrigin origin = d < tile.draw_origins.size() ? tile.draw_origins[d] : DrawOrigin{};
          any = any || origin != DrawOrigin{};
          records.push_back({origin.source_draws, origin.placement});
        }
      }
    }
  }
  if (!any) records.clear();
  return records;
}

std::vector<format::SharedTileRecord> shared_records(const ContainerContent& content) {
  std::vector<format::SharedTileRecord> records;
  std::uint32_t number = 0;
  for (const ObjectContent& object : content.objects) {
    for (const LevelContent& level : object.levels) {
      for (const TileContent& tile : level.tiles) {
        if (tile.shared != SharedReason::none) records.push_back({number, static_cast<std::uint32_t>(tile.shared)});
        ++number;
      }
    }
  }
  return records;
}

template <class Record>
Status add_records(format::ChunkKind kind, const std::vector<Record>& records, const format::Coding& coding,
                   std::vector<EncodedChunk>& chunks) {
  if (records.empty()) return Done{};
  Result<EncodedChunk> chunk =
      format::encode_ignorable(kind, std::as_bytes(std::span(records)), sizeof(Record), coding);
  if (!chunk) return std::move(chunk).error();
  chunks.push_back(std::move(*chunk));
  return Done{};
}

Status encode_asset(const ContainerContent& content, const format::Coding& coding, std::vector<EncodedChunk>& chunks) {
  Status origins = add_records(format::ChunkKind::draw_origins, origin_records(content), coding, chunks);
  if (!origins) return origins;
  return add_records(format::ChunkKind::shared_tiles, shared_records(content), coding, chunks);
}

/// A tile on its way into the container.
struct TileJob {
  const TileContent* tile = nullptr;
  std::size_t number = 0;  // in the table of tiles
  std::vector<EncodedChunk> chunks;
  std::optional<Error> error;
};

/// Adds the tiles of level `l` of the object with record `o`.
void add_jobs(const LevelContent& level, std::size_t l, std::size_t o, const format::IndexTables& tables,
              std::vector<TileJob>& jobs) {
  const std::size_t first_tile = tables.levels[tables.objects[o].first_level + l].first_tile;
  for (std::size_t t = 0; t < level.tiles.size(); ++t) {
    TileJob& job = jobs.emplace_back();
    job.tile = &level.tiles[t];
    job.number = first_tile + t;
  }
}

/// Every tile, coarsest levels first and shared meshes last.
std::vector<TileJob> list_jobs(const ContainerContent& content, const format::IndexTables& tables) {
  std::size_t deepest = 0;
  for (const ObjectContent& object : content.objects) deepest = std::max(deepest, object.levels.size());
  std::vector<TileJob> jobs;
  for (std::size_t step = 0; step < deepest; ++step) {
    for (std::size_t o = 0; o < content.objects.size(); ++o) {
      const ObjectContent& object = content.objects[o];
      if (step >= object.levels.size()) continue;
      const std::size_t l = object.levels.size() - 1 - step;
      add_jobs(object.levels[l], l, o, tables, jobs);
    }
  }
  for (std::size_t m = 0; m < content.shared_meshes.size(); ++m) {
    const ObjectContent& mesh = content.shared_meshes[m];
    for (std::size_t l = 0; l < mesh.levels.size(); ++l) {
      add_jobs(mesh.levels[l], l, content.objects.size() + m, tables, jobs);
    }
  }
  return jobs;
}

/// Encodes what belongs to the asset and every tile, and gives the tiles their chunks.
Result<std::vector<EncodedChunk>> encode_chunks(const ContainerContent& content, const WriteOptions& options,
                                                format::IndexTables& tables) {
  std::vector<EncodedChunk> chunks;
  const format::Coding coding{options.meshopt, options.zstd_level};
  if (Status status = encode_asset(content, coding, chunks); !status) return std::move(status).error();
  std::vector<TileJob> jobs = list_jobs(content, tables);
  const auto encode = [&](std::size_t i) {
    Status status = encode_tile(*jobs[i].tile, coding, jobs[i].chunks);
    if (!status) jobs[i].error = std::move(status).error();
  };
  if (options.run_all) {
    options.run_all(jobs.size(), encode);
  } else {
    for (std::size_t i = 0; i < jobs.size(); ++i) encode(i);
  }
  for (TileJob& job : jobs) {
    if (job.error) return std::move(*job.error);
    tables.tiles[job.number].first_chunk = static_cast<std::uint32_t>(chunks.size());
    std::move(job.chunks.begin(), job.chunks.end(), std::back_inserter(chunks));
  }
  return chunks;
}

/// Gives every chunk its offset and returns the size of the file.
std::uint64_t lay_out(const std::vector<EncodedChunk>& chunks, format::IndexTables& tables) {
  for (const EncodedChunk& chunk : chunks) tables.chunks.push_back(chunk.record);
  std::uint64_t next = format::data_offset(format::count_tables(tables));
  for (format::ChunkRecord& chunk : tables.chunks) {
    chunk.offset = next;
    next = format::align_chunk(next + chunk.encoded_size);
  }
  return next;
}

/// The reader's own checks, so that nothing is written that it would refuse.
Status check_as_reader(std::span<const std::byte> file, const Limits& limits) {
  const Result<format::HeaderRecord> header = format::parse_header(file, file.size(), limits);
  if (!header) return header.error();
  const std::span<const std::byte> index =
      file.subspan(format::header_size, static_cast<std::size_t>(header->index_size));
  return format::check_tables(*header, format::tables_in(*header, index), limits);
}

}  // namespace

Result<std::vector<std::byte>> write_container(const ContainerContent& content, const WriteOptions& options) {
  if (Status status = check_content(content, options.limits); !status) return std::move(status).error();
  Result<format::IndexTables> tables = format::build_index(content);
  if (!tables) return std::move(tables).error();
  const Result<std::vector<EncodedChunk>> chunks = encode_chunks(content, options, *tables);
  if (!chunks) return chunks.error();
  const std::uint64_t file_size = lay_out(*chunks, *tables);
  std::vector<std::byte> file = format::front_bytes(*tables, file_size);
  file.reserve(static_cast<std::size_t>(file_size));
  for (const EncodedChunk& chunk : *chunks) {
    file.insert(file.end(), chunk.bytes.begin(), chunk.bytes.end());
    file.resize(static_cast<std::size_t>(format::align_chunk(file.size())));
  }
  if (Status status = check_as_reader(file, options.limits); !status) return std::move(status).error();
  return file;
}

}  // namespace lodcook
