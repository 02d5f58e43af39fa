#include "cooker/lod/unit_box.h"

#include <cmath>

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("the unit box keeps proportions and puts the lower corner at 0") {
  const UnitBox box = unit_box({{-2, 10, 5}, {2, 12, 5}});
  CHECK(box.extent == 4);
  CHECK(box.to_unit({-2, 10, 5}) == Vec3f{0, 0, 0});
  CHECK(box.to_unit({2, 12, 5}) == Vec3f{1, 0.5F, 0});
  CHECK_FALSE(std::signbit(box.to_unit({-2, 10, 5}).z));
}

TEST_CASE("a box without extent maps everything to 0") {
  const UnitBox box = unit_box({{3, 3, 3}});
  CHECK(box.extent == 0);
  CHECK(box.to_unit({3, 3, 3}) == Vec3f{0, 0, 0});
}

TEST_CASE("anchors span the largest side and lie inside the others") {
  for (const Vec3f far : {Vec3f{4, 1, 2}, Vec3f{1, 4, 2}, Vec3f{1, 2, 4}}) {
    std::vector<Vec3f> anchors;
    append_anchors(unit_box({{0, 0, 0}, far}), anchors);
    REQUIRE(anchors.size() == anchor_count);
    const Vec3f side{anchors[1].x - anchors[0].x, anchors[1].y - anchors[0].y, anchors[1].z - anchors[0].z};
    CHECK(side == Vec3f{far.x == 4 ? 1.0F : 0.0F, far.y == 4 ? 1.0F : 0.0F, far.z == 4 ? 1.0F : 0.0F});
  }
}
