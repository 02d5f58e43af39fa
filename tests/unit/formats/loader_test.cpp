#include "lodcook/loader.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "formats/src/container_write.h"
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
