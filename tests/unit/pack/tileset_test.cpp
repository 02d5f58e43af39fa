#include "cooker/pack/tileset.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "tests/unit/formats/small_content.h"

namespace lodcook::cooker {

namespace {

TileContent square_at(float x, std::int32_t parent, double error) {
  TileContent tile = test::square_tile();
  tile.origin[0] = static_cast<std::int64_t>(4 * x);  // a step is a quarter
  tile.box = {{x, 0, 0}, {x + 1, 1, 0}};
  tile.parent = parent;
  tile.error_absolute = tile.error_relative = error;
  return tile;
}

LevelContent level_of(std::vector<TileContent> tiles, double error) {
  LevelContent level;
  level.error_absolute = level.error_relative = error;
  level.proof = Proof::proven;
  level.box = {{0, 0, 0}, {2, 1, 0}};
  level.sphere = {{1, 0.5F, 0}, 2};
  level.tiles = std::move(tiles);
  return level;
}

/// Two squares side by side in the plane of x and y, and one tile for both.
ContainerContent two_squares() {
  ContainerContent content = test::square_content();
  ObjectContent& object = content.objects[0];
  object.bounds.origin = {10, 20, 30};
  object.bounds.box = {{0, 0, 0}, {2, 1, 0}};
  object.bounds.sphere = {{1, 0.5F, 0}, 2};
  TileContent root = square_at(0, -1, 0.5);
  root.box = {{0, 0, 0}, {2, 1, 0}};
  object.levels = {level_of({square_at(0, 2, 0), square_at(1, 2, 0)}, 0), level_of({std::move(root)}, 0.5)};
  return content;
}

Container container_of(const ContainerContent& content) {
  Result<std::vector<std::byte>> bytes = write_container(content, {});
  REQUIRE(bytes);
  Result<Container> container = Container::open(own_memory(std::move(*bytes)));
  REQUIRE(container);
  return std::move(*container);
}

std::string json_of(const ContainerContent& content) {
  const Result<Tileset> tileset = make_tileset(container_of(content), std::nullopt);
  REQUIRE(tileset);
  return tileset->json;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Boxes Z up: (x, y, z) stands at (x, -z, y).
const std::string left_leaf = R"({"boundingVolume":{"box":[0.5,0,0.5,0.5,0,0,0,0,0,0,0,0.5]},"geometricError":0,)"
                              R"("content":{"uri":"tiles/0.glb"}})";
const std::string right_leaf = R"({"boundingVolume":{"box":[1.5,0,0.5,0.5,0,0,0,0,0,0,0,0.5]},"geometricError":0,)"
                               R"("content":{"uri":"tiles/1.glb"}})";
const std::string root_box = R"("boundingVolume":{"box":[1,0,0.5,1,0,0,0,0,0,0,0,0.5]})";

}  // namespace

TEST_CASE("a tree is a tileset of its tiles, turned to Z up, with the origin as transform of the root") {
  // nothing drawn instead of a box of 2 by 1: an error of the square root of 5
  CHECK(json_of(two_squares()) ==
        R"({"asset":{"version":"1.1","extras":{"generator":"lodcook","errors":"bound"}},)"
        R"("geometricError":2.23606797749979,"root":{)" +
            root_box + R"(,"geometricError":0.5,"content":{"uri":"tiles/2.glb"},"children":[)" + left_leaf + "," +
            right_leaf + R"(],"transform":[1,0,0,0,0,1,0,0,0,0,1,0,10,-30,20,1],"refine":"REPLACE"}})" + "\n");
}

TEST_CASE("tiles that no parent joins stand under a tile without content, which has the error of nothing") {
  ContainerContent content = two_squares();
  content.objects[0].bounds.origin = {};
  content.objects[0].levels = {level_of({square_at(0, -1, 0), square_at(1, -1, 0)}, 0)};
  CHECK(contains(json_of(content), R"("root":{)" + root_box + R"(,"geometricError":2.23606797749979,"children":[)" +
                                       left_leaf + "," + right_leaf + "]"));
}

TEST_CASE("a chain is a tree of one child each, whose boxes contain what is below them") {
  ContainerContent content = two_squares();
  TileContent fine = square_at(0, -1, 0), coarse = square_at(0, -1, 0.5);
  fine.box = {{0, 0, 0}, {2, 1, 0}};
  content.objects[0].levels = {level_of({fine}, 0), level_of({coarse}, 0.5)};
  const std::string json = json_of(content);
  CHECK(contains(json, root_box + R"(,"geometricError":0.5,"content":{"uri":"tiles/1.glb"},"children":[{)" + root_box +
                           R"(,"geometricError":0,"content":{"uri":"tiles/0.glb"}}])"));
}

TEST_CASE("an object stands once for each placement that is not baked, under no smaller error") {
  ContainerContent content = two_squares();
  content.objects[0].bounds.origin = {0, 0, 1};
  Placement tall{"tall", 0, {}, false}, aside{"aside", 0, {}, false};
  tall.matrix.m[5] = 3;    // y, the height
  aside.matrix.m[14] = 5;  // z
  content.placements = {tall, aside, aside, {"baked", 0, {}, true}};
  const std::string json = json_of(content);
  CHECK(contains(json, R"("transform":[1,0,0,0,0,1,0,0,0,0,3,0,0,-1,0,1])"));
  CHECK(contains(json, R"("transform":[1,0,0,0,0,1,0,0,0,0,1,0,0,-6,0,1])"));
  const auto first = json.find("tiles/2.glb"), second = json.find("tiles/2.glb", first + 1);
  CHECK(second != std::string::npos);
  CHECK(json.find("tiles/2.glb", second + 1) == std::string::npos);
  // from (0, -6, 0) to (2, -1, 3)
  CHECK(contains(json, R"("root":{"boundingVolume":{"box":[1,-3.5,1.5,1,0,0,0,2.5,0,0,0,1.5]})"));
  // at a thousandth of the size the box around both is smaller than the error that the tiles are written with
  content.placements[0].matrix.m[0] = content.placements[0].matrix.m[5] = content.placements[0].matrix.m[10] = 1e-3;
  content.placements[1].matrix.m[0] = content.placements[1].matrix.m[5] = content.placements[1].matrix.m[10] = 1e-3;
  content.placements[2] = content.placements[1];
  content.placements[1].matrix.m[14] = content.placements[2].matrix.m[14] = 0.01;
  CHECK(contains(json_of(content), R"("geometricError":0.5,"children":[{"boundingVolume")"));
}

TEST_CASE("errors that are not proven are named so") {
  ContainerContent content = two_squares();
  content.objects[0].levels[1].proof = Proof::none;
  CHECK(contains(json_of(content), R"("errors":"estimate")"));
}

TEST_CASE("a skinned object, or one that is not there, has no tileset") {
  ContainerContent content = two_squares();
  CHECK(make_tileset(container_of(content), 1).error().code == ErrorCode::invalid_argument);
  const Result<Tileset> one = make_tileset(container_of(content), 0);
  REQUIRE(one);
  CHECK(one->tiles == std::vector<std::uint32_t>{0, 1, 2});
  content.objects[0].skinned = true;
  CHECK(make_tileset(container_of(content), std::nullopt).error().code == ErrorCode::unsupported_feature);
}

TEST_CASE("a shear is told") {
  ContainerContent content = two_squares();
  Placement sheared{"sheared", 0, {}, false};
  content.placements = {sheared};
  CHECK_FALSE(make_tileset(container_of(content), std::nullopt)->sheared);
  content.placements[0].matrix.m[4] = 0.5;
  CHECK(make_tileset(container_of(content), std::nullopt)->sheared);
}

}  // namespace lodcook::cooker
