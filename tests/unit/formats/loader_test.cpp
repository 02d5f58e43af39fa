#include "lodcook/loader.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "formats/src/container_write.h"
#include "formats/src/hash.h"
#include "formats/src/records.h"
#include "tests/golden/container_walk.h"
#include "tests/golden/golden_content.h"
#include "tests/unit/formats/small_content.h"

using namespace lodcook;

namespace {

/// Reads that were asked of a source.
struct Reads {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;  // offset, size
  std::size_t fail_at = ~std::size_t{0};                        // the number of the read that fails
};

/// A source that keeps count and shows no memory.
class CountingSource final : public ByteSource {
 public:
  CountingSource(std::vector<std::byte> bytes, Reads& reads) : bytes_(own_memory(std::move(bytes))), reads_(reads) {}
  [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_->size(); }
  Status read(std::uint64_t offset, std::span<std::byte> out) const override {
    reads_.ranges.emplace_back(offset, out.size());
    if (reads_.ranges.size() - 1 == reads_.fail_at) return Error{ErrorCode::cannot_read, "the wire is cut", "wire"};
    return bytes_->read(offset, out);
  }

 private:
  std::unique_ptr<ByteSource> bytes_;
  Reads& reads_;
};

/// Squares in one level, as many as given.
ContainerContent many_tiles(std::size_t count) {
  ContainerContent content = test::square_content();
  content.objects[0].levels[0].tiles.assign(count, test::square_tile());
  return content;
}

Container open_counting(std::vector<std::byte> file, Reads& reads) {
  Result<Container> container = Container::open(std::make_unique<CountingSource>(std::move(file), reads));
  REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
  return std::move(*container);
}

}  // namespace

TEST_CASE("a written square reads back corner for corner") {
  const Result<std::vector<std::byte>> file = write_container(test::square_content(), {});
  REQUIRE_MESSAGE(file.ok(), to_string(file.error()));
  const Result<Container> container = Container::open(borrow_memory(*file));
  REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
  REQUIRE(container->objects().size() == 1);
  CHECK(container->objects()[0].name == "square");
  const Result<DecodedTile> tile = container->load_level(0, 0);
  REQUIRE_MESSAGE(tile.ok(), to_string(tile.error()));
  CHECK(tile->index_count() == 6);
  const std::vector<Vec3f> positions = decode_positions(container->objects()[0], container->tiles()[0], *tile);
  const std::vector<Vec3f> expected = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  CHECK(positions == expected);
}

