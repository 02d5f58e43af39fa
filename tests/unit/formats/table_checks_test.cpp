#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/unit/formats/patched_file.h"

using namespace lodcook;
using namespace lodcook::format;

namespace {

/// The error that the golden scene gives after `patch`.
template <class Patch>
ErrorCode refusal(const Patch& patch) {
  test::PatchedFile file;
  patch(file);
  const Status status = file.load();
  REQUIRE_FALSE(status.ok());
  return status.error().code;
}

using File = test::PatchedFile;
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("chunks must lie one behind the other, fit and be of a known kind and codec") {
  const auto chunk = [](auto change) { return refusal([&](File& f) { f.change_chunk(1, change); }); };
  CHECK(chunk([](ChunkRecord& c) { c.offset += 16; }) == ErrorCode::bad_chunk_table);
  CHECK(chunk([](ChunkRecord& c) { c.offset = ~std::uint64_t{0}; }) == ErrorCode::bad_chunk_table);
  CHECK(chunk([](ChunkRecord& c) { c.encoded_size = 0x0FFFFFFF; }) == ErrorCode::bad_chunk_table);
  CHECK(chunk([](ChunkRecord& c) { c.encoded_size = 0; }) == ErrorCode::bad_chunk_table);
  CHECK(chunk([](ChunkRecord& c) { c.decoded_size = 0xFFFFFFFF; }) == ErrorCode::over_limit);
  CHECK(chunk([](ChunkRecord& c) { c.element_count += 1; }) == ErrorCode::bad_chunk_table);
  CHECK(chunk([](ChunkRecord& c) { c.element_count = 0; }) == ErrorCode::bad_chunk_table);
  CHECK(chunk([](ChunkRecord& c) { c.kind = 3; }) == ErrorCode::bad_chunk_table);
  CHECK(chunk([](ChunkRecord& c) { c.flags = 2; }) == ErrorCode::bad_chunk_table);
  CHECK(chunk([](ChunkRecord& c) { c.flags = chunk_ignorable; }) == ErrorCode::bad_chunk_table);
  CHECK(chunk([](ChunkRecord& c) { c.codec = 6; }) == ErrorCode::unknown_codec);
  CHECK(chunk([](ChunkRecord& c) { c.codec = 4; }) == ErrorCode::unknown_codec);  // an index codec for vertices
}

TEST_CASE("objects cover the levels once and have sound bounds") {
  const auto object = [](auto change) { return refusal([&](File& f) { f.change_object(1, change); }); };
  CHECK(object([](ObjectRecord& o) { o.first_level = 1; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.level_count = 0; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.level_count = 32; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.level_count = 33; }) == ErrorCode::over_level_limit);
  CHECK(object([](ObjectRecord& o) { o.box[0] = not_a_number; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.box[0] = 100; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.sphere[3] = -1; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.extent = not_a_number; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.origin[2] = infinite; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.lattice_step = 0.3; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.lattice_step = -0.5; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.lattice_step = std::ldexp(1.0, 100); }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.lattice_step = 0.5; }) == ErrorCode::bad_tile_table);  // positions are floats
  CHECK(object([](ObjectRecord& o) { o.flags = 2; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.first_morph = 1; }) == ErrorCode::bad_object_table);
  CHECK(object([](ObjectRecord& o) { o.morph_count = 0; }) == ErrorCode::bad_object_table);
}

TEST_CASE("levels cover the tiles once, their errors rise, their counts are sums") {
  const auto level = [](auto change) { return refusal([&](File& f) { f.change_level(1, change); }); };
  CHECK(level([](LevelRecord& l) { l.first_tile = 0; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.tile_count = 0; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.tile_count = 0xFFFFFFFF; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.vertex_count += 1; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.triangle_count -= 1; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.error_relative = 0; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.error_relative = infinite; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.error_absolute = -1; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.estimate_relative = infinite; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.box[3] = not_a_number; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.proof = 2; }) == ErrorCode::bad_level_table);
  CHECK(level([](LevelRecord& l) { l.reserved = 1; }) == ErrorCode::reserved_not_zero);
}

