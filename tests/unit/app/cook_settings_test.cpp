#include "cooker/app/cook_settings.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "cooker/app/setting_keys.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

std::string recorded(const CookSettings& settings, const std::string& key) {
  for (const manifest::Setting& setting : canonical_settings(settings)) {
    if (setting.key == key) return setting.json;
  }
  return "";
}

}  // namespace

TEST_CASE("defaults are recorded under the keys of the configuration, sorted") {
  const auto settings = canonical_settings(CookSettings());
  CHECK(std::is_sorted(settings.begin(), settings.end(), [](const auto& a, const auto& b) { return a.key < b.key; }));
  CHECK(recorded({}, "ratio") == "0.5");
  CHECK(recorded({}, "group") == "\"model\"");
  CHECK(recorded({}, "weld_tolerance") == "1e-05");
  CHECK(recorded({}, "view") == R"({"fov_y_degrees":60,"height_px":1080,"pixel_error":1})");
  CHECK(recorded({}, "compression") == R"({"meshopt":true,"zstd_level":6})");
  CHECK(recorded({}, "quantisation") ==
        R"({"color_bits":8,"lossless":false,"normal_bits":8,"position_bits":0,"uv_bits":16})");
  CHECK(recorded({}, "prove") == "\"on\"");
  CHECK(recorded({}, "switch_on") == "\"all\"");
}

TEST_CASE("limits and folders of this machine are not recorded") {
  CookSettings settings;
  const auto before = canonical_settings(settings);
  settings.import.allowed_roots = {"/srv/textures"};
  settings.import.max_triangles = 5;
  settings.worker.time_seconds = 5;
  const auto after = canonical_settings(settings);
  REQUIRE(after.size() == before.size());
  for (std::size_t i = 0; i < after.size(); ++i) CHECK(after[i].json == before[i].json);
  CHECK(recorded(settings, "limits").empty());
  CHECK(recorded(settings, "allowed_roots").empty());
}

TEST_CASE("what is recorded sets the same settings again") {
  CookSettings settings;
  settings.chain.ratio = 0.3;
  settings.scene.grouping = Grouping::mesh;
  settings.scene.weld_tolerance = 1e-3F;
  settings.pack.lossless = true;
  settings.draw.policy = DetailPolicy::near;
  settings.levels = {"near \"a\".glb", "far.glb"};
  CookSettings again;
  for (const SettingKey& key : setting_keys()) {
    if (!key.recorded) continue;
    const auto value = manifest::parse_json(key.recorded(settings));
    REQUIRE(value.ok());
    CHECK(key.set(again, *value, ".").empty());
  }
  CHECK(again.chain.ratio == 0.3);
  CHECK(again.scene.grouping == Grouping::mesh);
  CHECK(again.scene.weld_tolerance == 1e-3F);
  CHECK(again.pack.lossless);
  CHECK(again.draw.policy == DetailPolicy::near);
  CHECK(again.levels == settings.levels);
}
