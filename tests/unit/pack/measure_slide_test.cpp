#include "cooker/pack/measure_slide.h"

#include <doctest/doctest.h>

#include <numeric>
#include <utility>

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// Columns of quads between the given x over 0 <= y <= 1, each with vertices of its own; UV is the position.
struct Columns {
  VertexStreams vertices;
  std::vector<std::uint32_t> indices, sources;
  std::vector<DrawRange> draws;

  void add(float from, float to, Vec4f color, float uv_shift = 0) {
    const auto base = static_cast<std::uint32_t>(vertices.positions.size());
    vertices.uvs.resize(1);
    vertices.colors.resize(1);
    for (const float y : {0.0F, 1.0F}) {
      for (const float x : {from, to}) {
        vertices.positions.push_back({x, y, 0});
        vertices.uvs[0].push_back({x + uv_shift, y});
        vertices.colors[0].push_back(color);
      }
    }
    indices.insert(indices.end(), {base, base + 1, base + 2, base + 2, base + 1, base + 3});
    sources.resize(vertices.positions.size());
    std::iota(sources.begin(), sources.end(), 0U);
    draws = {{0, 0, static_cast<std::uint32_t>(indices.size())}};
  }

  [[nodiscard]] PaintedLevel level() const { return {vertices.positions, indices, draws, sources, &vertices}; }
};

std::optional<double> slide_of(const Columns& level0, const Columns& level, const std::vector<Material>& materials) {
  Object object;
  object.vertices = level0.vertices;
  object.indices = level0.indices;
  std::vector<std::uint32_t> ids;
  for (const Vec3f& p : object.vertices.positions) {  // by position, so that columns are neighbours
    std::uint32_t first = 0;
    while (object.vertices.positions[first] != p) ++first;
    ids.push_back(first);
  }
  auto surface = proof::Surface::make({object.vertices.positions, object.indices, ids});
  REQUIRE(surface.ok());
  return SlideJudge(object, materials, *surface).measure(level.level());
}

std::vector<Material> textured() {
  Material material;
  material.textures.emplace_back();
  return {material};
}

constexpr Vec4f red{1, 0, 0, 1}, blue{0, 0, 1, 1};

}  // namespace

TEST_CASE("coordinates that are shifted by a fiftieth of the side slide by a fiftieth") {
  Columns level0, level;
  for (int i = 0; i < 8; ++i) level0.add(float(i) / 8, float(i + 1) / 8, red);
  level.add(0, 1, red, 0.02F);
  const auto slide = slide_of(level0, level, textured());
  REQUIRE(slide.has_value());
  CHECK(*slide == doctest::Approx(0.02).epsilon(1e-3));
}

TEST_CASE("a set that no texture reads may slide") {
  Columns level0, level;
  level0.add(0, 1, red);
  level.add(0, 1, red, 0.02F);
  const auto slide = slide_of(level0, level, {Material{}});
  REQUIRE(slide.has_value());  // there are colours
  CHECK(*slide == 0);
  level0.vertices.colors.clear();
  level.vertices.colors.clear();
  CHECK_FALSE(slide_of(level0, level, {Material{}}).has_value());
}

TEST_CASE("a colour's edge that moved by a tenth of the side") {
  Columns level0, level;
  for (int i = 0; i < 10; ++i) level0.add(float(i) / 10, float(i + 1) / 10, i < 5 ? red : blue);
  level.add(0, 0.6F, red);
  level.add(0.6F, 1, blue);
  const auto slide = slide_of(level0, level, {});
  REQUIRE(slide.has_value());
  // a tenth of the samples are red where level 0 is blue, evenly 0 to 0.1 from the edge: 99 of 100 are below 0.09
  CHECK(*slide > 0.08);
  CHECK(*slide < 0.0975);
}

TEST_CASE("colours where they were do not slide") {
  Columns level0, level;
  for (int i = 0; i < 10; ++i) level0.add(float(i) / 10, float(i + 1) / 10, i < 5 ? red : blue);
  level.add(0, 0.5F, red);
  level.add(0.5F, 1, blue);
  CHECK(slide_of(level0, level, {}) == 0.0);
}
