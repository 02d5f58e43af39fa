#include <doctest/doctest.h>

#include "cooker/lod/authored_chain.h"
#include "tests/unit/lod/shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("levels are taken as they are, in their order") {
  const Object fine = icosphere(3), middle = icosphere(2), coarse = icosphere(1);
  const Object levels[] = {middle, coarse};
  const Result<LodChain> chain = authored_chain(fine, levels, {});
  REQUIRE(chain.ok());
  REQUIRE(chain->levels.size() == 3);
  CHECK(chain->stopped == "authored");
  CHECK(chain->levels[0].method == "source");
  for (const std::size_t k : {1U, 2U}) {
    CHECK(chain->levels[k].method == "authored");
    CHECK(chain->levels[k].indices.size() == levels[k - 1].indices.size());
    CHECK(chain->levels[k].vertices.vertex_count() == levels[k - 1].vertices.vertex_count());
  }
  // the middle of an icosphere's edge of 2^k pieces lies 1 - cos(angle / 2) under the sphere, over a diameter of 2
  CHECK(chain->levels[1].estimate > 0.002);
  CHECK(chain->levels[1].estimate < chain->levels[2].estimate);
  CHECK(chain->levels[2].estimate < 0.05);
}

TEST_CASE("a distance between two flat squares is their distance") {
  Object fine = box(1, 1, 1, 2), coarse = box(1, 1, 1, 1);
  for (Vec3f& p : coarse.vertices.positions) p.x += 0.25F;
  const Result<LodChain> chain = authored_chain(fine, {&coarse, 1}, {});
  REQUIRE(chain->levels.size() == 2);
  CHECK(chain->levels[1].estimate == doctest::Approx(0.25));
  CHECK(chain->bounds.box.max.x == 1.25F);
  CHECK(chain->bounds.extent == 1);
}

TEST_CASE("a level that does not get smaller is left out with its reason") {
  const Object fine = icosphere(2), levels[] = {icosphere(2), icosphere(3), icosphere(1)};
  const Result<LodChain> chain = authored_chain(fine, levels, {});
  REQUIRE(chain->levels.size() == 2);
  CHECK(chain->levels[1].indices.size() / 3 == 80);
  REQUIRE(chain->warnings.size() == 2);
  CHECK(chain->warnings[0].id == "authored_level_dropped");
  CHECK(chain->warnings[1].message.find("authored level 2 is left out: it has 1280 triangles") != std::string::npos);
}

TEST_CASE("a level far out of level 0's box is left out, for all of it or one corner") {
  const Object fine = icosphere(3);  // of extent 2
  Object moved = icosphere(2), spiked = icosphere(2), near = icosphere(1);
  for (Vec3f& p : moved.vertices.positions) p.z += 1e6F;
  spiked.vertices.positions[spiked.indices[0]].x = -4;
  for (Vec3f& p : near.vertices.positions) p.z += 1.5F;
  const Object levels[] = {moved, spiked, near};
  const Result<LodChain> chain = authored_chain(fine, levels, {});
  REQUIRE(chain->levels.size() == 2);
  CHECK(chain->levels[1].indices.size() == near.indices.size());
  REQUIRE(chain->warnings.size() == 2);
  for (const Warning& warning : chain->warnings) {
    CHECK(warning.id == "authored_level_dropped");
    CHECK(warning.message.find("it reaches farther out of level 0's box than that is large") != std::string::npos);
  }
  CHECK(chain->bounds.box.max.z < 3);
}

TEST_CASE("the number of levels is limited") {
  const Object levels[] = {icosphere(2), icosphere(1)};
  ChainOptions options;
  options.max_levels = 2;
  const Result<LodChain> chain = authored_chain(icosphere(3), levels, options);
  CHECK(chain->levels.size() == 2);
  CHECK(chain->stopped == "level_cap");
}