TEST_CASE("a small asset opens with one read of at most 64 KiB, each tile with one read of its range") {
  Reads reads;
  const Container container = open_counting(*write_container(test::golden_scene(), {}), reads);
  REQUIRE(reads.ranges.size() == 1);
  CHECK(reads.ranges[0].first == 0);
  CHECK(reads.ranges[0].second <= 65'536);
  for (std::uint32_t t = 0; t < container.tiles().size(); ++t) {
    reads.ranges.clear();
    REQUIRE(container.load_tile(t).ok());
    REQUIRE(reads.ranges.size() == 1);
    CHECK(reads.ranges[0].first == container.tiles()[t].byte_offset);
    CHECK(reads.ranges[0].second == container.tiles()[t].byte_size);
  }
}

TEST_CASE("an index beyond 64 KiB takes a second read and no third, and no byte twice") {
  Reads reads;
  const Container container = open_counting(*write_container(many_tiles(1000), {}), reads);
  CHECK(container.tiles().size() == 1000);
  REQUIRE(reads.ranges.size() == 2);
  CHECK(reads.ranges[0] == std::pair<std::uint64_t, std::uint64_t>{0, 65'536});
  CHECK(reads.ranges[1].first == 65'536);
}

TEST_CASE("an asset of 400 tiles opens with at most two reads of at most 64 KiB, each tile with one") {
  ContainerContent content = many_tiles(399);
  LevelContent root = content.objects[0].levels[0];
  root.error_relative = root.error_absolute = 0.5;
  root.tiles = {test::square_tile()};
  root.tiles[0].error_relative = root.tiles[0].error_absolute = 0.5;
  for (TileContent& leaf : content.objects[0].levels[0].tiles) {
    leaf.parent = 399;
    leaf.attributes.push_back(test::stream_u16(Semantic::uv, 2, 4, std::vector<std::uint16_t>(8)));
  }
  content.objects[0].levels.push_back(root);
  Reads reads;
  const Container container = open_counting(*write_container(content, {}), reads);
  REQUIRE(container.tiles().size() == 400);
  CHECK(reads.ranges.size() <= 2);
  for (const auto& [offset, size] : reads.ranges) CHECK(size <= 65'536);
  reads.ranges.clear();
  for (std::uint32_t t = 0; t < 400; ++t) {
    REQUIRE(container.load_tile(t).ok());
    REQUIRE(reads.ranges.size() == t + 1);
    CHECK(reads.ranges.back() == std::pair{container.tiles()[t].byte_offset, container.tiles()[t].byte_size});
  }
}

TEST_CASE("tiles lie coarsest first, one behind the other, to the end of the file") {
  const Result<Container> container = Container::open(own_memory(*write_container(test::golden_scene(), {})));
  REQUIRE(container.ok());
  // Coarsest levels of the three objects, then finest: tile 1, 2, 5, then 0, 3, 4.
  std::uint64_t next = container->tiles()[1].byte_offset;
  for (const std::size_t t : {1U, 2U, 5U, 0U, 3U, 4U}) {
    CHECK(container->tiles()[t].byte_offset == next);
    next += container->tiles()[t].byte_size;
  }
  CHECK(next == container->file_size());
}

TEST_CASE("a source that fails at any read gives its error") {
  const std::vector<std::byte> file = *write_container(many_tiles(1000), {});
  for (std::size_t fail_at = 0; fail_at < 3; ++fail_at) {
    CAPTURE(fail_at);
    Reads reads;
    reads.fail_at = fail_at;
    Result<Container> container = Container::open(std::make_unique<CountingSource>(file, reads));
    REQUIRE(container.ok() == (fail_at == 2));
    const Error error = container.ok() ? container->load_tile(0).error() : container.error();
    CHECK(error.code == ErrorCode::cannot_read);
    CHECK(error.message == "the wire is cut");
  }
}

TEST_CASE("no source, no such tile and no such level are errors") {
  CHECK(Container::open(nullptr).error().code == ErrorCode::invalid_argument);
  const Result<Container> container = Container::open(own_memory(*write_container(test::golden_scene(), {})));
  REQUIRE(container.ok());
  CHECK(container->load_tile(6).error().code == ErrorCode::invalid_argument);
  CHECK(container->load_level(3, 0).error().code == ErrorCode::invalid_argument);
  CHECK(container->load_level(0, 2).error().code == ErrorCode::invalid_argument);
  CHECK(container->load_level(2, 0).error().code == ErrorCode::invalid_argument);  // two tiles
}

TEST_CASE("a tile that needs more than the budget is refused before anything is read") {
  // 2^22 equal vertices of 8 bytes: 32 MiB that compress to almost nothing.
  ContainerContent content = test::square_content();
  TileContent& tile = content.objects[0].levels[0].tiles[0];
  tile.vertex_count = 1 << 22;
  tile.attributes[0].bytes.assign(std::size_t{8} << 22, std::byte{0});
  const std::vector<std::byte> file = *write_container(content, {});
  CHECK(file.size() < 100'000);
  Limits limits;
  limits.memory_budget_bytes = 1 << 20;
  Reads reads;
  const Result<Container> container = Container::open(std::make_unique<CountingSource>(file, reads), limits);
  REQUIRE(container.ok());
  reads.ranges.clear();
  CHECK(container->load_tile(0).error().code == ErrorCode::over_memory_budget);
  CHECK(reads.ranges.empty());
}

TEST_CASE("tiles load from several threads at once") {
  const Result<Container> container = Container::open(own_memory(*write_container(test::golden_scene(), {})));
  REQUIRE(container.ok());
  std::atomic<int> failed = 0;
  std::vector<std::thread> threads;
  for (std::uint32_t n = 0; n < 16; ++n) {
    threads.emplace_back([&, n] {
      for (std::uint32_t round = 0; round < 50; ++round) {
        if (!container->load_tile((n + round) % 6).ok()) ++failed;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(failed == 0);
}

namespace {

/// A parent of two leaves, the first of them shared; two draw ranges in the second.
ContainerContent noted_content() {
  ContainerContent content = test::square_content();
  LevelContent& leaves = content.objects[0].levels[0];
  leaves.tiles.push_back(test::square_tile());
  leaves.tiles[1].draws = {{0, 0, 3}, {0, 3, 3}};
  leaves.tiles[1].draw_origins = {{5, no_placement}, {1, 0}};
  leaves.tiles[0].shared = SharedReason::spanning;
  for (TileContent& tile : leaves.tiles) tile.parent = 2;
  LevelContent top = leaves;
  top.tiles = {test::square_tile()};
  top.error_relative = top.error_absolute = top.tiles[0].error_relative = top.tiles[0].error_absolute = 0.5;
  content.objects[0].levels.push_back(top);
  content.placements.push_back({"tower", 0, {}, true});
  return content;
}

/// The container's notes with the records of one of its first two chunks changed, hashes following.
template <class Record, class Change>
std::pair<ErrorCode, ErrorCode> changed_notes(std::size_t chunk, const Change& change) {
  WriteOptions plain;
  plain.zstd_level = 0;
  std::vector<std::byte> file = *write_container(noted_content(), plain);
  format::ChunkRecord place;
  std::memcpy(&place, file.data() + format::header_size + chunk * sizeof(place), sizeof(place));
  Record record;
  std::memcpy(&record, file.data() + place.offset, sizeof(record));
  change(place, record);
  std::memcpy(file.data() + place.offset, &record, sizeof(record));
  const std::span<const std::byte> stored = std::span(file).subspan(place.offset, place.encoded_size);
  place.decoded_hash = hash64(stored);
  std::memcpy(file.data() + format::header_size + chunk * sizeof(place), &place, sizeof(place));
  test::repair_hashes(file);
  const Result<Container> container = Container::open(own_memory(std::move(file)));
  REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
  const auto code = [](const auto& result) { return result.ok() ? ErrorCode{} : result.error().code; };
  return {code(container->load_draw_origins()), code(container->load_shared_reasons())};
}

}  // namespace

TEST_CASE("what is said of draw ranges and shared tiles is read when it is asked for") {
  Reads reads;
  const Container container = open_counting(*write_container(noted_content(), {}), reads);
  REQUIRE(container.tiles().size() == 3);
  CHECK(reads.ranges.size() == 1);
  const Result<std::vector<DrawOrigin>> origins = container.load_draw_origins();
  REQUIRE_MESSAGE(origins.ok(), to_string(origins.error()));
  CHECK(*origins == std::vector<DrawOrigin>{{1, no_placement}, {5, no_placement}, {1, 0}, {1, no_placement}});
  const Result<std::vector<SharedReason>> shared = container.load_shared_reasons();
  REQUIRE_MESSAGE(shared.ok(), to_string(shared.error()));
  CHECK(*shared == std::vector<SharedReason>{SharedReason::spanning, SharedReason::none, SharedReason::none});
  CHECK(reads.ranges.size() == 3);
  for (std::uint32_t t = 0; t < 3; ++t) CHECK(container.load_tile(t).ok());

  Reads none;
  const Container plain = open_counting(*write_container(many_tiles(2), {}), none);
  CHECK(*plain.load_draw_origins() == std::vector<DrawOrigin>(2));
  CHECK(*plain.load_shared_reasons() == std::vector<SharedReason>(2, SharedReason::none));
  CHECK(none.ranges.size() == 1);
}

TEST_CASE("notes that cannot be true are refused") {
  using Chunk = format::ChunkRecord;
  using Origin = format::DrawOriginRecord;
  using Shared = format::SharedTileRecord;
  const ErrorCode fine{};
  CHECK(changed_notes<Origin>(0, [](Chunk&, Origin&) {}) == std::pair(fine, fine));
  CHECK(changed_notes<Origin>(0, [](Chunk&, Origin& r) { r.source_draws = 0; }).first == ErrorCode::invalid_index);
  CHECK(changed_notes<Origin>(0, [](Chunk&, Origin& r) { r.placement = 1; }).first == ErrorCode::invalid_index);
  CHECK(changed_notes<Shared>(1, [](Chunk&, Shared& r) { r.tile = 1; }).second == ErrorCode::invalid_index);
  CHECK(changed_notes<Shared>(1, [](Chunk&, Shared& r) { r.tile = 2; }).second == ErrorCode::invalid_index);
  CHECK(changed_notes<Shared>(1, [](Chunk&, Shared& r) { r.tile = 0x80000000U; }).second == ErrorCode::invalid_index);
  CHECK(changed_notes<Shared>(1, [](Chunk&, Shared& r) { r.reason = 2; }).second == ErrorCode::bad_tile_table);
  // four draw ranges are 32 bytes: two records of 16, or eight of 4
  const auto stride = [](std::uint32_t bytes) {
    return [bytes](Chunk& chunk, Origin&) {
      chunk.element_stride = bytes;
      chunk.element_count = 32 / bytes;
    };
  };
  CHECK(changed_notes<Origin>(0, stride(16)).first == ErrorCode::bad_chunk_table);
  CHECK(changed_notes<Origin>(0, stride(4)).first == ErrorCode::bad_chunk_table);
  CHECK(changed_notes<Origin>(0, [](Chunk& c, Origin&) { c.codec = 2; }).first == ErrorCode::unknown_codec);
  CHECK(changed_notes<Origin>(0, [](Chunk& c, Origin&) { c.codec = 1; }).first == ErrorCode::decode_failed);
  // the shared tiles called origins: one too few, and twice the same kind
  CHECK(changed_notes<Shared>(1, [](Chunk& c, Shared&) { c.kind = 3; }).first == ErrorCode::bad_chunk_table);
  CHECK(changed_notes<Origin>(0, [](Chunk& c, Origin&) { c.kind = 99; }) == std::pair(fine, fine));
}
