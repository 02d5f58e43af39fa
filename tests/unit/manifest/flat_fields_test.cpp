#include "manifest/flat_fields.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "manifest/asset_manifest.h"
#include "tests/unit/manifest/sample_manifest.h"

using namespace lodcook;
using namespace lodcook::manifest;

namespace {

using Lists = std::vector<FlatTile>;

/// The error of the sample with other lists.
Error refused(const std::function<void(Lists&)>& change) {
  AssetManifest manifest = flat_manifest();
  change(manifest.objects[0].flat_tiles);
  const auto parsed = parse_asset_manifest(to_json(manifest));
  REQUIRE(!parsed.ok());
  return parsed.error();
}

Error refused_text(const std::string& from, const std::string& to) {
  std::string text = to_json(flat_manifest());
  const std::size_t at = text.find(from, text.find("\"flat_tiles\""));
  REQUIRE(at != std::string::npos);
  const auto parsed = parse_asset_manifest(text.replace(at, from.size(), to));
  REQUIRE(!parsed.ok());
  return parsed.error();
}

}  // namespace

TEST_CASE("flat lists read back as they were written") {
  const std::string text = to_json(flat_manifest());
  const auto parsed = parse_asset_manifest(text);
  REQUIRE_MESSAGE(parsed.ok(), to_string(parsed.error()));
  CHECK(to_json(*parsed) == text);
  const Lists& lists = parsed->objects[0].flat_tiles;
  REQUIRE(lists.size() == 2);
  REQUIRE(lists[0].lod_levels.size() == 2);
  CHECK(lists[0].lod_levels[1].tile == 2);
  CHECK(lists[0].lod_levels[1].switch_distance == 10);
  REQUIRE(lists[1].hlod_levels.size() == 1);
  CHECK(lists[1].hlod_levels[0].tile == 4);
  CHECK(lists[1].prefetch_radius == 125.0);
  REQUIRE(lists[1].dropped.size() == 1);
  CHECK(lists[1].dropped[0].tile == 3);
  CHECK(lists[1].dropped[0].reason == "its error is that of a coarser tile");
  REQUIRE(parsed->objects[0].failed_tiles.size() == 1);
  CHECK(parsed->objects[0].failed_tiles[0].tile == "cell 4, 0, 0");
}

TEST_CASE("a list without radii stays for ever and is no error") {
  AssetManifest manifest = flat_manifest();
  FlatTile& list = manifest.objects[0].flat_tiles[0];
  list.hlod_levels.clear();
  list.streaming_radius = list.prefetch_radius = list.unload_radius = std::nullopt;
  const auto parsed = parse_asset_manifest(to_json(manifest));
  REQUIRE(parsed.ok());
  CHECK(!parsed->objects[0].flat_tiles[0].unload_radius);
}

TEST_CASE("flat lists that name no tile are refused with the place") {
  const Error lod = refused([](Lists& l) { l[0].lod_levels[1].tile = 5; });
  CHECK(lod.code == ErrorCode::invalid_index);
  CHECK(lod.place == "objects[0].flat_tiles[0].lod_levels[1].tile");
  const Error first = refused([](Lists& l) { l[0].lod_levels[0].tile = 0xFFFFFFFFU; });
  CHECK(first.code == ErrorCode::invalid_index);
  CHECK(first.place == "objects[0].flat_tiles[0].lod_levels[0].tile");
  const Error hlod = refused([](Lists& l) { l[1].hlod_levels[0].tile = 5; });
  CHECK(hlod.code == ErrorCode::invalid_index);
  CHECK(hlod.place == "objects[0].flat_tiles[1].hlod_levels[0].tile");
  const Error dropped = refused([](Lists& l) { l[1].dropped[0].tile = 5; });
  CHECK(dropped.code == ErrorCode::invalid_index);
  CHECK(dropped.place == "objects[0].flat_tiles[1].dropped[0].tile");
}

