#include <doctest/doctest.h>

#include "cooker/app/describe_asset.h"
#include "formats/src/container_write.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

TileContent one_triangle(double error) {
  TileContent tile;
  tile.vertex_count = 3;
  tile.error_relative = error;
  tile.error_absolute = error * 2;
  tile.box = {{0, 0, 0}, {2, 2, 0}};
  tile.indices = {0, 1, 2};
  tile.draws = {{0, 0, 3}};
  AttributeContent positions;
  positions.attribute.components = 3;
  positions.attribute.stride = 12;
  const float corners[9] = {0, 0, 0, 2, 0, 0, 0, 2, 0};
  const auto bytes = std::as_bytes(std::span(corners));
  positions.bytes.assign(bytes.begin(), bytes.end());
  tile.attributes = {positions};
  return tile;
}

LevelContent one_level(double error) {
  LevelContent level;
  level.error_relative = error;
  level.error_absolute = error * 2;
  level.estimate_relative = error / 2;
  level.box = {{0, 0, 0}, {2, 2, 0}};
  level.sphere = {{1, 1, 0}, 1};
  level.tiles = {one_triangle(error)};
  return level;
}

/// Extent 2 and radius 1 with errors 0 and 0.01 of the extent.
Container two_levels() {
  ObjectContent object;
  object.name = "thing";
  object.bounds.box = {{0, 0, 0}, {2, 2, 0}};
  object.bounds.sphere = {{1, 1, 0}, 1};
  object.bounds.extent = 2;
  object.levels = {one_level(0), one_level(0.01)};
  ContainerContent content;
  content.materials.resize(1);
  content.objects = {object};
  auto bytes = write_container(content, {});
  REQUIRE(bytes.ok());
  auto container = Container::open(own_memory(std::move(*bytes)));
  REQUIRE(container.ok());
  return std::move(*container);
}

}  // namespace

TEST_CASE("switch distances and screen heights are the readings of the error at the reference view") {
  const Container container = two_levels();
  const manifest::AssetManifest out = describe_container(container, {});
  REQUIRE(out.objects.size() == 1);
  REQUIRE(out.objects[0].levels.size() == 2);
  const manifest::LevelFacts& finest = out.objects[0].levels[0];
  CHECK(finest.switch_distance == 0);
  CHECK_FALSE(finest.screen_height);
  // radius 1, extent 2, error 0.01 at 60 degrees and 1080 px: 1 + 2 * 0.01 * 935.307, and cot(30 degrees) / 19.706
  const manifest::LevelFacts& coarse = out.objects[0].levels[1];
  CHECK(coarse.switch_distance == doctest::Approx(19.706).epsilon(0.0001));
  REQUIRE(coarse.screen_height);
  CHECK(*coarse.screen_height == doctest::Approx(0.08789).epsilon(0.0001));
  CHECK(coarse.relative.estimate == doctest::Approx(0.005));
  CHECK(coarse.absolute.estimate == doctest::Approx(0.01));
  CHECK(coarse.error_relative == doctest::Approx(0.01));
  CHECK(coarse.error_absolute == doctest::Approx(0.02));
}

TEST_CASE("the facts of a level are those of its container") {
  const Container container = two_levels();
  const manifest::AssetManifest out = describe_container(container, {});
  CHECK(out.container_size == container.file_size());
  CHECK(out.content_hash.size() == 16);
  for (const manifest::LevelFacts& level : out.objects[0].levels) {
    CHECK(level.triangles == 1);
    CHECK(level.vertices == 3);
    CHECK(level.offset + level.bytes <= container.file_size());
    REQUIRE(level.draws.size() == 1);
    CHECK(level.draws[0].triangles == 1);
  }
  // coarsest first
  CHECK(out.objects[0].levels[1].offset < out.objects[0].levels[0].offset);
}

TEST_CASE("what only the cook knows is joined to it") {
  CookedAsset cooked;
  ChainFacts& facts = cooked.chains.emplace_back();
  facts.methods = {"source", "attributes"};
  facts.stopped = "triangle_floor";
  facts.redone = {0, 2};
  facts.normal_angles = {std::nullopt, NormalAngle{1.5, 8, 100}};
  cooked.warnings = {{"zero_area", "left out 2 triangles"}};
  const Container container = two_levels();
  CookSettings settings;
  settings.view.pixel_error = 2;
  const manifest::AssetManifest out =
      describe_asset(cooked, container, settings, {{"a/b.obj", "0123456789abcdef"}, {{"a/b.mtl", ""}}, "b.obj.lodc"});
  CHECK(out.asset == "b.obj");
  CHECK(out.source.path == "a/b.obj");
  CHECK(out.container_path == "b.obj.lodc");
  CHECK(out.objects[0].stopped == "triangle_floor");
  CHECK(out.objects[0].levels[1].method == "attributes");
  CHECK(out.objects[0].levels[0].redone == 0);
  CHECK(out.objects[0].levels[1].redone == 2);
  CHECK_FALSE(out.objects[0].levels[0].normal_angle);
  REQUIRE(out.objects[0].levels[1].normal_angle);
  CHECK(out.objects[0].levels[1].normal_angle->mean_degrees == 1.5);
  // twice the budget halves the distance beyond the sphere: 1 + 2 * 0.01 * 935.307 / 2
  CHECK(out.objects[0].levels[1].switch_distance == doctest::Approx(10.353).epsilon(0.0001));
  REQUIRE(out.warnings.size() == 1);
  CHECK(out.warnings[0].id == "zero_area");
}
