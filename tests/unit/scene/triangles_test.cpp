#include "cooker/scene/triangles.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

TEST_CASE("area is judged relative to the triangle's own size") {
  CHECK(has_no_area({5, 5, 5}, {5, 5, 5}, {5, 5, 5}));
  CHECK(has_no_area({0, 0, 0}, {1, 0, 0}, {0, 0, 0}));
  CHECK(has_no_area({7, 0, 0}, {8, 0, 0}, {9, 0, 0}));
  CHECK(has_no_area({0, 0, 0}, {1, 1e-9F, 0}, {2, 0, 0}));
  CHECK_FALSE(has_no_area({0, 0, 0}, {1, 1e-5F, 0}, {2, 0, 0}));
  for (const float size : {1e-12F, 1e-3F, 1.0F, 1e6F, 1e15F}) {
    CHECK_FALSE(has_no_area({0, 0, 0}, {size, 0, 0}, {0, size, 0}));
    CHECK(has_no_area({0, 0, 0}, {size, 0, 0}, {2 * size, 0, 0}));
  }
}

TEST_CASE("triangles without area go and the others keep their order") {
  const std::vector<Vec3f> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}, {1, 1, 0}};
  std::vector<std::uint32_t> indices = {0, 1, 3, 0, 1, 2, 1, 1, 2, 1, 4, 2};
  CHECK(drop_zero_area(indices, positions) == 2);
  CHECK(indices == std::vector<std::uint32_t>{0, 1, 2, 1, 4, 2});
}

TEST_CASE("a triangle repeats another only in the same winding") {
  const std::vector<std::uint32_t> ids = {0, 1, 2, 0, 1, 2};
  CHECK(find_duplicates({0, 1, 2, 4, 5, 3, 2, 0, 1}, ids) == std::vector<bool>{false, true, true});
  CHECK(find_duplicates({0, 1, 2, 0, 2, 1, 3, 5, 4}, ids) == std::vector<bool>{false, false, true});
}
