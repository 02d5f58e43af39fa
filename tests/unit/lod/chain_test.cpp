#include "cooker/lod/chain.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "case_files.h"
#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

std::vector<std::size_t> triangle_counts(const LodChain& chain) {
  std::vector<std::size_t> counts;
  for (const LodLevel& level : chain.levels) counts.push_back(level.indices.size() / 3);
  return counts;
}

}  // namespace

TEST_CASE("an icosphere halves down to the triangle floor") {
  const Object object = icosphere(4);
  const Result<LodChain> chain = build_chain(object, {});
  REQUIRE(chain.ok());
  CHECK(triangle_counts(*chain) == std::vector<std::size_t>{5120, 2560, 1280, 640, 320, 160, 80, 40, 32});
  CHECK(chain->stopped == "triangle_floor");
  CHECK(chain->levels[1].estimate >= 0.0015);
  CHECK(chain->levels[1].estimate <= 0.0022);
  CHECK(chain->levels.back().estimate >= 0.18);
  CHECK(chain->levels.back().estimate <= 0.33);
}

TEST_CASE("a chain does not depend on the unit of length") {
  const Object object = icosphere(4);
  Object scaled = object;
  for (Vec3f& p : scaled.vertices.positions) p = {p.x * 128, p.y * 128, p.z * 128};  // exact
  const Result<LodChain> chain = build_chain(object, {});
  const Result<LodChain> larger = build_chain(scaled, {});
  REQUIRE(chain.ok());
  REQUIRE(larger.ok());
  REQUIRE(triangle_counts(*chain) == triangle_counts(*larger));
  for (std::size_t k = 0; k < chain->levels.size(); ++k) {
    CHECK(larger->levels[k].estimate == chain->levels[k].estimate);
  }
  CHECK(larger->bounds.extent == doctest::Approx(256).epsilon(0.001));
  CHECK(chain->bounds.sphere.radius == doctest::Approx(1).epsilon(0.001));
}

TEST_CASE("the same dome in metres and centimetres gives the same levels") {
  const auto metres = read_case("18-same-shape-cm-and-m/dome_m.obj");
  const auto centimetres = read_case("18-same-shape-cm-and-m/dome_cm.obj");
  if (!metres || !centimetres) return;
  const Result<LodChain> a = build_chain(*metres, {});
  const Result<LodChain> b = build_chain(*centimetres, {});
  REQUIRE(a.ok());
  REQUIRE(b.ok());
  REQUIRE(a->levels.size() == b->levels.size());
  CHECK(a->levels.size() >= 4);
  for (std::size_t k = 0; k < a->levels.size(); ++k) {
    CAPTURE(k);
    CHECK(a->levels[k].indices.size() <= b->levels[k].indices.size() + 6);  // 2 triangles
    CHECK(b->levels[k].indices.size() <= a->levels[k].indices.size() + 6);
    CHECK(std::abs(a->levels[k].estimate - b->levels[k].estimate) <= std::max(1e-6, 0.01 * a->levels[k].estimate));
  }
}

TEST_CASE("an object without triangles is an error") {
  Object object;
  object.vertices.positions = {{0, 0, 0}};
  object.vertex_materials = {0};
  const Result<LodChain> chain = build_chain(object, {});
  REQUIRE_FALSE(chain.ok());
  CHECK(chain.error().code == ErrorCode::no_triangles);
}
