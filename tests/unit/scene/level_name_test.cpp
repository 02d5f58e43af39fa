#include <doctest/doctest.h>

#include "cooker/scene/level_name.h"

using namespace lodcook::cooker;

TEST_CASE("a name that ends in LOD and a number is a level of its base") {
  for (const char* name : {"rock_LOD2", "rock_Lod2", "rock_lod02", "rock-lod2", "rock.LOD2", "rock LOD2"}) {
    CAPTURE(name);
    const auto level = level_name(name);
    REQUIRE(level);
    CHECK(level->base == "rock");
    CHECK(level->number == 2);
  }
  CHECK(level_name("a_LOD1_LOD10")->base == "a_LOD1");
  CHECK(level_name("a_LOD1_LOD10")->number == 10);
}

TEST_CASE("every other name is no level") {
  for (const char* name : {"", "rock", "rock2", "rock_LOD", "_LOD0", "LOD0", "rockLOD0", "explode1", "rock_LOD100",
                           "rock_LOD0_high", "rock_LODa"}) {
    CAPTURE(name);
    CHECK_FALSE(level_name(name));
  }
}
