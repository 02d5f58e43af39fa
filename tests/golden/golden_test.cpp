#include <doctest/doctest.h>

#include <string>

#include "formats/src/hash.h"
#include "tests/golden/container_walk.h"
#include "tests/golden/golden_content.h"

using namespace lodcook;

namespace {

std::string golden(const char* name) { return std::string(LODCOOK_GOLDEN_FOLDER "/") + name; }

Container open_golden(const char* name) {
  Result<std::unique_ptr<ByteSource>> source = open_file(golden(name));
  REQUIRE_MESSAGE(source.ok(), to_string(source.error()));
  Result<Container> container = Container::open(std::move(*source));
  REQUIRE_MESSAGE(container.ok(), to_string(container.error()));
  return std::move(*container);
}

constexpr std::uint64_t scene_content = 0x7E47F4032D882937;

}  // namespace

TEST_CASE("golden files of version 1 are unchanged, open and decode to what they decoded to") {
  struct Golden {
    const char* name;
    std::uint64_t file_hash;
    std::uint64_t content_hash;
  };
  for (const Golden& g : {Golden{"v1_square.lodc", 0x8AAE515C2683404A, 0xAD07C9D84C1D4D25},
                          Golden{"v1_scene.lodc", 0xAE76036C12254D12, scene_content},
                          Golden{"v1_tiles.lodc", 0x3425F1EF55D9F375, 0x1A2C11B520CE031B},
                          Golden{"v1_origins.lodc", 0xCACE5D90AC11572E, 0x86DB3A4F7B8C9F5C},
                          Golden{"v1_instances.lodc", 0x7ACEA0BDD41FFAD4, 0x502B2551A641984B},
                          Golden{"v1_scene_meshopt.lodc", 0xF60974E966D1C0BC, scene_content},
                          Golden{"v1_scene_raw.lodc", 0x460E299BF26FCC68, scene_content}}) {
    CAPTURE(g.name);
    const std::vector<std::byte> file = test::read_whole(golden(g.name).c_str());
    CHECK(hash64(file) == g.file_hash);
    const Status loaded = test::open_and_load_all(file);
    CHECK_MESSAGE(loaded.ok(), to_string(loaded.error()));
    CHECK(open_golden(g.name).content_hash() == g.content_hash);
  }
}

TEST_CASE("the writer gives the golden bytes where no zstd is in them") {
  WriteOptions plain;
  plain.zstd_level = 0;
  WriteOptions raw = plain;
  raw.meshopt = false;
  CHECK(*write_container(test::golden_square(), plain) == test::read_whole(golden("v1_square.lodc").c_str()));
  CHECK(*write_container(test::golden_origins(), plain) == test::read_whole(golden("v1_origins.lodc").c_str()));
  CHECK(*write_container(test::golden_instances(), plain) == test::read_whole(golden("v1_instances.lodc").c_str()));
  CHECK(*write_container(test::golden_tiles(), plain) == test::read_whole(golden("v1_tiles.lodc").c_str()));
  CHECK(*write_container(test::golden_scene(), plain) == test::read_whole(golden("v1_scene_meshopt.lodc").c_str()));
  CHECK(*write_container(test::golden_scene(), raw) == test::read_whole(golden("v1_scene_raw.lodc").c_str()));
}

TEST_CASE("the content hash is the same whatever the coding") {
  for (const int level : {0, 1, 9, 19}) {
    for (const bool meshopt : {false, true}) {
      CAPTURE(level);
      CAPTURE(meshopt);
      WriteOptions options;
      options.zstd_level = level;
      options.meshopt = meshopt;
      const Result<Container> container = Container::open(own_memory(*write_container(test::golden_scene(), options)));
      REQUIRE(container.ok());
      CHECK(container->content_hash() == scene_content);
    }
  }
}

TEST_CASE("the golden scene reads back field by field") {
  const Container container = open_golden("v1_scene.lodc");
  REQUIRE(container.objects().size() == 3);
  const ContainerObject& grid = container.objects()[0];
  CHECK(grid.name == "grid");
  CHECK(grid.bounds.origin == Vec3d{1000, -2000, 0.5});
  CHECK(grid.bounds.extent == 8);
  CHECK(grid.lattice_step == 0.015625);
  CHECK(grid.level_count == 2);
  CHECK(container.objects()[1].skinned);
  CHECK(container.objects()[1].morph_names == std::vector<std::string>{"raised"});
  CHECK(container.objects()[2].first_level == 3);

  REQUIRE(container.levels().size() == 5);
  const Level& coarse = container.levels()[1];
  CHECK(coarse.vertex_count == 9);
  CHECK(coarse.triangle_count == 8);
  CHECK(coarse.error_relative == 0.25);
  CHECK(coarse.error_absolute == 0.25);
  CHECK(coarse.estimate_relative == 0.125);
  CHECK(coarse.proof == Proof::proven);
  CHECK(coarse.box.max == Vec3f{8, 8, 0.0625F});
  CHECK(coarse.sphere.radius == 16.0625F);
}

TEST_CASE("the golden scene's tree of tiles reads back") {
  const Container container = open_golden("v1_scene.lodc");
  REQUIRE(container.tiles().size() == 6);
  const Tile& root = container.tiles()[5];
  CHECK(root.object == 2);
  CHECK(root.level == 1);
  CHECK(root.parent == -1);
  CHECK(root.first_child == 3);
  CHECK(container.tiles()[3].parent == 5);
  CHECK(container.tiles()[3].next_sibling == 4);
  CHECK(container.tiles()[3].origin[0] == -1024);
  CHECK(container.tiles()[4].next_sibling == -1);
  CHECK(root.byte_offset < container.tiles()[3].byte_offset);
  CHECK(root.draws.size() == 1);
  CHECK(root.draws[0] == DrawRange{0, 0, 24});
}

