#include "formats/src/range_fits.h"

#include <doctest/doctest.h>

#include <cstdint>

using lodcook::range_fits;

TEST_CASE("a range fits where its end is not beyond the limit, without overflow") {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  CHECK(range_fits(0, 0, 0));
  CHECK(range_fits(3, 4, 7));
  CHECK_FALSE(range_fits(3, 5, 7));
  CHECK(range_fits(7, 0, 7));
  CHECK_FALSE(range_fits(8, 0, 7));
  CHECK(range_fits(0, most, most));
  CHECK_FALSE(range_fits(1, most, most));
  CHECK_FALSE(range_fits(most, 1, most));
  CHECK_FALSE(range_fits(most, most, 7));
}
