#include "formats/src/container_write.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "tests/golden/container_walk.h"
#include "tests/golden/golden_content.h"
#include "tests/unit/formats/small_content.h"

using namespace lodcook;

namespace {

/// What the writer says to a square that was changed.
template <class Change>
ErrorCode refusal(const Change& change, const WriteOptions& options = {}) {
  ContainerContent content = test::square_content();
  change(content, content.objects[0].levels[0].tiles[0]);
  const Result<std::vector<std::byte>> file = write_container(content, options);
  REQUIRE_FALSE(file.ok());
  return file.error().code;
}

template <class Change>
ErrorCode with_limit(const Change& change) {
  WriteOptions options;
  change(options.limits);
  const Result<std::vector<std::byte>> file = write_container(test::golden_scene(), options);
  REQUIRE_FALSE(file.ok());
  return file.error().code;
}

using Content = ContainerContent;
using TileIn = TileContent;

}  // namespace

TEST_CASE("the same content gives the same bytes") {
  CHECK(*write_container(test::golden_scene(), {}) == *write_container(test::golden_scene(), {}));
}

TEST_CASE("attributes may come in any order") {
  ContainerContent turned = test::golden_scene();
  for (ObjectContent& object : turned.objects) {
    for (LevelContent& level : object.levels) {
      for (TileContent& tile : level.tiles) std::reverse(tile.attributes.begin(), tile.attributes.end());
    }
  }
  CHECK(*write_container(turned, {}) == *write_container(test::golden_scene(), {}));
}

TEST_CASE("content that does not agree with itself is refused") {
  CHECK(refusal([](Content&, TileIn& t) { t.indices[3] = 4; }) == ErrorCode::invalid_argument);
  CHECK(refusal([](Content&, TileIn& t) { t.indices.pop_back(); }) == ErrorCode::invalid_argument);
  CHECK(refusal([](Content&, TileIn& t) { t.indices.clear(); }) == ErrorCode::invalid_argument);
  CHECK(refusal([](Content&, TileIn& t) { t.vertex_count = 5; }) == ErrorCode::invalid_argument);
  CHECK(refusal([](Content&, TileIn& t) { t.attributes[0].attribute.stride = 6; }) == ErrorCode::invalid_argument);
  CHECK(refusal([](Content&, TileIn& t) { t.attributes[0].bytes.pop_back(); }) == ErrorCode::invalid_argument);
  CHECK(refusal([](Content&, TileIn& t) { t.origin[1] = 1LL << 40; }) == ErrorCode::invalid_argument);
}

TEST_CASE("what the reader would refuse is not written") {
  CHECK(refusal([](Content&, TileIn& t) { t.attributes.clear(); }) == ErrorCode::bad_tile_table);
  CHECK(refusal([](Content&, TileIn& t) { t.attributes.push_back(t.attributes[0]); }) == ErrorCode::bad_tile_table);
  CHECK(refusal([](Content&, TileIn& t) { t.draws[0].index_count = 3; }) == ErrorCode::bad_draw_table);
  CHECK(refusal([](Content&, TileIn& t) { t.draws[0].material = 1; }) == ErrorCode::bad_draw_table);
  CHECK(refusal([](Content&, TileIn& t) { t.parent = 0; }) == ErrorCode::bad_tile_table);
  CHECK(refusal([](Content&, TileIn& t) { t.parent = 9; }) == ErrorCode::bad_tile_table);
  CHECK(refusal([](Content& c, TileIn&) { c.objects[0].lattice_step = 0.3; }) == ErrorCode::bad_object_table);
  CHECK(refusal([](Content& c, TileIn&) { c.objects[0].levels.clear(); }) == ErrorCode::bad_object_table);
  CHECK(refusal([](Content& c, TileIn&) { c.objects.clear(); }) == ErrorCode::bad_object_table);
  CHECK(refusal([](Content& c, TileIn&) { c.objects[0].name = std::string("a\0b", 3); }) == ErrorCode::bad_string);
  CHECK(refusal([](Content& c, TileIn&) { c.objects[0].bounds.extent = std::numeric_limits<float>::infinity(); }) ==
        ErrorCode::bad_object_table);
}

TEST_CASE("the writer obeys the reader's limits") {
  CHECK(with_limit([](Limits& l) { l.max_chunks = 20; }) == ErrorCode::over_chunk_limit);
  CHECK(with_limit([](Limits& l) { l.max_tiles = 5; }) == ErrorCode::over_tile_limit);
  CHECK(with_limit([](Limits& l) { l.max_levels_per_object = 1; }) == ErrorCode::over_level_limit);
  CHECK(with_limit([](Limits& l) { l.max_string_bytes = 101; }) == ErrorCode::over_string_limit);
  CHECK(with_limit([](Limits& l) { l.max_index_bytes = 1000; }) == ErrorCode::over_index_limit);
  CHECK(with_limit([](Limits& l) { l.max_chunk_bytes = 700; }) == ErrorCode::over_limit);
}

TEST_CASE("indices take two bytes up to 65 535 vertices and four from there on") {
  for (const std::uint32_t vertices : {65'535U, 65'536U, 65'537U}) {
    CAPTURE(vertices);
    ContainerContent content = test::square_content();
    TileContent& tile = content.objects[0].levels[0].tiles[0];
    tile.vertex_count = vertices;
    tile.attributes[0].bytes.resize(std::size_t{vertices} * 8);
    tile.indices = {0, 1, 2, vertices - 1, vertices - 2, vertices - 3};
    const Result<Container> container = Container::open(own_memory(*write_container(content, {})));
    REQUIRE(container.ok());
    const Result<DecodedTile> decoded = container->load_tile(0);
    REQUIRE_MESSAGE(decoded.ok(), to_string(decoded.error()));
    CHECK(decoded->index_size() == (vertices <= 65'535 ? 2 : 4));
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < 6; ++i) largest = std::max(largest, decoded->index(i));
    CHECK(largest == vertices - 1);
  }
}

TEST_CASE("float positions that are not finite are not loaded") {
  ContainerContent content = test::golden_scene();
  AttributeContent& positions = content.objects[1].levels[0].tiles[0].attributes[0];
  const float infinite = std::numeric_limits<float>::infinity();
  std::memcpy(positions.bytes.data() + 4, &infinite, sizeof(infinite));
  const Result<std::vector<std::byte>> file = write_container(content, {});
  REQUIRE(file.ok());
  CHECK(test::open_and_load_all(*file).error().code == ErrorCode::non_finite);
}

TEST_CASE("joints beyond the skeleton are not loaded, joints without a skeleton not written") {
  ContainerContent content = test::golden_scene();
  AttributeContent& joints = content.objects[1].levels[0].tiles[0].attributes[1];
  joints.bytes[7] = std::byte{2};
  CHECK(test::open_and_load_all(*write_container(content, {})).error().code == ErrorCode::invalid_index);
  content.skeleton.clear();
  CHECK(write_container(content, {}).error().code == ErrorCode::bad_attribute_table);
}
