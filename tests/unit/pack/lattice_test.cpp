#include "cooker/pack/lattice.h"

#include <doctest/doctest.h>

#include "tests/unit/pack/chain_fixtures.h"

namespace lodcook::cooker {

using test::chain_of;
using test::level_of;
using test::strip;

TEST_CASE("the step is a 64th of the median edge, down to a power of two") {
  // 1024 unit cells: edges 1, 1 and 1.41, extent / 2^14 = 1/16
  CHECK(choose_lattice(chain_of({strip(1024)}), {}).step == 1.0 / 64);
}

TEST_CASE("a small estimate of level 1 refines the step, none and noise do not") {
  LodLevel coarse = strip(512);
  coarse.estimate = 1e-5;  // of 1024: 0.01024, the next power of two below is 1/128
  CHECK(choose_lattice(chain_of({strip(1024), coarse}), {}).step == 1.0 / 128);
  coarse.estimate = 0;
  CHECK(choose_lattice(chain_of({strip(1024), coarse}), {}).step == 1.0 / 64);
  coarse.estimate = 1e-9;
  CHECK(choose_lattice(chain_of({strip(1024), coarse}), {}).step == 1.0 / 64);
}

TEST_CASE("few large triangles keep a 16384th of the extent") {
  CHECK(choose_lattice(chain_of({strip(1)}), {}).step == 1.0 / 16384);
}

TEST_CASE("thin parts among long edges refine the step") {
  // a needle 1000 long and 0.25 wide: median edge / 64 = 15.6, extent / 2^14 = 0.061, shortest edge / 8 = 0.03125
  const LodLevel needle = level_of({{0, 0, 0}, {1000, 0, 0}, {0, 0.25F, 0}}, {0, 1, 2});
  CHECK(choose_lattice(chain_of({needle}), {}).step == 1.0 / 32);
}

TEST_CASE("position bits count along the largest side") {
  PackOptions options;
  options.position_bits = 10;
  CHECK(choose_lattice(chain_of({strip(1000)}), options).step == 1.0);  // 1000 / 1024, up
  CHECK(choose_lattice(chain_of({strip(1024)}), options).step == 1.0);
  CHECK(choose_lattice(chain_of({strip(1025)}), options).step == 2.0);
}

TEST_CASE("the step ends where floats do, and says so") {
  const float far = 16777216.0F;  // 2^24
  const LodLevel level = level_of({{far, 0, 0}, {far - 2, 0, 0}, {far, 2, 0}}, {0, 1, 2});
  const Lattice lattice = choose_lattice(chain_of({level}), {});
  CHECK(lattice.step == 1.0);
  CHECK(lattice.coarser_than_wanted);
  CHECK_FALSE(choose_lattice(chain_of({strip(1024)}), {}).coarser_than_wanted);
}

TEST_CASE("lossless has no step") {
  PackOptions options;
  options.lossless = true;
  CHECK(choose_lattice(chain_of({strip(4)}), options).step == 0);
}

TEST_CASE("points are nearest and a negative zero is a zero") {
  const Lattice lattice{0.25, false};
  CHECK(lattice.point({1.1F, -1.2F, 0.37F}) == LatticePoint{4, -5, 1});
  CHECK(lattice.point({-0.0F, 0, 0}) == lattice.point({0, -0.0F, 0}));
  CHECK(lattice.error() == doctest::Approx(0.21650635));  // 0.125 * sqrt(3)
}

}  // namespace lodcook::cooker
