#include "cooker/scene/bake.h"

#include <doctest/doctest.h>

#include "tests/unit/scene/sample_scenes.h"

using namespace lodcook;
using namespace lodcook::cooker;
using namespace lodcook::cooker::samples;

namespace {

Vec3d origin_of(Vec3d min, Vec3d max) { return choose_origin({min, max, false}); }

/// One triangle in the xy plane with everything a primitive may have.
Primitive rich_triangle() {
  Primitive p = triangles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2});
  p.vertices.normals.assign(3, Vec3f{0, 0, 1});
  p.vertices.tangents.assign(3, Vec4f{1, 0, 0, 1});
  return p;
}

}  // namespace

TEST_CASE("the origin stays 0 near the origin and is a multiple of a power of two far from it") {
  CHECK(origin_of({0, 0, 0}, {1, 1, 1}) == Vec3d{0, 0, 0});
  CHECK(origin_of({0.1, 0.1, 0.1}, {1.1, 1.1, 1.1}) == Vec3d{0, 0, 0});
  CHECK(origin_of({-4, 0, 0}, {-3, 2, 3}) == Vec3d{0, 0, 0});
  CHECK(origin_of({482000, 120, -5456000}, {482001.5, 120.15, -5455998.5}) == Vec3d{482000, 120, -5456000});
  const Vec3d o = origin_of({1e9, 0, 0}, {1e9 + 3, 1, 1});
  CHECK(std::fmod(o.x, 4.0) == 0);
  CHECK(o.y == 0);
  CHECK(origin_of({5, 5, 5}, {5, 5, 5}) == Vec3d{0, 0, 0});
}

TEST_CASE("subtracting the origin from 32-bit coordinates is exact") {
  Primitive p = triangles({{50000.25F, 0, -123.4F}, {50001.125F, 0.3F, -122.9F}, {50000.7F, 1.7F, -123.3F}}, {0, 1, 2});
  auto set = check_and_group(scene_of({p}));
  REQUIRE(set.ok());
  CHECK(set->objects[0].origin.x != 0);
  for (std::size_t c = 0; c < 3; ++c) {
    const auto w = world_position(set->objects[0], c);
    const Vec3f given = p.vertices.positions[c];
    CHECK(w[0] == static_cast<double>(given.x));
    CHECK(w[1] == static_cast<double>(given.y));
    CHECK(w[2] == static_cast<double>(given.z));
  }
}