TEST_CASE("the golden tree of three levels reads back") {
  const Container container = open_golden("v1_tiles.lodc");
  REQUIRE(container.tiles().size() == 6);
  const std::vector<std::int32_t> parents{4, 4, 5, 5, 5, -1};
  for (std::size_t t = 0; t < 6; ++t) CHECK(container.tiles()[t].parent == parents[t]);
  CHECK(container.tiles()[5].first_child == 2);
  CHECK(container.tiles()[2].next_sibling == 3);
  CHECK(container.tiles()[3].next_sibling == 4);
  CHECK(container.tiles()[4].first_child == 0);
  CHECK(container.level_cut(0, 0) == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK(container.level_cut(0, 1) == std::vector<std::uint32_t>{2, 3, 4});
  CHECK(container.level_cut(0, 2) == std::vector<std::uint32_t>{5});
  const Result<DecodedTile> leaf = container.load_tile(0);
  REQUIRE(leaf.ok());
  const std::vector<Vec3f> corners = decode_positions(container.objects()[0], container.tiles()[0], *leaf);
  REQUIRE(corners.size() == 25);
  CHECK(corners[0] == Vec3f{-12, 0, 0});
  CHECK(corners[24].x == -8);
  CHECK(corners[24].y == 4);
}

TEST_CASE("what the golden tree tells beside its tiles reads back") {
  const Container container = open_golden("v1_origins.lodc");
  const Result<std::vector<DrawOrigin>> origins = container.load_draw_origins();
  REQUIRE(origins.ok());
  REQUIRE(origins->size() == 7);  // two draw ranges of the first tile, one of each of the other five
  CHECK((*origins)[0] == DrawOrigin{3, no_placement});
  CHECK((*origins)[1] == DrawOrigin{1, 1});
  CHECK((*origins)[2] == DrawOrigin{1, no_placement});
  const Result<std::vector<SharedReason>> reasons = container.load_shared_reasons();
  REQUIRE(reasons.ok());
  REQUIRE(reasons->size() == 6);
  for (std::size_t t = 0; t < 6; ++t) {
    CHECK((*reasons)[t] == (t == 2 ? SharedReason::spanning : SharedReason::none));
  }
}

TEST_CASE("the golden tree's instances read back") {
  const Container container = open_golden("v1_instances.lodc");
  CHECK(container.objects().size() == 1);
  CHECK(container.tiles().size() == 6);
  CHECK(container.levels().size() == 3);
  REQUIRE(container.shared_meshes().size() == 2);
  CHECK(container.shared_meshes()[0].name == "post");
  CHECK(container.shared_meshes()[1].lattice_step == 0.0078125);
  CHECK(container.shared_mesh_tiles()[0].triangle_count == 8);  // 2 x 2 cells
  CHECK(container.shared_mesh_tiles()[1].triangle_count == 2);
  CHECK(container.tiles()[0].instance_count == 3);
  CHECK(container.tiles()[1].instance_count == 1);
  CHECK(container.tiles()[2].instance_count == 0);
  const Result<DecodedTile> leaf = container.load_tile(0);
  REQUIRE(leaf.ok());
  REQUIRE(leaf->instances().size() == 3);
  CHECK(leaf->instances()[0].placement == no_placement);
  const MeshInstance& mirrored = leaf->instances()[1];
  CHECK(mirrored.mesh == 0);
  CHECK(mirrored.placement == 1);
  CHECK(mirrored.matrix.m[0] == -2);
  CHECK(mirrored.matrix.m[12] == -5);
  CHECK(mirrored.matrix.m[13] == 2);
  CHECK(mirrored.matrix.m[15] == 1);
  CHECK(leaf->instances()[2].mesh == 1);
  CHECK(leaf->instances()[2].matrix.m[12] == -11.5);
}

TEST_CASE("the golden scene's materials, skeleton, placements and lights read back") {
  const Container container = open_golden("v1_scene.lodc");
  REQUIRE(container.materials().size() == 2);
  const Material& plaster = container.materials()[0];
  CHECK(plaster.name == "plaster");
  CHECK(plaster.base_color_factor == Vec4f{0.5F, 0.25F, 0.125F, 1});
  REQUIRE(plaster.textures.size() == 2);
  CHECK(plaster.textures[0].path == "textures/plaster.png");
  CHECK(plaster.textures[1].slot_name == "dirt");
  CHECK(plaster.textures[1].uv_set == 1);
  CHECK(plaster.textures[1].scale == Vec2f{4, 8});
  CHECK(plaster.textures[1].rotation_radians == 0.75F);
  CHECK(plaster.textures[1].wrap_s == 33071);
  CHECK(container.materials()[1].alpha_mode == AlphaMode::blend);
  CHECK(container.materials()[1].double_sided);

  REQUIRE(container.skeleton().size() == 2);
  CHECK(container.skeleton()[1].name == "tip");
  CHECK(container.skeleton()[1].parent == 0);
  CHECK(container.skeleton()[1].inverse_bind.m[13] == -2);
  REQUIRE(container.placements().size() == 2);
  CHECK(container.placements()[0].matrix.m[12] == 16);
  CHECK(container.placements()[1].object == 2);
  CHECK(container.placements()[1].baked);
  REQUIRE(container.lights().size() == 1);
  CHECK(container.lights()[0].kind == LightKind::spot);
  CHECK(container.lights()[0].intensity == 800);
  CHECK(container.lights()[0].transform.m[14] == 4);
}
