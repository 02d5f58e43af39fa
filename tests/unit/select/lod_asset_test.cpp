#include "lodcook/lod_asset.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace lodcook;

namespace {

constexpr double radians_90 = 3.14159265358979323846 / 2;

LodAsset open_scene(const ReferenceView& view = {}) {
  Result<LodAsset> asset = LodAsset::open(open_file(LODCOOK_GOLDEN "/v1_scene.lodc").value(), {}, view);
  REQUIRE(asset.ok());
  return *std::move(asset);
}

bool equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

TEST_CASE("an asset answers what its container holds") {
  const LodAsset asset = open_scene();
  CHECK(asset.object_count() == 3);
  CHECK(asset.name(0) == "grid");
  CHECK(asset.find_object("skinned") == 1);
  CHECK(!asset.find_object("no such").has_value());
  CHECK(asset.level_count(0) == 2);
  CHECK(asset.level(0, 0).triangle_count == 128);  // a grid of 8 by 8 squares
  CHECK(asset.level(0, 1).triangle_count == 8);
  CHECK(asset.bounds(0).origin == Vec3d{1000, -2000, 0.5});
  CHECK(!asset.is_tiled(0));
  CHECK(asset.is_tiled(2));
  CHECK(asset.materials()[0].name == "plaster");
  CHECK(asset.skeleton().size() == 2);
  CHECK(!asset.placements().empty());
}

TEST_CASE("switch distances for any view: radius + error * K / budget") {
  const LodAsset asset = open_scene();
  // grid: radius 16.0625, error 0.25
  const std::vector<double> usual = asset.switch_distances(0, {});
  REQUIRE(usual.size() == 2);
  CHECK(usual[0] == 0);
  CHECK(usual[1] == doctest::Approx(16.0625 + 0.25 * 935.307).epsilon(1e-6));
  CHECK(asset.switch_distances(0, {radians_90, 2160, 4})[1] == doctest::Approx(16.0625 + 0.25 * 1080 / 4));
  const std::vector<double> heights = asset.screen_heights(0, {radians_90, 1080, 1});
  REQUIRE(heights.size() == 1);
  CHECK(heights[0] == doctest::Approx(16.0625 / (16.0625 + 0.25 * 540)));
  CHECK(asset.switch_distances(1, {}) == std::vector<double>{0});
}

TEST_CASE("a chain chooses at the view that the asset was opened with") {
  const ReferenceView view{radians_90, 1080, 1};
  const LodAsset asset = open_scene(view);
  SelectOptions options;
  for (const Measure measure : {Measure::distance, Measure::screen_height, Measure::pixel_error}) {
    options.measure = measure;
    const View camera = perspective_view({}, view.fov_y_radians, view.height_px);
    CHECK(choose_level(camera, asset.chain(0), {151, 0, 0}, 1, options) == 0);  // switches at 151.0625
    CHECK(choose_level(camera, asset.chain(0), {152, 0, 0}, 1, options) == 1);
  }
}

TEST_CASE("a level loads into the caller's memory of the announced size") {
  const LodAsset asset = open_scene();
  for (const LevelNumber number : {LevelNumber{0, 0}, LevelNumber{0, 1}, LevelNumber{1, 0}}) {
    const Result<DecodedTile> decoded = asset.load(number.object, number.level);
    REQUIRE(decoded.ok());
    std::vector<std::byte> memory(asset.level_bytes(number.object, number.level) + 4, std::byte{0xAB});
    const Result<PlacedLevel> placed = asset.load_into(number.object, number.level, memory);
    REQUIRE(placed.ok());
    CHECK(placed->vertex_count == decoded->vertex_count());
    CHECK(placed->index_count == asset.level(number.object, number.level).triangle_count * 3);
    REQUIRE(placed->streams.size() == decoded->attributes().size());
    const std::span<const std::byte> all(memory);
    for (std::size_t i = 0; i < placed->streams.size(); ++i) {
      CHECK(placed->streams[i].offset % 4 == 0);
      CHECK(equal(all.subspan(placed->streams[i].offset, placed->streams[i].size), decoded->attributes()[i].bytes));
    }
    CHECK(placed->index_offset % 4 == 0);
    CHECK(equal(all.subspan(placed->index_offset, placed->index_count * std::size_t{placed->index_size}),
                decoded->index_bytes()));
    CHECK(placed->draws.size() == decoded->draws().size());
    CHECK(std::all_of(memory.end() - 4, memory.end(), [](std::byte b) { return b == std::byte{0xAB}; }));
  }
}

TEST_CASE("too little memory, no such level and tiled levels are refused, nothing is written") {
  const LodAsset asset = open_scene();
  std::vector<std::byte> memory(asset.level_bytes(0, 0) - 1, std::byte{0xAB});
  CHECK(asset.load_into(0, 0, memory).error().code == ErrorCode::over_memory_budget);
  CHECK(asset.load_into(0, 7, memory).error().code == ErrorCode::invalid_argument);
  CHECK(asset.load_into(9, 0, memory).error().code == ErrorCode::invalid_argument);
  std::vector<std::byte> large(1U << 20, std::byte{0xAB});
  CHECK(asset.load_into(2, 0, large).error().code == ErrorCode::invalid_argument);
  CHECK(std::all_of(large.begin(), large.end(), [](std::byte b) { return b == std::byte{0xAB}; }));
  CHECK(LodAsset::open(open_file(LODCOOK_GOLDEN "/v1_scene.lodc").value(), {}, {0, 1080, 1}).error().code ==
        ErrorCode::invalid_argument);
}

TEST_CASE("the coarsest levels are loaded first") {
  const LodAsset asset = open_scene();
  CHECK(asset.loading_order() == std::vector<LevelNumber>{{0, 1}, {1, 0}, {2, 1}, {0, 0}, {2, 0}});
}

TEST_CASE("sixteen threads load from one asset") {
  const LodAsset asset = open_scene();
  const Result<DecodedTile> expected = asset.load(0, 0);
  REQUIRE(expected.ok());
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 16; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 8; ++i) {
        const Result<DecodedTile> loaded = asset.load(0, 0);
        const bool same = loaded.ok() && equal(loaded->index_bytes(), expected->index_bytes()) &&
                          asset.switch_distances(0, {}).size() == 2;
        if (same) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == 16 * 8);
}