TEST_CASE("distances of a flat list that do not rise are refused") {
  for (const double distance : {0.0, -1.0}) {
    const Error lod = refused([&](Lists& l) { l[0].lod_levels[1].switch_distance = distance; });
    CHECK(lod.code == ErrorCode::inconsistent);
    CHECK(lod.place == "objects[0].flat_tiles[0].lod_levels[1].switch_distance");
  }
  // from the last of its own levels to the first of its block
  for (const double distance : {10.0, 9.0}) {
    const Error hlod = refused([&](Lists& l) { l[0].hlod_levels[0].switch_distance = distance; });
    CHECK(hlod.code == ErrorCode::inconsistent);
    CHECK(hlod.place == "objects[0].flat_tiles[0].hlod_levels[0].switch_distance");
  }
  CHECK(refused_text("\"switch_distance\": 10", "\"switch_distance\": 1e400").code == ErrorCode::malformed);
  CHECK(refused_text("\"switch_distance\": 10", "\"switch_distance\": null").code == ErrorCode::malformed);
}

TEST_CASE("a flat list that does not begin with a leaf at 0 is refused") {
  for (const auto& change : std::vector<std::function<void(Lists&)>>{
           [](Lists& l) { l[0].lod_levels.clear(); },
           [](Lists& l) { l[0].lod_levels[0].switch_distance = 1; },
           [](Lists& l) { l[0].lod_levels.erase(l[0].lod_levels.begin()); },
           [](Lists& l) { l[0].lod_levels[0].tile = 2; },
       }) {
    const Error error = refused(change);
    CHECK(error.code == ErrorCode::inconsistent);
    CHECK(error.place == "objects[0].flat_tiles[0].lod_levels");
  }
}

TEST_CASE("flat lists that are not one for each leaf are refused") {
  for (const auto& change : std::vector<std::function<void(Lists&)>>{
           [](Lists& l) { l.pop_back(); },
           [](Lists& l) { l.push_back(l[1]); },
           [](Lists& l) { l[1] = l[0]; },
           [](Lists& l) { std::swap(l[0], l[1]); },
       }) {
    const Error error = refused(change);
    CHECK(error.code == ErrorCode::inconsistent);
    CHECK(error.place == "objects[0].flat_tiles");
  }
  AssetManifest manifest = flat_manifest();
  manifest.objects[0].tiles.clear();  // lists of an object without tiles
  CHECK(!parse_asset_manifest(to_json(manifest)).ok());
}

TEST_CASE("radii of a flat list that contradict each other are refused") {
  for (const auto& change : std::vector<std::function<void(Lists&)>>{
           [](Lists& l) { l[1].streaming_radius.reset(); },
           [](Lists& l) { l[1].prefetch_radius.reset(); },
           [](Lists& l) { l[1].unload_radius.reset(); },
           [](Lists& l) { l[1].streaming_radius = 0; },
           [](Lists& l) { l[1].streaming_radius = -110; },
           [](Lists& l) { l[1].streaming_radius = 126; },
           [](Lists& l) { l[1].unload_radius = 124; },
       }) {
    const Error error = refused(change);
    CHECK(error.code == ErrorCode::inconsistent);
    CHECK(error.place == "objects[0].flat_tiles[1].streaming_radius");
  }
}

TEST_CASE("flat lists of the wrong kind are refused") {
  CHECK(refused_text("\"lod_levels\": [", "\"later\": [").code == ErrorCode::malformed);
  CHECK(refused_text("\"hlod_levels\": [", "\"later\": [").code == ErrorCode::malformed);
  CHECK(refused_text("\"tile\": 2", "\"tile\": 2.5").code == ErrorCode::malformed);
  CHECK(refused_text("\"tile\": 2", "\"tile\": -2").code == ErrorCode::malformed);
  CHECK(refused_text("\"unload_radius\": 150", "\"unload_radius\": \"150\"").code == ErrorCode::malformed);
  CHECK(refused_text("\"reason\": \"its", "\"later\": \"its").code == ErrorCode::malformed);
}
