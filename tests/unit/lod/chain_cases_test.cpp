#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "case_files.h"
#include "cooker/lod/chain.h"
#include "measures.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

LodChain chain_of_case(const std::string& path, const ChainOptions& options = {}) {
  Result<LodChain> chain = build_chain(read_case(path), options);
  REQUIRE(chain.ok());
  check_laws(*chain);
  return std::move(*chain);
}

double triangles(const LodLevel& level) { return static_cast<double>(level.indices.size() / 3); }

}  // namespace

TEST_CASE("case 11: the colour edge of a flat flag stays where it is") {
  const LodChain chain = chain_of_case("11-colour-boundary/flag.ply");
  CHECK(chain.levels[0].vertices.vertex_count() == 289);
  REQUIRE(chain.levels.size() >= 4);
  const double expected[] = {512, 256, 128, 64};
  for (std::size_t k = 0; k < 4; ++k) {
    CAPTURE(k);
    const LodLevel& level = chain.levels[k];
    CHECK(triangles(level) >= expected[k] * 0.9);
    CHECK(triangles(level) <= expected[k] * 1.1);
    CHECK(std::abs(surface_area(level) - 4.0) <= 0.001);
    for (std::size_t v = 0; v < level.vertices.vertex_count(); ++v) {
      const float x = level.vertices.positions[v].x;
      const Vec4f color = level.vertices.colors.at(0)[v];
      if (x <= -0.25F) CHECK((color.x >= 0.9F && color.y <= 0.1F && color.z <= 0.1F));
      if (x >= 0.125F) CHECK((color.x <= 0.1F && color.y <= 0.1F && color.z >= 0.9F));
    }
  }
}

TEST_CASE("case 12: a skinned tube keeps its joints and its bend") {
  const LodChain chain = chain_of_case("12-skinned-tube/tube.gltf");
  CHECK(chain.levels[0].vertices.vertex_count() == 72);
  CHECK(triangles(chain.levels[0]) == 128);
  REQUIRE(chain.levels.size() >= 2);
  CHECK(triangles(chain.levels[1]) >= 58);
  CHECK(triangles(chain.levels[1]) <= 70);
  bool bends = false;
  for (const Vec3f p : chain.levels[1].vertices.positions) bends = bends || (p.y > 1.01F && p.y < 2.99F);
  CHECK(bends);
  const VertexStreams& finest = chain.levels[0].vertices;
  std::uint16_t root = 0, tip = 0;
  for (std::size_t v = 0; v < finest.vertex_count(); ++v) {
    if (finest.positions[v].y == 0) root = finest.joints[v * finest.influences_per_vertex];
    if (finest.positions[v].y == 4) tip = finest.joints[v * finest.influences_per_vertex];
  }
  CHECK(root != tip);
  for (const LodLevel& level : chain.levels) {
    const std::size_t n = level.vertices.influences_per_vertex;
    REQUIRE(n > 0);
    for (std::size_t v = 0; v < level.vertices.vertex_count(); ++v) {
      const float y = level.vertices.positions[v].y;
      if (y > 1 && y < 3) continue;
      CHECK(level.vertices.joints[v * n] == (y <= 1 ? root : tip));
      CHECK(level.vertices.weights[v * n] == doctest::Approx(1).epsilon(0.01));
    }
  }
}

TEST_CASE("case 13: a label that repeats keeps its seam closed and its ends") {
  const Object barrel = read_case("13-uv-wrap-seam/barrel.obj");
  const LodChain chain = chain_of_case("13-uv-wrap-seam/barrel.obj");
  CHECK(barrel.vertices.vertex_count() == 297);
  CHECK(triangles(chain.levels[0]) == 512);
  REQUIRE(chain.levels.size() >= 2);
  CHECK(triangles(chain.levels[1]) >= 230);
  CHECK(triangles(chain.levels[1]) <= 282);
  for (std::size_t k = 0; k < chain.levels.size(); ++k) {
    CAPTURE(k);
    const LodLevel& level = chain.levels[k];
    float least = 2, most = 2;
    for (std::size_t i = 0; i < level.indices.size(); i += 3) {
      const auto u = [&](std::size_t c) { return level.vertices.uvs.at(0)[level.indices[i + c]].x; };
      least = std::min({least, u(0), u(1), u(2)});
      most = std::max({most, u(0), u(1), u(2)});
      CHECK(std::max({u(0), u(1), u(2)}) - std::min({u(0), u(1), u(2)}) <= 2.0F);
    }
    CHECK(least == doctest::Approx(0).epsilon(1e-5).scale(1));
    CHECK(most == doctest::Approx(4).epsilon(1e-5));
    for (const auto& [a, b] : open_edges(level)) CHECK((a.y == b.y && (a.y == 0 || a.y == 2)));
  }
}

