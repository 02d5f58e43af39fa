#include "formats/src/decoded_tile.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "formats/src/container_write.h"
#include "tests/unit/formats/small_content.h"

using namespace lodcook;

namespace {

template <class T>
std::vector<float> decode(Attribute attribute, const std::vector<T>& stored, std::uint32_t components_out) {
  attribute.components = static_cast<std::uint8_t>(stored.size());
  attribute.stride = static_cast<std::uint32_t>(stored.size() * sizeof(T));
  const DecodedAttribute decoded{attribute, std::as_bytes(std::span(stored))};
  return decode_floats(decoded, 1, components_out);
}

Attribute layout(Semantic semantic, ComponentType type, bool normalized) {
  Attribute attribute;
  attribute.semantic = semantic;
  attribute.type = type;
  attribute.normalized = normalized;
  return attribute;
}

/// Two tiles of one object on a lattice of step 2^-7 that share the corner (700, 800, 3) of the lattice.
ContainerContent tiles_with_shared_corner() {
  ContainerContent content = test::square_content();
  ObjectContent& object = content.objects[0];
  object.lattice_step = 0.0078125;
  TileContent near = test::square_tile();
  near.attributes = {test::stream_u16(Semantic::position, 3, 8, {700, 800, 3, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0})};
  TileContent far = near;
  far.origin[0] = 650;
  far.origin[1] = -70'000;
  far.origin[2] = 2;
  far.attributes = {AttributeContent{}};
  far.attributes[0].attribute = layout(Semantic::position, ComponentType::u32, false);
  far.attributes[0].attribute.components = 3;
  far.attributes[0].attribute.stride = 12;
  const std::vector<std::uint32_t> corners = {50, 70'800, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0};
  const std::span<const std::byte> bytes = std::as_bytes(std::span(corners));
  far.attributes[0].bytes.assign(bytes.begin(), bytes.end());
  object.levels[0].tiles = {near, far};
  return content;
}

}  // namespace

TEST_CASE("a corner that two tiles share decodes to the same bits, whatever their origins and widths") {
  const Result<std::vector<std::byte>> file = write_container(tiles_with_shared_corner(), {});
  REQUIRE_MESSAGE(file.ok(), to_string(file.error()));
  const Result<Container> container = Container::open(borrow_memory(*file));
  REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
  const ContainerObject& object = container->objects()[0];
  const Vec3f expected = {5.46875F, 6.25F, 0.0234375F};  // 700, 800 and 3 by 2^-7
  for (std::uint32_t t = 0; t < 2; ++t) {
    const Result<DecodedTile> tile = container->load_tile(t);
    REQUIRE_MESSAGE(tile.ok(), to_string(tile.error()));
    CHECK(decode_positions(object, container->tiles()[t], *tile)[0] == expected);
    const std::vector<float> floats = decode_floats(*tile->find(Semantic::position), tile->vertex_count(), 3);
    CHECK(floats[0] == expected.x);
    CHECK(floats[1] == expected.y);
  }
}

TEST_CASE("components: offset + scale times the stored number, integers by their largest where normalised") {
  Attribute uv = layout(Semantic::uv, ComponentType::u16, true);
  uv.scale[0] = 2;
  uv.offset[0] = -0.5F;
  CHECK(decode<std::uint16_t>(uv, {65535, 0}, 2) == std::vector<float>{1.5F, 0});
  CHECK(decode<std::int8_t>(layout(Semantic::normal, ComponentType::i8, true), {127, -127, -128, 0}, 4) ==
        std::vector<float>{1, -1, -1, 0});
  CHECK(decode<std::uint8_t>(layout(Semantic::joints, ComponentType::u8, false), {0, 1, 255, 9}, 4) ==
        std::vector<float>{0, 1, 255, 9});
  CHECK(decode<float>(layout(Semantic::uv, ComponentType::f32, false), {0.25F, -8}, 2) ==
        std::vector<float>{0.25F, -8});
}

TEST_CASE("components that are not stored are 0, a missing fourth one is 1") {
  CHECK(decode<float>(layout(Semantic::color, ComponentType::f32, false), {0.5F, 0.25F}, 4) ==
        std::vector<float>{0.5F, 0.25F, 0, 1});
}

TEST_CASE("octahedral directions decode to unit vectors") {
  Attribute normal = layout(Semantic::normal, ComponentType::i8, true);
  normal.octahedral = true;
  CHECK(decode<std::int8_t>(normal, {0, 0}, 3) == std::vector<float>{0, 0, 1});
  CHECK(decode<std::int8_t>(normal, {127, 0}, 3) == std::vector<float>{1, 0, 0});
  CHECK(decode<std::int8_t>(normal, {0, -127}, 3) == std::vector<float>{0, -1, 0});
  CHECK(decode<std::int8_t>(normal, {127, 127}, 3)[2] == -1);
  for (int x = -127; x <= 127; x += 2) {
    for (int y = -127; y <= 127; y += 2) {
      const std::vector<float> n =
          decode<std::int8_t>(normal, {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)}, 3);
      CHECK(std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) == doctest::Approx(1).epsilon(1e-6));
    }
  }
}

TEST_CASE("an octahedral tangent's third component is the sign of its bitangent") {
  Attribute tangent = layout(Semantic::tangent, ComponentType::i8, true);
  tangent.octahedral = true;
  CHECK(decode<std::int8_t>(tangent, {127, 0, -127}, 4) == std::vector<float>{1, 0, 0, -1});
  CHECK(decode<std::int8_t>(tangent, {127, 0, 127}, 4) == std::vector<float>{1, 0, 0, 1});
}
