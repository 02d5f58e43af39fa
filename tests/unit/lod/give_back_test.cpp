#include "cooker/lod/give_back.h"

#include <cmath>

#include <doctest/doctest.h>

#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// A box whose six sides are charts of their own: u in [2 side, 2 side + 1], v in [0, 1].
Object box_with_charts(int n) {
  Object object = box(1, 1, 1, n);
  const std::size_t per_side = object.vertices.vertex_count() / 6;
  object.vertices.uvs.resize(1);
  for (std::size_t v = 0; v < object.vertices.vertex_count(); ++v) {
    const std::size_t in_side = v % per_side, width = static_cast<std::size_t>(n + 1);
    object.vertices.uvs[0].push_back(
        {static_cast<float>(2 * (v / per_side)) + static_cast<float>(in_side % width) / static_cast<float>(n),
         static_cast<float>(in_side / width) / static_cast<float>(n)});
  }
  return object;
}

LevelSurface given(const Object& object, const std::vector<std::uint32_t>& object_triangles) {
  const LevelZero zero(object);
  const TriangleTree tree(zero.positions, object.indices, object.vertex_materials);
  const Identity identity = build_identity(zero, {}, Rung::positions);
  LevelMesh mesh = identity.mesh;
  if (!object_triangles.empty()) {
    mesh.indices.clear();
    for (const std::uint32_t v : object_triangles) {
      for (std::uint32_t i = 0; i < identity.sources.size(); ++i) {
        if (zero.places.of_vertex[identity.sources[i]] == zero.places.of_vertex[v]) mesh.indices.push_back(i);
      }
    }
  }
  return AttributeDonor(zero, tree).give_back(identity, mesh);
}

}  // namespace

TEST_CASE("level 0 without its attributes gets exactly them back") {
  const Object object = box_with_charts(4);
  const LevelSurface level = given(object, {});
  REQUIRE(level.indices.size() == object.indices.size());
  CHECK(level.vertices.vertex_count() == object.vertices.vertex_count());
  for (std::size_t i = 0; i < level.indices.size(); ++i) {
    CHECK(level.vertices.positions[level.indices[i]] == object.vertices.positions[object.indices[i]]);
    CHECK(level.vertices.uvs[0][level.indices[i]] == object.vertices.uvs[0][object.indices[i]]);
    const Vec3f n = level.vertices.normals[level.indices[i]], m = object.vertices.normals[object.indices[i]];
    CHECK(n.x * m.x + n.y * m.y + n.z * m.z == doctest::Approx(1).epsilon(1e-5));
  }
}

TEST_CASE("a side made of two triangles takes the corners of its own chart") {
  const Object object = box_with_charts(4);
  const std::uint32_t side = 1, base = side * 25;
  const LevelSurface level = given(object, {base, base + 4, base + 24, base, base + 24, base + 20});
  REQUIRE(level.vertices.vertex_count() == 4);
  for (std::size_t v = 0; v < 4; ++v) {
    CHECK(level.vertices.uvs[0][v].x >= 2.0F);
    CHECK(level.vertices.uvs[0][v].x <= 3.0F);
    CHECK(level.vertices.normals[v] == object.vertices.normals[base]);
  }
}

TEST_CASE("a triangle across two charts stays within one of them") {
  const Object object = box_with_charts(4);
  // From the middle of side 0 over its edge to the middle of another side: a chord through the box.
  const LevelSurface level = given(object, {0 + 12, 25 + 2, 25 + 14});
  float least = 100, most = -100;
  for (const Vec2f uv : level.vertices.uvs[0]) {
    least = std::min(least, uv.x);
    most = std::max(most, uv.x);
  }
  CHECK(std::floor(least / 2) == std::floor(most / 2));
  CHECK(most - least <= 1.0F);
}

TEST_CASE("corners keep the skin and the morph deltas of their level-0 vertex") {
  Object object = faceted(icosphere(1));
  object.vertices.influences_per_vertex = 1;
  object.morph_targets = {{"m", {}, {}, {}}};
  for (const Vec3f p : object.vertices.positions) {
    object.vertices.joints.push_back(p.y > 0 ? 1 : 0);
    object.vertices.weights.push_back(1);
    object.morph_targets[0].position_deltas.push_back({p.x, 0, 0});
  }
  const LevelSurface level = given(object, {});
  REQUIRE(level.vertices.joints.size() == level.vertices.vertex_count());
  for (std::size_t v = 0; v < level.vertices.vertex_count(); ++v) {
    const Vec3f p = level.vertices.positions[v];
    CHECK(level.vertices.joints[v] == (p.y > 0 ? 1 : 0));
    CHECK(level.morph_targets[0].position_deltas[v] == Vec3f{p.x, 0, 0});
  }
}
