#include "cooker/lod/surface_judge.h"

#include <cmath>

#include <doctest/doctest.h>

#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

LevelSurface surface_of_object(const Object& object) {
  return {object.vertices, object.morph_targets, object.vertex_materials, object.indices};
}

/// A square of side 2, of half a texture unit, in one grey: 4 model units or 2 extents for a texture unit.
Object sheet() {
  Object object;
  object.vertices.positions = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
  object.vertices.uvs = {{{0, 0}, {0.5F, 0}, {0.5F, 0.5F}, {0, 0.5F}}};
  object.vertices.colors = {{4, Vec4f{0.25F, 0.25F, 0.25F, 1}}};
  object.vertex_materials.assign(4, 0);
  object.indices = {0, 1, 2, 0, 2, 3};
  return object;
}

struct Judged {
  explicit Judged(const Object& object) : zero(object), tree(zero.positions, object.indices), judge(zero, tree) {}
  LevelZero zero;
  TriangleTree tree;
  SurfaceJudge judge;
};

}  // namespace

TEST_CASE("level 0 does not differ from itself") {
  const Object object = icosphere(3);
  const SurfaceDifference difference = Judged(object).judge.compare(surface_of_object(object));
  CHECK(difference.rms <= 1e-6);
  CHECK(difference.normal_degrees <= 0.1);
}

TEST_CASE("a sheet that is lifted differs by how far") {
  const Object object = sheet();
  LevelSurface lifted = surface_of_object(object);
  for (Vec3f& p : lifted.vertices.positions) p.z += 0.1F;
  CHECK(Judged(object).judge.compare(lifted).rms == doctest::Approx(0.05).epsilon(1e-4));
}

TEST_CASE("the worse direction counts: a level that lacks half of a sheet") {
  // Every point of the level is on level 0; of level 0 half the samples lie up to sqrt(2)/2 extents from the diagonal:
  // the mean square over that half is h^2 / 6 with h = sqrt(1/2).
  const Object object = sheet();
  LevelSurface half = surface_of_object(object);
  half.indices.resize(3);
  CHECK(Judged(object).judge.compare(half).rms == doctest::Approx(std::sqrt(0.5 / 6 / 2)).epsilon(0.05));
}

TEST_CASE("a shifted texture slides by the shift times the length of a texture unit") {
  const Object object = sheet();
  LevelSurface shifted = surface_of_object(object);
  for (Vec2f& uv : shifted.vertices.uvs[0]) uv.x += 0.01F;
  for (Vec4f& color : shifted.vertices.colors[0]) color.x += 0.3F;
  const SurfaceDifference difference = Judged(object).judge.compare(shifted);
  CHECK(difference.rms <= 1e-6);
  CHECK(difference.slide == doctest::Approx(0.02).epsilon(0.001));
  CHECK(difference.color == doctest::Approx(0.1).epsilon(0.001));
}
