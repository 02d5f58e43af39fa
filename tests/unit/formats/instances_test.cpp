#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include "formats/src/container_write.h"
#include "formats/src/records.h"
#include "tests/golden/container_walk.h"
#include "tests/golden/golden_content.h"
#include "tests/unit/formats/small_content.h"

using namespace lodcook;
using namespace lodcook::format;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The golden instances, uncompressed, whose records can be changed.
class File {
 public:
  File() {
    WriteOptions raw;
    raw.meshopt = false;
    raw.zstd_level = 0;
    bytes_ = *write_container(test::golden_instances(), raw);
  }

  template <class Record, class Change>
  void change(std::size_t at, const Change& change) {
    Record record;
    std::memcpy(&record, bytes_.data() + at, sizeof(record));
    change(record);
    std::memcpy(bytes_.data() + at, &record, sizeof(record));
  }

  [[nodiscard]] HeaderRecord header() const {
    HeaderRecord header;
    std::memcpy(&header, bytes_.data(), sizeof(header));
    return header;
  }

  [[nodiscard]] ChunkRecord chunk(std::size_t c) const {
    ChunkRecord record;
    std::memcpy(&record, bytes_.data() + header_size + c * sizeof(record), sizeof(record));
    return record;
  }

  /// Number of the first chunk of instances: that of the first leaf.
  [[nodiscard]] std::size_t instances() const {
    for (std::size_t c = 0; c < header().chunk_count; ++c) {
      if (chunk(c).kind == 5) return c;
    }
    FAIL("no instances");
    return 0;
  }

  [[nodiscard]] std::size_t object(std::size_t o) const {
    return header_size + header().chunk_count * sizeof(ChunkRecord) + o * sizeof(ObjectRecord);
  }

  [[nodiscard]] ErrorCode refusal() {
    test::repair_hashes(bytes_);
    const Status status = test::open_and_load_all(bytes_);
    REQUIRE_FALSE(status.ok());
    return status.error().code;
  }

 private:
  std::vector<std::byte> bytes_;
};

template <class Change>
ErrorCode with_record(std::size_t i, const Change& change) {
  File file;
  file.change<InstanceRecord>(
      static_cast<std::size_t>(file.chunk(file.instances()).offset) + i * sizeof(InstanceRecord), change);
  return file.refusal();
}

template <class Change>
ErrorCode with_chunk(const Change& change) {
  File file;
  file.change<ChunkRecord>(header_size + file.instances() * sizeof(ChunkRecord), change);
  return file.refusal();
}

template <class Change>
ErrorCode with_object(std::size_t o, const Change& change) {
  File file;
  file.change<ObjectRecord>(file.object(o), change);
  return file.refusal();
}

ErrorCode write_refusal(const ContainerContent& content) {
  const Result<std::vector<std::byte>> file = write_container(content, {});
  REQUIRE_FALSE(file.ok());
  return file.error().code;
}

}  // namespace

TEST_CASE("instances that stand for nothing are refused when the tile is loaded") {
  CHECK(with_record(0, [](InstanceRecord& r) { r.mesh = 2; }) == ErrorCode::invalid_index);
  CHECK(with_record(2, [](InstanceRecord& r) { r.mesh = 0xFFFFFFFF; }) == ErrorCode::invalid_index);
  CHECK(with_record(1, [](InstanceRecord& r) { r.placement = 2; }) == ErrorCode::invalid_index);
  for (std::size_t i = 0; i < 12; ++i) {
    CHECK(with_record(0, [&](InstanceRecord& r) { r.matrix[i] = not_a_number; }) == ErrorCode::non_finite);
    CHECK(with_record(0, [&](InstanceRecord& r) { r.matrix[i] = -1.0 / 0.0; }) == ErrorCode::non_finite);
  }
  CHECK(with_record(0, [](InstanceRecord& r) { r.matrix[9] = 1e39; }) == ErrorCode::non_finite);  // beyond floats
  CHECK(with_record(0, [](InstanceRecord& r) { r.matrix[0] = 1e39; }) == ErrorCode::non_finite);
}

TEST_CASE("a chunk of instances has its kind's form and place") {
  CHECK(with_chunk([](ChunkRecord& c) { c.flags = chunk_ignorable; }) == ErrorCode::bad_chunk_table);
  CHECK(with_chunk([](ChunkRecord& c) { c.codec = 3; }) == ErrorCode::unknown_codec);
  CHECK(with_chunk([](ChunkRecord& c) { c.codec = 5; }) == ErrorCode::unknown_codec);
  CHECK(with_chunk([](ChunkRecord& c) { c.element_count = 4; }) == ErrorCode::bad_chunk_table);
  CHECK(with_chunk([](ChunkRecord& c) { c.element_count = 0; }) == ErrorCode::bad_chunk_table);
  CHECK(with_chunk([](ChunkRecord& c) {
          c.element_count = 6;  // 6 x 52 bytes are 3 x 104
          c.element_stride = 52;
        }) == ErrorCode::bad_tile_table);
  CHECK(with_chunk([](ChunkRecord& c) { c.kind = 2; }) == ErrorCode::bad_tile_table);
}