TEST_CASE("a tile's runs, numbers and attributes are checked") {
  const auto tile = [](auto change) { return refusal([&](File& f) { f.change_tile(4, change); }); };
  CHECK(tile([](TileRecord& t) { t.level = 4; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.first_chunk += 1; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.chunk_count = 1; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.chunk_count = 0xFFFFFFFF; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.vertex_count = 0; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.vertex_count = 24; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.triangle_count = 0x55555560; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.first_draw = 0; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.draw_count = 0; }) == ErrorCode::bad_draw_table);
  CHECK(tile([](TileRecord& t) { t.first_attribute = 0xFFFFFFFF; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.attribute_count = 0; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.box[1] = not_a_number; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.origin[0] = (1 << 24) + 1; }) == ErrorCode::bad_tile_table);
  CHECK(tile([](TileRecord& t) { t.reserved = 1; }) == ErrorCode::reserved_not_zero);
}

TEST_CASE("the tree of tiles has no loop, no stranger and no error or box that outgrows its parent's") {
  // Tiles 3 and 4 are the children of 5.
  const auto tile = [](std::size_t t, auto change) { return refusal([&](File& f) { f.change_tile(t, change); }); };
  CHECK(tile(3, [](TileRecord& t) { t.parent = 4; }) == ErrorCode::bad_tile_table);
  CHECK(tile(3, [](TileRecord& t) { t.parent = 0; }) == ErrorCode::bad_tile_table);  // another object's
  CHECK(tile(3, [](TileRecord& t) { t.parent = 6; }) == ErrorCode::bad_tile_table);
  CHECK(tile(3, [](TileRecord& t) { t.parent = -2; }) == ErrorCode::bad_tile_table);
  CHECK(tile(3, [](TileRecord& t) { t.parent = -1; }) == ErrorCode::bad_tile_table);
  CHECK(tile(3, [](TileRecord& t) { t.next_sibling = 3; }) == ErrorCode::bad_tile_table);
  CHECK(tile(3, [](TileRecord& t) { t.next_sibling = -1; }) == ErrorCode::bad_tile_table);
  CHECK(tile(4, [](TileRecord& t) { t.next_sibling = 3; }) == ErrorCode::bad_tile_table);
  CHECK(tile(5, [](TileRecord& t) { t.first_child = 5; }) == ErrorCode::bad_tile_table);
  CHECK(tile(5, [](TileRecord& t) { t.first_child = 4; }) == ErrorCode::bad_tile_table);
  CHECK(tile(5, [](TileRecord& t) { t.next_sibling = 4; }) == ErrorCode::bad_tile_table);
  CHECK(tile(3, [](TileRecord& t) { t.error_relative = 1; }) == ErrorCode::bad_tile_table);
  CHECK(tile(3, [](TileRecord& t) { t.error_absolute = 1; }) == ErrorCode::bad_tile_table);
  CHECK(tile(3, [](TileRecord& t) { t.box[3] = 2001; }) == ErrorCode::bad_tile_table);
}

TEST_CASE("draw ranges cover a tile's triangles once, with materials that are there") {
  const auto draw = [](auto change) { return refusal([&](File& f) { f.change_draw(1, change); }); };
  CHECK(draw([](DrawRecord& d) { d.tile = 1; }) == ErrorCode::bad_draw_table);
  CHECK(draw([](DrawRecord& d) { d.material = 2; }) == ErrorCode::bad_draw_table);
  CHECK(draw([](DrawRecord& d) { d.first_index = 189; }) == ErrorCode::bad_draw_table);
  CHECK(draw([](DrawRecord& d) { d.index_count = 195; }) == ErrorCode::bad_draw_table);
  CHECK(draw([](DrawRecord& d) { d.index_count = 191; }) == ErrorCode::bad_draw_table);
  CHECK(draw([](DrawRecord& d) { d.index_count = 0; }) == ErrorCode::bad_draw_table);
}

