#include "cooker/import/polygon.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace lodcook::cooker {
namespace {

double twice_area_z(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

struct Cut {
  bool exact = false;
  std::vector<std::uint32_t> corners;
  double area = 0;      ///< Seen from +z.
  double smallest = 0;  ///< Area of one triangle.
};

Cut cut(const std::vector<Vec3d>& ring) {
  Cut out;
  PolygonCutter cutter;
  out.exact = cutter.cut(ring, out.corners);
  for (std::size_t i = 0; i < out.corners.size(); i += 3) {
    const double area = twice_area_z(ring[out.corners[i]], ring[out.corners[i + 1]], ring[out.corners[i + 2]]) / 2;
    out.smallest = i == 0 ? area : std::min(out.smallest, area);
    out.area += area;
  }
  return out;
}

TEST_CASE("an L and a U are covered exactly, no triangle turned over") {
  const Cut ell = cut({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}});
  CHECK(ell.exact);
  CHECK(ell.corners.size() == 12);
  CHECK(ell.area == doctest::Approx(3));
  CHECK(ell.smallest > 0);
  const Cut you = cut({{5, 0, 0}, {8, 0, 0}, {8, 3, 0}, {7, 3, 0}, {7, 1, 0}, {6, 1, 0}, {6, 3, 0}, {5, 3, 0}});
  CHECK(you.exact);
  CHECK(you.corners.size() == 18);
  CHECK(you.area == doctest::Approx(7));
  CHECK(you.smallest > 0);
}

TEST_CASE("a concave quad is cut along the diagonal that lies inside") {
  for (std::size_t start = 0; start < 4; ++start) {
    const std::vector<Vec3d> dart{{0, 0, 0}, {2, 1, 0}, {0, 2, 0}, {0.5, 1, 0}};
    std::vector<Vec3d> ring;
    for (std::size_t i = 0; i < 4; ++i) ring.push_back(dart[(start + i) % 4]);
    const Cut out = cut(ring);
    CHECK(out.exact);
    CHECK(out.area == doctest::Approx(1.5));
    CHECK(out.smallest > 0);
  }
}

TEST_CASE("corners on a straight edge get triangles of their own size, none flat") {
  const Cut out = cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {3, 1, 0}, {2, 1, 0}, {1, 1, 0}, {0, 1, 0}});
  CHECK(out.exact);
  CHECK(out.corners.size() == 18);
  CHECK(out.area == doctest::Approx(3));
  CHECK(out.smallest > 0);
}

TEST_CASE("corners on a straight edge that 32 bits have moved off it give no slivers") {
  // ten corners on the edge from (0, 0) to (3, 1), each as a 32-bit number
  std::vector<Vec3d> ring;
  for (int i = 0; i <= 10; ++i) ring.push_back({static_cast<float>(0.3 * i), static_cast<float>(0.1 * i), 0});
  ring.push_back({0, 3, 0});
  ring.push_back({-3, 3, 0});
  const Cut out = cut(ring);
  CHECK(out.exact);
  CHECK(out.corners.size() == 3 * (ring.size() - 2));
  // the shoelace formula over (0, 0), (3, 1), (0, 3), (-3, 3)
  CHECK(out.area == doctest::Approx(9).epsilon(1e-6));
  CHECK(out.smallest > 0.01);
}

TEST_CASE("a round sector of so many corners that nearly all are flat is cut exactly") {
  std::vector<Vec3d> ring;
  constexpr int corners = 20000;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * 3.14159265358979323846 * i / corners;
    ring.push_back({std::cos(angle), std::sin(angle), 0});
  }
  ring.push_back({0, 0, 0});  // not seen from the first corner, so that no fan will do
  const Cut out = cut(ring);
  CHECK(out.exact);
  CHECK(out.corners.size() == 3 * (corners - 1));
  // (n - 1) / 2 sin(2 pi / n)
  CHECK(out.area == doctest::Approx(3.1414355).epsilon(1e-6));
}

TEST_CASE("a hole that is reached over a bridge stays open") {
  // a square of side 4 with a square hole of side 2; the bridge runs from (0, 0) to (1, 1) and back
  const Cut out = cut(
      {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0}, {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}});
  CHECK(out.exact);
  CHECK(out.corners.size() == 24);
  CHECK(out.area == doctest::Approx(12));
  CHECK(out.smallest > 0);
}

TEST_CASE("the ring's direction is kept and any plane will do") {
  PolygonCutter cutter;
  std::vector<std::uint32_t> corners;
  // the L of area 3 upright in the plane x = 7, seen from +x
  const std::vector<Vec3d> ring{{7, 0, 0}, {7, 2, 0}, {7, 2, 1}, {7, 1, 1}, {7, 1, 2}, {7, 0, 2}};
  CHECK(cutter.cut(ring, corners));
  double area = 0;
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    const Vec3d &a = ring[corners[i]], &b = ring[corners[i + 1]], &c = ring[corners[i + 2]];
    const double part = ((b.y - a.y) * (c.z - a.z) - (b.z - a.z) * (c.y - a.y)) / 2;
    CHECK(part > 0);
    area += part;
  }
  CHECK(area == doctest::Approx(3));
}

TEST_CASE("a crossing ring is said to be one and keeps its count") {
  const Cut out = cut({{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 1, 0}});
  CHECK_FALSE(out.exact);
  CHECK(out.corners.size() == 6);
}

TEST_CASE("a comb of 8000 teeth is covered exactly") {
  std::vector<Vec3d> ring;
  constexpr int teeth = 8000;
  for (int i = 0; i < teeth; ++i) {
    ring.push_back({2.0 * i, 10, 0});
    ring.push_back({2.0 * i + 1, 0.5, 0});
  }
  ring.push_back({2.0 * teeth, 10, 0});
  ring.push_back({2.0 * teeth, 0, 0});
  ring.push_back({0, 0, 0});
  std::reverse(ring.begin(), ring.end());
  const Cut out = cut(ring);
  CHECK(out.exact);
  CHECK(out.corners.size() == 3 * (ring.size() - 2));
  // a block of width 16000 and height 10 less 8000 notches of width 2 and depth 9.5
  CHECK(out.area == doctest::Approx(16000.0 * 10 - 8000 * 9.5));
  CHECK(out.smallest > 0);
}

TEST_CASE("fewer than three corners are nothing, and corners in one place or line give flat triangles") {
  CHECK(cut({{0, 0, 0}, {1, 0, 0}}).corners.empty());
  CHECK(cut({{5, 5, 5}, {5, 5, 5}, {5, 5, 5}, {5, 5, 5}}).corners.size() == 6);
  CHECK(cut({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {1.5, 0, 0}}).corners.size() == 9);
}

}  // namespace
}  // namespace lodcook::cooker