TEST_CASE("without the header's feature there are neither shared meshes nor instances") {
  File without;
  without.change<HeaderRecord>(0, [](HeaderRecord& h) { h.required_features = 0; });
  CHECK(without.refusal() == ErrorCode::bad_chunk_table);
  File unknown;
  unknown.change<HeaderRecord>(0, [](HeaderRecord& h) { h.required_features = 3; });
  CHECK(unknown.refusal() == ErrorCode::unknown_required_feature);
}

TEST_CASE("shared meshes are the last objects, and simple ones") {
  CHECK(with_object(0, [](ObjectRecord& o) { o.flags = object_shared_mesh; }) == ErrorCode::bad_object_table);
  // then its chunks would lie in front of the finest tiles
  CHECK(with_object(1, [](ObjectRecord& o) { o.flags = 0; }) == ErrorCode::bad_tile_table);
  CHECK(with_object(2, [](ObjectRecord& o) { o.flags = 0; }) == ErrorCode::bad_object_table);
  CHECK(with_object(2, [](ObjectRecord& o) { o.flags = object_shared_mesh | object_skinned; }) ==
        ErrorCode::bad_object_table);
  CHECK(with_object(2, [](ObjectRecord& o) { o.flags = 4; }) == ErrorCode::bad_object_table);
}

TEST_CASE("the writer refuses instances that the reader would refuse") {
  const auto changed = [](const auto& change) {
    ContainerContent content = test::golden_instances();
    change(content);
    return write_refusal(content);
  };
  const auto first = [](ContainerContent& c) -> MeshInstance& { return c.objects[0].levels[0].tiles[0].instances[0]; };
  CHECK(changed([&](ContainerContent& c) { first(c).mesh = 2; }) == ErrorCode::invalid_argument);
  CHECK(changed([&](ContainerContent& c) { first(c).placement = 2; }) == ErrorCode::invalid_argument);
  CHECK(changed([&](ContainerContent& c) { first(c).matrix.m[5] = not_a_number; }) == ErrorCode::invalid_argument);
  CHECK(changed([&](ContainerContent& c) { first(c).matrix.m[3] = 1; }) == ErrorCode::invalid_argument);
  CHECK(changed([&](ContainerContent& c) { c.shared_meshes.clear(); }) == ErrorCode::invalid_argument);
  // only tiles of the finest level
  CHECK(changed([&](ContainerContent& c) { c.objects[0].levels[1].tiles[0].instances = {first(c)}; }) ==
        ErrorCode::bad_tile_table);
  CHECK(changed([&](ContainerContent& c) { c.shared_meshes[1].levels[0].tiles[0].instances = {first(c)}; }) ==
        ErrorCode::bad_tile_table);
  CHECK(changed([&](ContainerContent& c) { c.shared_meshes[0].levels[0].tiles.push_back(test::square_tile()); }) ==
        ErrorCode::bad_level_table);
  CHECK(changed([&](ContainerContent& c) { c.placements[0].object = 1; }) == ErrorCode::bad_scene_table);
}

TEST_CASE("a level is not loaded without its instances") {
  ContainerContent content = test::square_content();
  content.shared_meshes = test::golden_instances().shared_meshes;
  content.objects[0].levels[0].tiles[0].instances = {{1, no_placement, {}}};
  const Result<Container> container = Container::open(own_memory(*write_container(content, {})));
  REQUIRE(container.ok());
  CHECK(container->load_level(0, 0).error().code == ErrorCode::invalid_argument);
  CHECK(container->load_tile(0).ok());
}

TEST_CASE("a shared mesh loads like a tile, and is none of the object's") {
  const Result<Container> container = Container::open(own_memory(*write_container(test::golden_instances(), {})));
  REQUIRE(container.ok());
  CHECK(container->load_tile(6).error().code == ErrorCode::invalid_argument);
  CHECK(container->load_shared_mesh(2).error().code == ErrorCode::invalid_argument);
  CHECK(container->load_instances(6).error().code == ErrorCode::invalid_argument);
  CHECK(container->load_level(1, 0).error().code == ErrorCode::invalid_argument);
  CHECK(container->level_cut(1, 0).empty());
  CHECK(container->load_instances(2)->empty());
  const Result<DecodedTile> plate = container->load_shared_mesh(1);
  REQUIRE(plate.ok());
  const std::vector<Vec3f> corners =
      decode_positions(container->shared_meshes()[1], container->shared_mesh_tiles()[1], *plate);
  // a cell of 64/128 units, heights 0, 7, 13 and 20 modulo 5 over 128
  CHECK(corners == std::vector<Vec3f>{{0, 0, 0}, {0.5F, 0, 2.0F / 128}, {0, 0.5F, 3.0F / 128}, {0.5F, 0.5F, 0}});
  const Tile& last = container->shared_mesh_tiles()[1];
  CHECK(last.byte_offset + last.byte_size == container->file_size());  // behind all tiles
  CHECK(container->shared_mesh_tiles()[0].byte_offset > container->tiles()[0].byte_offset);
}
