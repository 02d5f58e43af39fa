#include "cooker/lod/chain.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "measures.h"
#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

LodChain chain_of(const Object& object, const ChainOptions& options = {}) {
  Result<LodChain> chain = build_chain(object, options);
  REQUIRE(chain.ok());
  check_laws(*chain);
  return std::move(*chain);
}

}  // namespace

TEST_CASE("an icosphere halves down to the triangle floor") {
  const LodChain chain = chain_of(icosphere(4));
  CHECK(triangle_counts(chain) == std::vector<std::size_t>{5120, 2560, 1280, 640, 320, 160, 80, 40, 32});
  CHECK(chain.stopped == "triangle_floor");
  CHECK(chain.levels[1].estimate >= 0.0015);
  CHECK(chain.levels[1].estimate <= 0.0022);
  CHECK(chain.levels.back().estimate >= 0.18);
  CHECK(chain.levels.back().estimate <= 0.33);
  for (const LodLevel& level : chain.levels) CHECK(open_edges(level).empty());
}

TEST_CASE("a chain does not depend on the unit of length") {
  const Object object = icosphere(4);
  Object scaled = object;
  for (Vec3f& p : scaled.vertices.positions) p = {p.x * 100, p.y * 100, p.z * 100};
  const LodChain chain = chain_of(object), larger = chain_of(scaled);
  REQUIRE(triangle_counts(chain) == triangle_counts(larger));
  for (std::size_t k = 0; k < chain.levels.size(); ++k) {
    CAPTURE(k);
    CHECK(larger.levels[k].estimate == doctest::Approx(chain.levels[k].estimate).epsilon(0.01));
  }
  CHECK(larger.bounds.extent == doctest::Approx(200).epsilon(0.001));
  CHECK(chain.bounds.sphere.radius == doctest::Approx(1).epsilon(0.001));
}

TEST_CASE("bounds are those of the union of all levels, about the centre of the box") {
  const LodChain chain = chain_of(box(1, 2, 4, 8));
  CHECK(chain.bounds.box.min == Vec3f{0, 0, 0});
  CHECK(chain.bounds.box.max == Vec3f{1, 2, 4});
  CHECK(chain.bounds.extent == 4);
  CHECK(chain.bounds.sphere.center == Vec3f{0.5F, 1, 2});
  CHECK(chain.bounds.sphere.radius == doctest::Approx(std::sqrt(0.25 + 1 + 4)).epsilon(1e-6));
}

TEST_CASE("the number of levels is capped") {
  ChainOptions options;
  options.max_levels = 3;
  const LodChain chain = chain_of(icosphere(4), options);
  CHECK(triangle_counts(chain) == std::vector<std::size_t>{5120, 2560, 1280});
  CHECK(chain.stopped == "level_cap");
}

TEST_CASE("a chain ends before a level above the largest error") {
  ChainOptions options;
  options.max_error = 0.02;
  const LodChain chain = chain_of(icosphere(4), options);
  CHECK(chain.levels.size() < 9);
  CHECK(chain.levels.back().estimate <= 0.02);
  CHECK(chain.stopped == "max_error");
}

TEST_CASE("the ratio between levels is an option") {
  ChainOptions options;
  options.ratio = 0.25;
  const LodChain chain = chain_of(icosphere(4), options);
  CHECK(triangle_counts(chain) == std::vector<std::size_t>{5120, 1280, 320, 80, 32});
}

TEST_CASE("a mesh at the triangle floor keeps level 0 alone") {
  const LodChain chain = chain_of(icosphere(0));
  CHECK(triangle_counts(chain) == std::vector<std::size_t>{20});
  CHECK(chain.stopped == "triangle_floor");
}

TEST_CASE("level 0 has exactly the source's triangles and vertices") {
  const Object object = icosphere(2);
  const LodLevel level = chain_of(object).levels.front();
  CHECK(level.vertices.vertex_count() == object.vertices.vertex_count());
  CHECK(surface_area(level) == doctest::Approx(surface_area({object.vertices, {}, object.indices, {}, 0, {}})));
  CHECK(signed_volume(level) > 0);
}

TEST_CASE("facets that share no vertex halve as the smooth sphere does and stay closed") {
  const LodChain smooth = chain_of(icosphere(4));
  const LodChain flat = chain_of(faceted(icosphere(4)));
  REQUIRE(flat.levels.size() >= 6);
  for (std::size_t k = 1; k < 6; ++k) {
    CAPTURE(k);
    const auto expected = static_cast<double>(smooth.levels[k].indices.size());
    CHECK(static_cast<double>(flat.levels[k].indices.size()) == doctest::Approx(expected).epsilon(0.02));
    CHECK(open_edges(flat.levels[k]).empty());
  }
}

TEST_CASE("a closed mesh of several materials gets no open edge and no triangle of two materials") {
  const Object object = octants(icosphere(4));
  const LodChain chain = chain_of(object);
  REQUIRE(chain.levels.size() >= 5);
  for (const LodLevel& level : chain.levels) {
    CHECK(open_edges(level).empty());
    const std::vector<std::uint32_t> materials = materials_of_indices(level);
    std::vector<std::int64_t> material_of(level.vertices.vertex_count(), -1);
    for (std::size_t i = 0; i < materials.size(); ++i) {
      std::int64_t& seen = material_of[level.indices[i]];
      CHECK((seen == -1 || seen == materials[i]));
      seen = materials[i];
    }
  }
  for (std::size_t k = 0; k < 3; ++k) CHECK(chain.levels[k].draws.size() == 8);
}

TEST_CASE("the same object gives the same chain") {
  const Object object = octants(icosphere(3));
  const LodChain a = chain_of(object), b = chain_of(object);
  REQUIRE(a.levels.size() == b.levels.size());
  for (std::size_t k = 0; k < a.levels.size(); ++k) {
    CHECK(a.levels[k].indices == b.levels[k].indices);
    CHECK(a.levels[k].vertices.positions == b.levels[k].vertices.positions);
    CHECK(a.levels[k].vertices.normals == b.levels[k].vertices.normals);
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
