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
  return SlideJudge(object, materials, *surface).measure(level.level()).slide;
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

TEST_CASE("normals that lean by a known angle") {
  Columns level0, level;
  for (int i = 0; i < 4; ++i) level0.add(float(i) / 4, float(i + 1) / 4, red);
  level.add(0, 0.5F, red);
  level.add(0.5F, 1, red);
  level0.vertices.normals.assign(level0.vertices.positions.size(), {0, 0, 1});
  level.vertices.normals.assign(8, {0, 0, 1});
  for (std::size_t v = 4; v < 8; ++v) level.vertices.normals[v] = {0.6F, 0, 0.8F};  // 36.87 degrees, on half the area
  Object object;
  object.vertices = level0.vertices;
  object.indices = level0.indices;
  auto surface = proof::Surface::make({object.vertices.positions, object.indices, level0.sources});
  REQUIRE(surface.ok());
  const auto angle = SlideJudge(object, {}, *surface).measure(level.level()).normals;
  REQUIRE(angle.has_value());
  CHECK(angle->mean_degrees == doctest::Approx(36.87 / 2).epsilon(0.01));
  CHECK(angle->worst_degrees == doctest::Approx(36.87).epsilon(0.001));
  CHECK(angle->samples >= 128);
}

TEST_CASE("a texel that another piece comes nearer to is where it was") {
  Columns level0, level;
  for (int i = 0; i < 8; ++i) level0.add(float(i) / 8, float(i + 1) / 8, red);
  for (int i = 0; i < 8; ++i) level0.add(float(i) / 8, float(i + 1) / 8, red, 5);  // another part of the texture
  level.add(0, 1, red);
  level0.vertices.colors.clear();
  level.vertices.colors.clear();
  const std::size_t half = level0.vertices.positions.size() / 2;
  for (std::size_t v = half; v < 2 * half; ++v) level0.vertices.positions[v].z = 0.01F;
  for (Vec3f& p : level.vertices.positions) p.z = 0.008F;  // moved by 0.008, now 0.002 under the other sheet
  Object object;
  object.vertices = level0.vertices;
  object.indices = level0.indices;
  auto surface = proof::Surface::make({object.vertices.positions, object.indices, level0.sources});
  REQUIRE(surface.ok());
  SlideJudge judge(object, textured(), *surface);
  PaintedLevel painted = level.level();
  // from the point on the other sheet to the texel below it
  painted.reach = 0.009;
  REQUIRE(judge.measure(painted).slide.has_value());
  CHECK(*judge.measure(painted).slide == doctest::Approx(0.01).epsilon(1e-3));
  // a surface that cannot have moved so far has lost its picture
  painted.reach = 0.004;
  CHECK(*judge.measure(painted).slide > 0.1);
}
