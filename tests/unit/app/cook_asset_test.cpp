#include <doctest/doctest.h>
#include <lodcook/loader.h>

#include "cooker/app/cook_asset.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// A tetrahedron of volume 1/6 with outward faces.
Primitive tetrahedron() {
  Primitive out;
  out.vertices.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  out.indices = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  return out;
}

/// Two nodes that show one mesh, the second moved by 3 along x.
Scene two_tetrahedra() {
  Scene scene;
  scene.meshes.resize(1);
  scene.meshes[0].primitives = {tetrahedron()};
  scene.nodes.resize(2);
  scene.nodes[0].mesh = 0;
  scene.nodes[1].mesh = 0;
  scene.nodes[1].local.m[12] = 3;
  return scene;
}

Container open_container(const CookedAsset& cooked) {
  Result<Container> container = Container::open(borrow_memory(cooked.container));
  REQUIRE(container.ok());
  return std::move(*container);
}

}  // namespace

TEST_CASE("a scene becomes a container without touching a file") {
  const Result<CookedAsset> cooked = cook_scene(two_tetrahedra(), {});
  REQUIRE(cooked.ok());
  const Container container = open_container(*cooked);
  REQUIRE(container.objects().size() == 1);
  CHECK(container.levels()[0].triangle_count == 8);
  CHECK(container.objects()[0].bounds.extent == doctest::Approx(4));
  REQUIRE(cooked->chains.size() == 1);
  CHECK(cooked->chains[0].methods.size() == container.levels().size());
  CHECK(cooked->chains[0].methods[0] == "source");
  CHECK(cooked->chains[0].stopped == "triangle_floor");
}

TEST_CASE("a level that was made again must be proven nearer than what it replaced") {
  ChainFacts facts;
  facts.replaced = {0, 0, 0.01};
  PackedObject packed;
  packed.errors.resize(3);
  packed.errors[0].bound = 0.001;
  packed.errors[1].bound = 0.5;  // replaced nothing
  packed.errors[2].bound = 0.0114;
  CHECK_FALSE(redo_failed(facts, packed));  // 0.01 + 4.5 % + 0.001
  packed.errors[2].bound = 0.0115;
  CHECK(redo_failed(facts, packed));
  packed.poses.resize(3);
  packed.poses[2] = PosedAt{"bend", 0};
  CHECK_FALSE(redo_failed(facts, packed));
  packed.errors.clear();  // nothing was proven
  CHECK_FALSE(redo_failed(facts, packed));
}

TEST_CASE("the plain chain is taken where one of its levels is nearer than the one that replaced it") {
  ChainFacts facts;
  facts.replaced = {0, 0, 0.01};
  PackedObject redone, plain;
  redone.errors.resize(3);
  plain.errors.resize(3);
  redone.errors[1].bound = 0.002, plain.errors[1].bound = 0.001;  // was not made again
  redone.errors[2].bound = 0.012, plain.errors[2].bound = 0.013;
  CHECK_FALSE(plain_is_nearer(facts, redone, plain));
  plain.errors[2].bound = 0.011;
  CHECK(plain_is_nearer(facts, redone, plain));
  plain.errors.resize(2);  // ends before
  CHECK_FALSE(plain_is_nearer(facts, redone, plain));
}

TEST_CASE("a chain whose coarser levels are smaller than the position step ends there") {
  Scene fine = two_tetrahedra();
  fine.nodes.resize(1);
  Scene speck = fine;  // brought as level 1: 3 triangles of a thousandth, where a step of 4 bits is a sixteenth
  speck.meshes[0].primitives[0].indices.resize(9);
  for (Vec3f& p : speck.meshes[0].primitives[0].vertices.positions) p = {p.x / 1000, p.y / 1000, p.z / 1000};
  CookSettings settings;
  const Result<CookedAsset> whole = cook_scenes({fine, speck}, settings);
  REQUIRE(whole.ok());
  CHECK(open_container(*whole).levels().size() == 2);
  CHECK(whole->chains[0].stopped != "collapsed");
  settings.pack.position_bits = 4;
  const Result<CookedAsset> ended = cook_scenes({fine, speck}, settings);
  REQUIRE(ended.ok());
  CHECK(open_container(*ended).levels().size() == 1);
  CHECK(ended->chains[0].stopped == "collapsed");
}

TEST_CASE("the same scene gives the same bytes") {
  CHECK(cook_scene(two_tetrahedra(), {})->container == cook_scene(two_tetrahedra(), {})->container);
}

TEST_CASE("grouping by mesh keeps one object for both places") {
  CookSettings settings;
  settings.scene.grouping = Grouping::mesh;
  const Result<CookedAsset> cooked = cook_scene(two_tetrahedra(), settings);
  REQUIRE(cooked.ok());
  const Container container = open_container(*cooked);
  REQUIRE(container.objects().size() == 1);
  CHECK(container.levels()[0].triangle_count == 4);
  REQUIRE(container.placements().size() == 2);
  CHECK(container.placements()[1].matrix.m[12] - container.placements()[0].matrix.m[12] == doctest::Approx(3));
}

TEST_CASE("warnings of every stage are joined") {
  Scene scene = two_tetrahedra();
  scene.warnings = {{"from_import", "said by the importer"}};
  scene.meshes[0].primitives[0].indices.insert(scene.meshes[0].primitives[0].indices.end(), {1, 1, 2});
  const Result<CookedAsset> cooked = cook_scene(scene, {});
  REQUIRE(cooked.ok());
  REQUIRE(cooked->warnings.size() >= 2);
  CHECK(cooked->warnings[0].id == "from_import");
}

TEST_CASE("a scene without triangles and one with a wrong index are errors of their own") {
  CHECK(cook_scene({}, {}).error().code == ErrorCode::no_triangles);
  Scene scene = two_tetrahedra();
  scene.meshes[0].primitives[0].indices[5] = 4;
  CHECK(cook_scene(scene, {}).error().code == ErrorCode::invalid_index);
}

TEST_CASE("triangles are counted for every use of a mesh") {
  Scene scene = two_tetrahedra();
  CHECK(count_triangles(scene) == 8);
  scene.nodes[1].instances.resize(10);
  CHECK(count_triangles(scene) == 44);
  scene.nodes[0].mesh = no_index;
  CHECK(count_triangles(scene) == 40);
}
