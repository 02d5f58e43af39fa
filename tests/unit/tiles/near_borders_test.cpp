#include "cooker/tiles/near_borders.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// A square of side 8 and, to its right at x = 8 + gap, one of side 4 beside the middle of its side.
std::vector<Vec3f> squares(float gap) {
  return {{0, 0, 0},       {8, 0, 0},        {8, 8, 0},        {0, 8, 0},
          {8 + gap, 2, 0}, {12 + gap, 2, 0}, {12 + gap, 6, 0}, {8 + gap, 6, 0}};
}

const std::vector<std::uint32_t> two{0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};

}  // namespace

TEST_CASE("a border's corners beside another part's edge are near, its own ends are not") {
  // 4 and 7 are 0.5 from the edge 1 2; 1 and 2 are 2.06 from the nearest point of the other square
  CHECK(near_borders(squares(0.5F), two, 0.75F) ==
        std::vector<bool>{false, false, false, false, true, false, false, true});
  CHECK(near_borders(squares(0.5F), two, 2.25F) ==
        std::vector<bool>{false, true, true, false, true, false, false, true});
  CHECK(near_borders(squares(0.5F), two, 0.25F) == std::vector<bool>(8, false));
}

TEST_CASE("the borders of one part are not near one another") {
  // joined by two triangles through 9: a strip that comes back to its own border
  std::vector<Vec3f> positions = squares(0.5F);
  positions.push_back({4, -8, 0});
  std::vector<std::uint32_t> joined = two;
  joined.insert(joined.end(), {0, 8, 1, 1, 8, 4});
  CHECK(near_borders(positions, joined, 0.75F) == std::vector<bool>(9, false));
}

TEST_CASE("closed surfaces have no border, however near") {
  std::vector<Vec3f> positions;
  std::vector<std::uint32_t> indices;
  for (const std::uint32_t part : {0U, 1U}) {
    const float x = 0.01F * static_cast<float>(part);
    for (const Vec3f p : {Vec3f{x, 0, 0}, Vec3f{x + 1, 0, 0}, Vec3f{x, 1, 0}, Vec3f{x, 0, 1}}) positions.push_back(p);
    for (const std::uint32_t i : {0U, 2U, 1U, 0U, 1U, 3U, 1U, 2U, 3U, 2U, 0U, 3U}) indices.push_back(4 * part + i);
  }
  CHECK(near_borders(positions, indices, 0.1F) == std::vector<bool>(8, false));
  CHECK(near_borders({}, {}, 1).empty());
}