TEST_CASE("case 14: two materials keep one border at every level") {
  const LodChain chain = chain_of_case("14-two-material-border/sheet.obj");
  CHECK(triangles(chain.levels[0]) == 512);
  REQUIRE(chain.levels.size() >= 4);
  for (std::size_t k = 0; k < chain.levels.size(); ++k) {
    CAPTURE(k);
    CHECK(chain.levels[k].draws.size() == 2);
    CHECK(std::abs(surface_area(chain.levels[k]) - 4.0) <= 0.001);
    // The two sides share the border if nothing is open but the outline of the sheet.
    for (const auto& [a, b] : open_edges(chain.levels[k])) {
      CHECK(((a.x == b.x && std::abs(a.x) == 1) || (a.z == b.z && std::abs(a.z) == 1)));
    }
  }
  CHECK(chain.bounds.box.min == Vec3f{-1, 0, -1});
  CHECK(chain.bounds.box.max == Vec3f{1, 0, 1});
}

TEST_CASE("case 16: a ball of loose facets halves and stays closed") {
  const LodChain chain = chain_of_case("16-unwelded-facets/ball.stl");
  CHECK(triangles(chain.levels[0]) == 320);
  CHECK(signed_volume(chain.levels[0]) == doctest::Approx(4.047).epsilon(0.001));
  REQUIRE(chain.levels.size() >= 4);
  const double expected[] = {320, 160, 80, 40};
  for (std::size_t k = 1; k < 4; ++k) {
    CAPTURE(k);
    CHECK(triangles(chain.levels[k]) >= expected[k] * 0.9);
    CHECK(triangles(chain.levels[k]) <= expected[k] * 1.1);
    if (k == 3) continue;
    CHECK(open_edges(chain.levels[k]).empty());
    CHECK(signed_volume(chain.levels[k]) == doctest::Approx(4.047).epsilon(0.15));
  }
}

TEST_CASE("case 17: a crumb never vanishes") {
  const LodChain usual = chain_of_case("17-tiny-box-vanishes/crumb.obj");
  CHECK(triangle_counts(usual) == std::vector<std::size_t>{12});
  CHECK(usual.stopped == "triangle_floor");
  ChainOptions options;
  options.triangle_floor = 4;
  const LodChain chain = chain_of_case("17-tiny-box-vanishes/crumb.obj", options);
  for (const LodLevel& level : chain.levels) {
    CHECK(triangles(level) >= 4);
    Vec3f low = level.vertices.positions.front(), high = low;
    for (const Vec3f p : level.vertices.positions) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    CHECK(high.x - low.x >= 0.0005F);
    CHECK(high.y - low.y >= 0.0005F);
    CHECK(high.z - low.z >= 0.001F);
  }
  const LodChain one = chain_of_case("17-tiny-box-vanishes/one.obj", options);
  CHECK(triangle_counts(one) == std::vector<std::size_t>{1});
}

TEST_CASE("case 18: the same dome in metres and centimetres gives the same levels") {
  const LodChain a = chain_of_case("18-same-shape-cm-and-m/dome_m.obj");
  const LodChain b = chain_of_case("18-same-shape-cm-and-m/dome_cm.obj");
  CHECK(a.levels[0].vertices.vertex_count() == 193);
  CHECK(triangles(a.levels[0]) == 360);
  REQUIRE(a.levels.size() == b.levels.size());
  CHECK(a.levels.size() >= 4);
  for (std::size_t k = 0; k < a.levels.size(); ++k) {
    CAPTURE(k);
    CHECK(std::abs(triangles(a.levels[k]) - triangles(b.levels[k])) <= 2);
    CHECK(std::abs(a.levels[k].estimate - b.levels[k].estimate) <= std::max(1e-6, 0.01 * a.levels[k].estimate));
  }
  CHECK(b.bounds.extent == doctest::Approx(100 * double{a.bounds.extent}).epsilon(1e-5));
}