TEST_CASE("attributes have sound layouts") {
  // 0 to 3 are the grid's positions, normals, UVs and colours; 4 to 7 the skinned object's positions, joints, weights
  // and morph.
  const auto at = [](std::size_t a, auto change) { return refusal([&](File& f) { f.change_attribute(a, change); }); };
  CHECK(at(2, [](AttributeRecord& a) { a.semantic = 7; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.type = 6; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.components = 0; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.components = 3; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.components = 5; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.stride = 6; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.stride = 260; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.stride = 8; }) == ErrorCode::bad_tile_table);
  CHECK(at(2, [](AttributeRecord& a) { a.flags = 8; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.flags = attribute_octahedral; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.morph_target = 1; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.scale[3] = not_a_number; }) == ErrorCode::bad_attribute_table);
  CHECK(at(2, [](AttributeRecord& a) { a.reserved = 1; }) == ErrorCode::reserved_not_zero);
  CHECK(at(2, [](AttributeRecord& a) { a.semantic = 1; }) == ErrorCode::bad_tile_table);  // two sets of normals
  CHECK(at(0, [](AttributeRecord& a) { a.set = 1; }) == ErrorCode::bad_tile_table);
  CHECK(at(0, [](AttributeRecord& a) { a.scale[0] = 2; }) == ErrorCode::bad_tile_table);
  CHECK(at(0, [](AttributeRecord& a) { a.type = 3; }) == ErrorCode::bad_tile_table);
  CHECK(at(5, [](AttributeRecord& a) { a.type = 1; }) == ErrorCode::bad_attribute_table);
  CHECK(at(7, [](AttributeRecord& a) { a.morph_target = 1; }) == ErrorCode::bad_tile_table);
}

TEST_CASE("materials, textures, joints, placements and lights are checked") {
  const auto material = [](auto change) { return refusal([&](File& f) { f.change_material(1, change); }); };
  CHECK(material([](MaterialRecord& m) { m.flags = 3; }) == ErrorCode::bad_scene_table);
  CHECK(material([](MaterialRecord& m) { m.flags = 8; }) == ErrorCode::bad_scene_table);
  CHECK(material([](MaterialRecord& m) { m.first_texture = 1; }) == ErrorCode::bad_scene_table);
  CHECK(material([](MaterialRecord& m) { m.roughness_factor = not_a_number; }) == ErrorCode::bad_scene_table);
  CHECK(material([](MaterialRecord& m) { m.reserved = 1; }) == ErrorCode::reserved_not_zero);
  CHECK(refusal([](File& f) {
          f.change_record<TextureRecord>(f.textures(), 0, [](TextureRecord& t) { t.slot = 9; });
        }) == ErrorCode::bad_scene_table);
  CHECK(refusal([](File& f) {
          f.change_record<TextureRecord>(f.textures(), 0, [](TextureRecord& t) { t.offset[1] = not_a_number; });
        }) == ErrorCode::bad_scene_table);
  CHECK(refusal([](File& f) { f.change_record<JointRecord>(f.joints(), 1, [](JointRecord& j) { j.parent = 1; }); }) ==
        ErrorCode::bad_scene_table);
  CHECK(refusal([](File& f) {
          f.change_record<JointRecord>(f.joints(), 0, [](JointRecord& j) { j.inverse_bind[15] = infinite; });
        }) == ErrorCode::bad_scene_table);
  CHECK(refusal([](File& f) {
          f.change_record<PlacementRecord>(f.placements(), 0, [](PlacementRecord& p) { p.object = 3; });
        }) == ErrorCode::bad_scene_table);
  CHECK(refusal([](File& f) { f.change_record<LightRecord>(f.lights(), 0, [](LightRecord& l) { l.kind = 5; }); }) ==
        ErrorCode::bad_scene_table);
}

TEST_CASE("strings lie one behind the other in the order of their records") {
  CHECK(refusal([](File& f) { f.change_object(0, [](ObjectRecord& o) { o.name.size = 5; }); }) ==
        ErrorCode::bad_string);
  CHECK(refusal([](File& f) { f.change_object(1, [](ObjectRecord& o) { o.name.offset = 0; }); }) ==
        ErrorCode::bad_string);
  CHECK(refusal([](File& f) { f.change_object(0, [](ObjectRecord& o) { o.name.size = 0xFFFFFFFF; }); }) ==
        ErrorCode::bad_string);
  CHECK(refusal([](File& f) { f.change_record<char>(f.strings(), 2, [](char& c) { c = '\0'; }); }) ==
        ErrorCode::bad_string);
}
