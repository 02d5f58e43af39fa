#include "cooker/pack/level_content.h"

#include <doctest/doctest.h>

#include <cstring>

#include "tests/unit/pack/chain_fixtures.h"

namespace lodcook::cooker {

using test::chain_of;
using test::level_of;
using test::strip;

namespace {

ObjectCoding coding_with_step(double step) {
  ObjectCoding coding;
  coding.lattice.step = step;
  return coding;
}

template <class T>
T value_at(const AttributeContent& stream, std::size_t vertex, std::size_t component) {
  T value;
  std::memcpy(&value, stream.bytes.data() + vertex * stream.attribute.stride + component * sizeof(T), sizeof(T));
  return value;
}

}  // namespace

TEST_CASE("a triangle with two corners on one lattice point goes, with its vertices and an empty draw range") {
  LodLevel level = level_of({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {8, 8, 0}, {8.1F, 8, 0}, {8, 12, 0}}, {3, 4, 5, 0, 1, 2});
  level.draws = {{7, 0, 3}, {9, 3, 3}};
  const auto packed = make_level(level, coding_with_step(1), {}, Collapsed::drop);
  REQUIRE(packed);
  const TileContent& tile = packed->content.tiles.front();
  CHECK(tile.indices == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(tile.draws == std::vector<DrawRange>{{9, 0, 3}});
  CHECK(tile.vertex_count == 3);
  CHECK(tile.box.max == Vec3f{4, 4, 0});
}

TEST_CASE("level 0 keeps a triangle that collapses") {
  const LodLevel level = level_of({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {4.1F, 0, 0}}, {0, 1, 2, 2, 1, 3});
  const auto packed = make_level(level, coding_with_step(1), {}, Collapsed::keep);
  REQUIRE(packed);
  CHECK(packed->content.tiles.front().indices == std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3});
}

TEST_CASE("nothing is left where every triangle collapses") {
  CHECK_FALSE(
      make_level(level_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2}), coding_with_step(8), {}, Collapsed::drop));
}

TEST_CASE("positions are relative to the tile's corner on the lattice") {
  const LodLevel level = level_of({{-2, 3, 0.5F}, {-1, 3, 0.5F}, {-2, 4, 1}}, {0, 1, 2});
  const auto packed = make_level(level, coding_with_step(0.25), {}, Collapsed::drop);
  REQUIRE(packed);
  const TileContent& tile = packed->content.tiles.front();
  CHECK(tile.origin[0] == -8);
  CHECK(tile.origin[1] == 12);
  CHECK(tile.origin[2] == 2);
  const AttributeContent& positions = tile.attributes.front();
  CHECK(positions.attribute.type == ComponentType::u16);
  CHECK(positions.attribute.stride == 8);
  CHECK(value_at<std::uint16_t>(positions, 1, 0) == 4);
  CHECK(value_at<std::uint16_t>(positions, 2, 2) == 2);
}

TEST_CASE("65535 steps fit 16 bits, one more takes 32") {
  for (const bool wide : {false, true}) {
    const float side = wide ? 65536.0F : 65535.0F;
    const auto packed =
        make_level(level_of({{0, 0, 0}, {side, 0, 0}, {0, 1, 0}}, {0, 1, 2}), coding_with_step(1), {}, Collapsed::drop);
    REQUIRE(packed);
    const AttributeContent& positions = packed->content.tiles.front().attributes.front();
    CHECK(positions.attribute.type == (wide ? ComponentType::u32 : ComponentType::u16));
    CHECK(positions.attribute.stride == (wide ? 12 : 8));
  }
}

TEST_CASE("box and sphere hold the decoded positions, not the source's") {
  const auto packed = make_level(level_of({{0.4F, 0, 0}, {5.6F, 0, 0}, {0.4F, 7.6F, 0}}, {0, 1, 2}),
                                 coding_with_step(1), {}, Collapsed::drop);
  REQUIRE(packed);
  CHECK(packed->content.box.min == Vec3f{0, 0, 0});
  CHECK(packed->content.box.max == Vec3f{6, 8, 0});
  CHECK(packed->content.sphere.center == Vec3f{3, 4, 0});
  CHECK(packed->content.sphere.radius == 5);
}

TEST_CASE("every stride is a multiple of 4") {
  LodLevel level = strip(1);
  VertexStreams& v = level.vertices;
  v.normals.assign(4, {0, 0, 1});
  v.tangents.assign(4, {1, 0, 0, -1});
  v.uvs = {{{0, 0}, {1, 0}, {0, 1}, {1, 1}}, {{0, 0}, {40, 0}, {0, 1}, {1, 1}}};
  v.colors = {std::vector<Vec4f>(4, {1, 0, 0.5F, 1})};
  v.influences_per_vertex = 5;
  v.joints.assign(20, 3);
  v.weights.assign(20, 0.2F);
  level.morph_targets.resize(1);
  level.morph_targets[0].position_deltas = {{0, 0, 0}, {0, 0, 2}, {0, 0, -1}, {0, 0, 0}};
  level.morph_targets[0].normal_deltas.assign(4, {});
  const LodChain chain = chain_of({level});
  for (const bool lossless : {false, true}) {
    PackOptions options;
    options.lossless = lossless;
    const auto packed = make_level(chain.levels[0], choose_coding(chain, options), options, Collapsed::keep);
    REQUIRE(packed);
    const auto& streams = packed->content.tiles.front().attributes;
    CHECK(streams.size() == 12);  // position, normal, tangent, 2 UV sets, colour, 2 of joints, 2 of weights, 2 morph
    for (const AttributeContent& stream : streams) {
      CHECK(stream.attribute.stride % 4 == 0);
      CHECK(stream.bytes.size() == std::size_t{4} * stream.attribute.stride);
    }
  }
  const auto packed = make_level(chain.levels[0], choose_coding(chain, {}), {}, Collapsed::keep);
  const auto& streams = packed->content.tiles.front().attributes;
  CHECK(streams[3].attribute.type == ComponentType::u16);
  CHECK(streams[4].attribute.type == ComponentType::f32);  // 40 repeats are too many for 16 bits
  CHECK(value_at<std::uint8_t>(streams[5], 0, 2) == 128);
  for (std::size_t i = 0; i < 4; ++i) CHECK(value_at<std::uint8_t>(streams[8], 0, i) == 51);
  CHECK(value_at<std::uint8_t>(streams[9], 0, 0) == 51);
  CHECK(streams[10].attribute.scale[2] == 2.0F);
  CHECK(value_at<std::int16_t>(streams[10], 1, 2) == 32767);
  CHECK(value_at<std::int16_t>(streams[10], 0, 2) == 0);
}

}  // namespace lodcook::cooker
