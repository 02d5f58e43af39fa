#include "cooker/lod/identity.h"

#include <cmath>
#include <functional>

#include <doctest/doctest.h>

#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// Two triangles whose shared edge has two vertices on each end; `change` may make the second triangle's different.
std::size_t vertices_of(Rung rung, const std::function<void(Object&, std::size_t)>& change) {
  Object object;
  object.vertices.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  object.vertices.normals.assign(6, {0, 0, 1});
  object.vertices.uvs = {{{0, 0}, {1, 0}, {0, 1}, {1, 0}, {0, 1}, {1, 1}}};
  object.vertices.colors = {{6, Vec4f{0.5F, 0.5F, 0.5F, 1}}};
  object.vertices.influences_per_vertex = 1;
  object.vertices.joints.assign(6, 0);
  object.vertices.weights.assign(6, 1);
  object.morph_targets = {{"smile", std::vector<Vec3f>(6), {}, {}}};
  object.vertex_materials.assign(6, 0);
  object.indices = {0, 1, 2, 3, 5, 4};
  for (const std::size_t v : {std::size_t{3}, std::size_t{4}}) change(object, v);
  return build_identity(LevelZero(object), {}, rung).sources.size();
}

void turn(Object& object, std::size_t v, double degrees) {
  const double radians = degrees * std::acos(-1.0) / 180;
  object.vertices.normals[v] = {static_cast<float>(std::sin(radians)), 0, static_cast<float>(std::cos(radians))};
}

}  // namespace

TEST_CASE("vertices at one position are one where their attributes agree within the tolerance") {
  const auto count = [](const std::function<void(Object&, std::size_t)>& change) {
    return vertices_of(Rung::attributes, change);
  };
  CHECK(count([](Object&, std::size_t) {}) == 4);
  CHECK(count([](Object& o, std::size_t v) { turn(o, v, 14); }) == 4);
  CHECK(count([](Object& o, std::size_t v) { turn(o, v, 16); }) == 6);
  CHECK(count([](Object& o, std::size_t v) { o.vertices.uvs[0][v].x += 0.0002F; }) == 4);
  CHECK(count([](Object& o, std::size_t v) { o.vertices.uvs[0][v].x += 0.0003F; }) == 6);
  CHECK(count([](Object& o, std::size_t v) { o.vertices.colors[0][v].y += 0.009F; }) == 4);
  CHECK(count([](Object& o, std::size_t v) { o.vertices.colors[0][v].y += 0.011F; }) == 6);
  CHECK(count([](Object& o, std::size_t v) { o.vertex_materials[v] = 1; }) == 6);
  CHECK(count([](Object& o, std::size_t v) { o.vertices.joints[v] = 1; }) == 6);
  CHECK(count([](Object& o, std::size_t v) { o.morph_targets[0].position_deltas[v].z = 0.1F; }) == 6);
}

TEST_CASE("coarser rungs tell fewer vertices apart") {
  const auto turned = [](Object& o, std::size_t v) { turn(o, v, 90); };
  CHECK(vertices_of(Rung::no_normals, turned) == 4);
  const auto moved = [](Object& o, std::size_t v) { o.vertices.uvs[0][v].x += 0.5F; };
  CHECK(vertices_of(Rung::no_normals, moved) == 6);
  CHECK(vertices_of(Rung::positions, moved) == 4);
  const auto painted = [](Object& o, std::size_t v) { o.vertex_materials[v] = 1; };
  CHECK(vertices_of(Rung::positions, painted) == 6);
}

TEST_CASE("merged vertices take the mean normal by area") {
  Object object = icosphere(0);
  const Object facets = faceted(object);
  const Identity identity = build_identity(LevelZero(facets), {}, Rung::positions);
  REQUIRE(identity.sources.size() == 12);
  for (std::size_t i = 0; i < 12; ++i) {
    const Vec3f p = facets.vertices.positions[identity.sources[i]], n = identity.normals[i];
    CHECK(p.x * n.x + p.y * n.y + p.z * n.z == doctest::Approx(1).epsilon(1e-5));
  }
}

TEST_CASE("many vertices at one place become one for each material") {
  constexpr std::uint32_t triangles = 64;
  Object object;
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const auto rim = [](std::uint32_t k) {
      const double angle = 2 * 3.14159265358979323846 * (k % triangles) / triangles;
      return Vec3f{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)), 0};
    };
    for (const Vec3f p : {Vec3f{0, 0, 0}, rim(i), rim(i + 1)}) {
      object.indices.push_back(static_cast<std::uint32_t>(object.vertices.positions.size()));
      object.vertices.positions.push_back(p);
      object.vertices.normals.push_back({0, 0, 1});
      object.vertex_materials.push_back(i % 2);
    }
  }
  // the middle once for each of two materials, every corner of the rim once for the triangle on either side
  CHECK(build_identity(LevelZero(object), {}, Rung::attributes).sources.size() == 2 + 2 * triangles);
}