TEST_CASE("mirroring turns the winding and the tangent's sign, and normals follow the inverse transpose") {
  Scene scene = scene_of({rich_triangle()});
  scene.nodes[0].local = scaling(-1, 1, 1);
  auto set = check_and_group(scene);
  REQUIRE(set.ok());
  const Object& o = set->objects[0];
  CHECK(o.vertices.normals[0] == Vec3f{0, 0, 1});
  CHECK(o.vertices.tangents[0] == Vec4f{-1, 0, 0, -1});
  const auto a = world_position(o, 0), b = world_position(o, 1), c = world_position(o, 2);
  CHECK((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0);

  // a 45 degree slope stretched 2x along x: its normal (1, 0, 1)/sqrt 2 becomes (1/2, 0, 1)/|..|
  Primitive slope = triangles({{0, 0, 0}, {1, 0, -1}, {0, 1, 0}}, {0, 1, 2});
  const auto d = static_cast<float>(std::sqrt(0.5));
  slope.vertices.normals.assign(3, Vec3f{d, 0, d});
  Scene stretched = scene_of({slope});
  stretched.nodes[0].local = scaling(2, 1, 1);
  auto sheared = check_and_group(stretched);
  REQUIRE(sheared.ok());
  CHECK(sheared->objects[0].vertices.normals[0].x == doctest::Approx(0.4472136));
  CHECK(sheared->objects[0].vertices.normals[0].z == doctest::Approx(0.8944272));
}

TEST_CASE("attributes a primitive lacks are filled") {
  Primitive bare = triangles({{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}, {0, 1, 2});
  Primitive full = rich_triangle();
  full.vertices.uvs = {{{1, 1}, {1, 1}, {1, 1}}, {{2, 2}, {2, 2}, {2, 2}}};
  full.vertices.colors = {{{0.5F, 0, 0, 1}, {0.5F, 0, 0, 1}, {0.5F, 0, 0, 1}}};
  auto set = check_and_group(scene_of({full, bare}));
  REQUIRE(set.ok());
  const VertexStreams& v = set->objects[0].vertices;
  REQUIRE(v.vertex_count() == 6);
  REQUIRE(v.uvs.size() == 2);
  REQUIRE(v.colors.size() == 1);
  for (std::size_t i = 0; i < 6; ++i) {
    const bool filled = v.positions[i].x >= 5;
    CHECK(v.uvs[1][i] == (filled ? Vec2f{0, 0} : Vec2f{2, 2}));
    CHECK(v.colors[0][i] == (filled ? Vec4f{1, 1, 1, 1} : Vec4f{0.5F, 0, 0, 1}));
    const Vec4f t = v.tangents[i];
    CHECK(t.x * t.x + t.y * t.y == doctest::Approx(1));
    CHECK(t.z == 0);
  }
}

TEST_CASE("tangents go where a normal-mapped part has none") {
  Scene scene = scene_of({rich_triangle(), triangles({{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}, {0, 1, 2})});
  scene.materials.resize(1);
  scene.materials[0].textures.push_back({TextureSlot::normal, {}, "bumps.png"});
  scene.meshes[1].primitives[0].material = 0;
  auto set = check_and_group(scene);
  REQUIRE(set.ok());
  CHECK(set->objects[0].vertices.tangents.empty());
  CHECK(find_warning(set->warnings, "tangents_dropped") != nullptr);
}

TEST_CASE("a flattening transform never gives a normal without length") {
  Scene scene = scene_of({unit_cube()});
  scene.nodes[0].local = scaling(1, 1, 0);
  auto set = check_and_group(scene);
  REQUIRE(set.ok());
  CHECK(set->objects[0].indices.size() == 4 * 3);  // two triangles up, two down; the four sides have no area
  for (const Vec3f n : set->objects[0].vertices.normals) {
    CHECK(std::abs(n.z) == 1);
    CHECK(n.x == 0);
  }
  REQUIRE(find_warning(set->warnings, "flattened_node") != nullptr);
  CHECK(find_warning(set->warnings, "flattened_node")->message.find("'node0'") != std::string::npos);

  scene.nodes[0].local = scaling(0, 0, 0);
  auto nothing = check_and_group(scene);
  REQUIRE_FALSE(nothing.ok());
  CHECK(nothing.error().code == ErrorCode::no_triangles);
}

TEST_CASE("morph targets are joined by name, turned with the part and part of a vertex's identity") {
  Primitive face = rich_triangle(), brow = triangles({{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}, {0, 1, 2});
  face.morph_targets = {{"smile", {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, {{0, 1, -1}, {0, 0, 0}, {0, 0, 0}}, {}},
                        {"blink", {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, {}, {}}};
  brow.morph_targets = {{"blink", {{0, 2, 0}, {0, 2, 0}, {0, 2, 0}}, {}, {}}};
  Scene scene = scene_of({face, brow});
  const double half = std::sqrt(0.5);
  scene.nodes[0].local = compose({0, 0, 0}, {0, 0, half, half}, {2, 2, 2});  // 90 degrees round z, twice the size
  auto set = check_and_group(scene);
  REQUIRE(set.ok());
  const Object& o = set->objects[0];
  REQUIRE(o.morph_targets.size() == 2);
  CHECK(o.morph_targets[0].name == "smile");
  CHECK(o.morph_targets[1].name == "blink");
  CHECK(o.morph_targets[1].normal_deltas.empty());
  for (std::size_t v = 0; v < 6; ++v) {
    const bool is_brow = o.vertices.positions[v].x >= 5;
    const Vec3f smile = o.morph_targets[0].position_deltas[v], blink = o.morph_targets[1].position_deltas[v];
    CHECK(smile.y == doctest::Approx(is_brow ? 0 : 2));
    CHECK(smile.x == doctest::Approx(0));
    CHECK(blink.z == doctest::Approx(is_brow ? 0 : 2));
    CHECK(blink.y == doctest::Approx(is_brow ? 2 : 0));
    const bool at_corner = !is_brow && o.vertices.positions[v] == Vec3f{0, 0, 0};
    // the normal (0, 0, 1) becomes (0, 1, 0), which the node turns to (-1, 0, 0)
    const Vec3f turned = o.morph_targets[0].normal_deltas[v];
    CHECK(turned.x == doctest::Approx(at_corner ? -1 : 0));
    CHECK(turned.z == doctest::Approx(at_corner ? -1 : 0));
  }
}
