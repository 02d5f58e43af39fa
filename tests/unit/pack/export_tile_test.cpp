#include "cooker/pack/export_tile.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <utility>

#include "tests/unit/formats/small_content.h"

namespace lodcook::cooker {

namespace {

/// A leaf at (1000.25, 0, 0) that shows a square at three other places: turned and mirrored, sheared, and twice.
Container square_with_instances() {
  ContainerContent content = test::square_content();
  content.shared_meshes = content.objects;
  content.shared_meshes[0].name = "mesh";
  content.materials = {Material{}, Material{}};
  content.materials[0].name = "unused";
  content.materials[1].name = "used";
  content.shared_meshes[0].levels[0].tiles[0].draws[0].material = 1;
  ObjectContent& object = content.objects[0];
  TileContent& leaf = object.levels[0].tiles[0];
  leaf.draws[0].material = 1;
  leaf.origin[0] = 4001;
  const Aabb box{{-1, -1, -1}, {1002, 10, 10}};
  object.bounds.box = object.levels[0].box = leaf.box = box;
  object.bounds.sphere = object.levels[0].sphere = {{500, 5, 5}, 600};
  Placement tree{"tree", 0, {}, true};
  content.placements = {tree};
  MeshInstance mirrored{0, 0, {}}, sheared{0, no_placement, {}}, there{0, no_placement, {}};
  mirrored.matrix = {{-2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1}};
  sheared.matrix.m[4] = 1;
  there.matrix.m[13] = 7;
  leaf.instances = {mirrored, sheared, there};
  TileContent root = leaf;
  root.instances.clear();
  leaf.parent = 1;
  root.error_absolute = root.error_relative = 1;
  LevelContent coarse = object.levels[0];
  coarse.error_absolute = coarse.error_relative = 1;
  coarse.tiles = {root};
  object.levels.push_back(coarse);
  Result<std::vector<std::byte>> bytes = write_container(content, {});
  REQUIRE(bytes);
  Result<Container> container = Container::open(own_memory(std::move(*bytes)));
  REQUIRE(container);
  return std::move(*container);
}

std::string json_of(const std::vector<std::byte>& glb) {
  std::uint32_t size = 0;
  std::memcpy(&size, glb.data() + 12, sizeof(size));
  return {reinterpret_cast<const char*>(glb.data()) + 20, size};
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a tile's corners count from its own origin, and instances are nodes of one mesh") {
  const Container container = square_with_instances();
  SharedGeometries shared(container);
  const Result<std::vector<std::byte>> glb = export_tile(container, 0, shared);
  REQUIRE(glb);
  const std::string json = json_of(*glb);
  // meshes in the order of their first use: the tile, the mesh, the sheared copy
  CHECK(contains(json, R"("nodes":[{"name":"square","mesh":0,"translation":[1000.25,0,0]},)"
                       R"({"name":"tree","mesh":1,"translation":[5,0,0],"scale":[-2,1,1]},)"
                       R"({"mesh":2,"translation":[1000.25,0,0]},{"mesh":1,"translation":[0,7,0]}])"));
  CHECK(contains(json, R"("scenes":[{"nodes":[0,1,2,3]}])"));
  CHECK(contains(json, R"("min":[0,0,0],"max":[1,1,0])"));
  // sheared along x by y: corners from 0 to 2, minus the tile's origin
  CHECK(contains(json, R"("min":[-1000.25,0,0],"max":[-998.25,1,0])"));
  CHECK_FALSE(contains(json, "unused"));
  CHECK(contains(json, R"("material":0)"));
}

TEST_CASE("a tile that is not there is an error") {
  const Container container = square_with_instances();
  SharedGeometries shared(container);
  CHECK(export_tile(container, 2, shared).error().code == ErrorCode::invalid_argument);
}

}  // namespace lodcook::cooker
