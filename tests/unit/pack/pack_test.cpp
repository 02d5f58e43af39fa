#include "cooker/pack/pack.h"

#include <doctest/doctest.h>

#include <cmath>

#include <lodcook/loader.h>

#include "tests/unit/pack/asset_fixture.h"
#include "tests/unit/pack/pack_asset.h"

namespace lodcook::cooker {

using test::Asset;
using test::pack_asset;
using test::tube_asset;

namespace {

Container packed_container(const Asset& asset, const PackOptions& options = {}) {
  auto packed = pack_asset(asset.set, asset.chains, options);
  REQUIRE(packed);
  auto container = Container::open(own_memory(std::move(packed->container)));
  REQUIRE(container);
  return std::move(*container);
}

struct Loaded {
  DecodedTile tile;
  std::vector<Vec3f> positions;
};

Loaded load(const Container& container, std::uint32_t level) {
  auto tile = container.load_level(0, level);
  REQUIRE(tile);
  const Tile& entry = container.tiles()[container.levels()[level].first_tile];
  std::vector<Vec3f> positions = decode_positions(container.objects()[0], entry, *tile);
  return {std::move(*tile), std::move(positions)};
}

std::vector<float> floats(const Loaded& loaded, Semantic semantic, std::uint8_t set, std::uint32_t components) {
  const DecodedAttribute* stream = loaded.tile.find(semantic, set);
  REQUIRE(stream != nullptr);
  return decode_floats(*stream, loaded.tile.vertex_count(), components);
}

// The largest difference of one component.
template <class Vector>
float worst(const std::vector<float>& decoded, const std::vector<Vector>& source) {
  constexpr std::size_t components = sizeof(Vector) / sizeof(float);
  REQUIRE(decoded.size() == source.size() * components);
  const float* values = &source.front().x;
  float largest = 0;
  for (std::size_t i = 0; i < decoded.size(); ++i) largest = std::max(largest, std::abs(decoded[i] - values[i]));
  return largest;
}

std::vector<float> flat(const std::vector<Vec3f>& points) {
  std::vector<float> values;
  for (const Vec3f& p : points) values.insert(values.end(), {p.x, p.y, p.z});
  return values;
}

std::vector<float> morph(const Loaded& loaded, Semantic semantic, std::uint16_t target) {
  for (const DecodedAttribute& stream : loaded.tile.attributes()) {
    const Attribute& a = stream.attribute;
    if (a.morph && a.semantic == semantic && a.morph_target == target) {
      return decode_floats(stream, loaded.tile.vertex_count(), 3);
    }
  }
  return {};
}

}  // namespace

TEST_CASE("every attribute of every level comes back within half a step of its code") {
  const Asset asset = tube_asset();
  const Container container = packed_container(asset);
  const double step = container.objects()[0].lattice_step;
  REQUIRE(container.objects()[0].level_count == 2);
  for (std::uint32_t level = 0; level < 2; ++level) {
    CAPTURE(level);
    const LodLevel& source = asset.chains[0].levels[level];
    const Loaded loaded = load(container, level);
    CHECK(worst(flat(loaded.positions), source.vertices.positions) <= step / 2);
    CHECK(worst(floats(loaded, Semantic::normal, 0, 3), source.vertices.normals) <= 0.0112F);  // 0.64 degrees
    CHECK(worst(floats(loaded, Semantic::tangent, 0, 4), source.vertices.tangents) <= 0.0112F);
    CHECK(worst(floats(loaded, Semantic::uv, 0, 2), source.vertices.uvs[0]) <= 4.0F / 65535 / 2 * 1.01F);
    CHECK(worst(floats(loaded, Semantic::uv, 1, 2), source.vertices.uvs[1]) == 0);  // 100 repeats stay floats
    CHECK(worst(floats(loaded, Semantic::color, 0, 4), source.vertices.colors[0]) <= 0.5F / 255 * 1.01F);
    CHECK(worst(morph(loaded, Semantic::position, 0), source.morph_targets[0].position_deltas) <= 2.0F / 32767);
    CHECK(worst(morph(loaded, Semantic::normal, 0), source.morph_targets[0].normal_deltas) <= 0.5F / 127 / 2 * 1.01F);
    CHECK(worst(morph(loaded, Semantic::position, 1), source.morph_targets[1].position_deltas) <= 0.25F / 32767);
    CHECK(morph(loaded, Semantic::normal, 1).empty());
  }
}

TEST_CASE("influences come back in two sets with weights that sum to 1") {
  const Asset asset = tube_asset();
  const Loaded loaded = load(packed_container(asset), 0);
  const std::vector<float> first = floats(loaded, Semantic::weights, 0, 4),
                           second = floats(loaded, Semantic::weights, 1, 4);
  const VertexStreams& source = asset.chains[0].levels[0].vertices;
  for (std::size_t v = 0; v < source.vertex_count(); ++v) {
    float sum = 0;
    for (std::size_t i = 0; i < 4; ++i) sum += first[4 * v + i] + second[4 * v + i];
    REQUIRE(sum == doctest::Approx(1).epsilon(1e-6));
    REQUIRE(std::abs(first[4 * v + 1] - source.weights[6 * v + 1]) <= 1.0F / 255);
  }
}

TEST_CASE("what is not geometry comes back as it was") {
  const Asset asset = tube_asset();
  const Container container = packed_container(asset);
  CHECK(container.objects()[0].name == "tube \"1\"");
  CHECK(container.objects()[0].skinned);
  CHECK(container.objects()[0].bounds.origin == Vec3d{1e6, -2e6, 0.5});
  CHECK(container.objects()[0].morph_names == std::vector<std::string>{"smile", "frown"});
  REQUIRE(container.materials().size() == 2);
  CHECK(container.materials()[0].textures[0].path == "tex/plain wall.png");
  CHECK(container.materials()[1].alpha_mode == AlphaMode::blend);
  REQUIRE(container.skeleton().size() == 2);
  CHECK(container.skeleton()[1].name == "tip");
  CHECK(container.skeleton()[1].inverse_bind.m[13] == -4);
  REQUIRE(container.placements().size() == 1);
  CHECK(container.placements()[0].baked);
}

TEST_CASE("lossless gives the same bits back and no error at level 0") {
  const Asset asset = tube_asset();
  PackOptions options;
  options.lossless = true;
  const Container container = packed_container(asset, options);
  const Loaded loaded = load(container, 1);
  const LodLevel& source = asset.chains[0].levels[1];
  CHECK(worst(flat(loaded.positions), source.vertices.positions) == 0);
  CHECK(worst(floats(loaded, Semantic::normal, 0, 3), source.vertices.normals) == 0);
  CHECK(worst(floats(loaded, Semantic::uv, 0, 2), source.vertices.uvs[0]) == 0);
  CHECK(worst(morph(loaded, Semantic::position, 0), source.morph_targets[0].position_deltas) == 0);
  CHECK(container.levels()[0].error_relative == 0);
}

TEST_CASE("errors rise strictly, by at least a millionth, from the lattice's") {
  Asset asset = tube_asset();
  LodLevel third = test::tube_level(2, 4);
  third.estimate = 0.001;  // below the one before
  asset.chains[0].levels.push_back(third);
  const Container container = packed_container(asset);
  const auto levels = container.levels();
  // half a cell's diagonal over the extent of 4
  CHECK(levels[0].error_relative == doctest::Approx(container.objects()[0].lattice_step * std::sqrt(3.0) / 2 / 4));
  CHECK(levels[1].error_relative == 0.01);
  CHECK(levels[2].error_relative == doctest::Approx(0.010001).epsilon(1e-9));
  CHECK(levels[2].error_absolute == doctest::Approx(0.040004).epsilon(1e-9));
  CHECK(levels[2].estimate_relative == 0.001);
}

TEST_CASE("errors rise strictly where a millionth is less than a double can tell") {
  Asset asset = tube_asset();
  asset.chains[0].levels[1].estimate = 1e20;
  asset.chains[0].levels.push_back(test::tube_level(2, 4));
  const Container container = packed_container(asset);
  CHECK(container.levels()[1].error_relative == 1e20);
  CHECK(container.levels()[2].error_relative == 1e20 + 16384);  // doubles from 2^66 to 2^67 are 2^14 apart
}

TEST_CASE("bounds hold every level's decoded positions") {
  const Container container = packed_container(tube_asset());
  const Bounds& bounds = container.objects()[0].bounds;
  for (std::uint32_t level = 0; level < 2; ++level) {
    for (const Vec3f& p : load(container, level).positions) {
      const Vec3f& c = bounds.sphere.center;
      const double x = double{p.x} - double{c.x}, y = double{p.y} - double{c.y}, z = double{p.z} - double{c.z};
      REQUIRE(std::sqrt(x * x + y * y + z * z) <= double{bounds.sphere.radius});
      REQUIRE((p.x >= bounds.box.min.x && p.y >= bounds.box.min.y && p.z >= bounds.box.min.z));
      REQUIRE((p.x <= bounds.box.max.x && p.y <= bounds.box.max.y && p.z <= bounds.box.max.z));
    }
  }
  CHECK(bounds.sphere.radius == doctest::Approx(std::sqrt(5.0)).epsilon(1e-4));  // (1, 2) from the centre
}

TEST_CASE("a chain ends before a level that the lattice collapses") {
  Asset asset = tube_asset();
  PackOptions options;
  options.position_bits = 4;  // step 0.25: the small triangle below is one point
  LodLevel tiny = test::level_of({{0, 0, 0}, {0.01F, 0, 0}, {0, 0.01F, 0}}, {0, 1, 2}, 0.2);
  asset.chains[0].levels.erase(asset.chains[0].levels.begin());
  asset.chains[0].levels.push_back(tiny);
  auto packed = pack_asset(asset.set, asset.chains, options);
  REQUIRE(packed);
  CHECK(packed->warnings.size() == 1);
  CHECK(packed->warnings[0].id == "levels_collapsed");
}

TEST_CASE("an object smaller than its lattice keeps float positions") {
  Asset asset;
  const float far = 8388608.0F;  // 2^23, where floats are 1 apart but the extent of 2^25 asks for a step of 2
  asset.chains = {test::chain_of({test::level_of({{far, 0, 0}, {far + 1, 0, 0}, {far, 0.5F, 0}}, {0, 1, 2})})};
  asset.chains[0].bounds.extent = 33554432.0F;
  asset.set.objects.resize(1);
  asset.set.materials.resize(1);
  auto packed = pack_asset(asset.set, asset.chains, {});
  REQUIRE(packed);
  CHECK(packed->warnings.back().id == "float_positions");
}

TEST_CASE("bad chains and options are refused") {
  Asset asset = tube_asset();
  PackOptions options;
  options.normal_bits = 9;
  CHECK(pack_asset(asset.set, asset.chains, options).error().code == ErrorCode::invalid_value);
  options = {};
  options.position_bits = 25;
  CHECK(pack_asset(asset.set, asset.chains, options).error().code == ErrorCode::invalid_value);

  Asset broken = asset;
  broken.chains[0].levels[1].indices[5] = 100000;
  CHECK(pack_asset(broken.set, broken.chains, {}).error().code == ErrorCode::internal);
  broken = asset;
  broken.chains[0].levels[0].vertices.positions[3].y = NAN;
  CHECK(pack_asset(broken.set, broken.chains, {}).error().code == ErrorCode::non_finite);
}

}  // namespace lodcook::cooker
