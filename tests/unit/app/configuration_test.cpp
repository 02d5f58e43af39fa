#include "cooker/app/configuration.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/unit/app/temporary_folder.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

CookSettings settings_of(const TemporaryFolder& input, const std::string& asset,
                         std::vector<SettingOverride> overrides = {}) {
  auto configuration = Configuration::load(input.path(), std::nullopt, std::move(overrides));
  REQUIRE(configuration.ok());
  auto settings = configuration->settings_for(asset);
  REQUIRE(settings.ok());
  return std::move(settings).value();
}

Error error_of(const std::string& text) {
  const TemporaryFolder input;
  input.write("lodcook.json", text);
  auto configuration = Configuration::load(input.path(), std::nullopt, {});
  REQUIRE(!configuration.ok());
  Error error = configuration.error();
  const std::string file = (input.path() / "lodcook.json").string();
  REQUIRE(error.place.find(file) == 0);
  error.place.erase(0, file.size());
  return error;
}

}  // namespace

TEST_CASE("without a file the defaults hold") {
  const TemporaryFolder input;
  const CookSettings settings = settings_of(input, "a/b.glb");
  CHECK(settings.chain.ratio == 0.5);
  CHECK(settings.chain.max_levels == 12);
  CHECK(settings.view.fov_y_degrees == 60);
  CHECK(settings.worker.memory_mib == 4096);
}

TEST_CASE("every key reaches its setting") {
  const TemporaryFolder input;
  input.write("lodcook.json", R"({
    // what the artists asked for
    "view": {"fov_y_degrees": 90, "height_px": 2160, "pixel_error": 2},
    "ratio": 0.25, "max_levels": 5, "triangle_floor": 100, "max_error": 0.2,
    "normal_weight": 1.5, "uv_weight": 2, "color_weight": 3, "skin_weight": 4, "skin_influences": 8,
    "group": "node", "lock_border": true, "order": "gpu", "prove": "off", "switch_on": "shape", "weld_tolerance": 0.001,
    "quantisation": {"position_bits": 14, "normal_bits": 12, "uv_bits": 12, "color_bits": 16, "lossless": true},
    "compression": {"meshopt": false, "zstd_level": 19},
    "bias": 2, "ignore_global_bias": true, "cull_screen_height": 0.02, "policy": "near",
    "allowed_roots": ["textures", "/srv/shared"],
    "limits": {"memory_mib": 100, "time_seconds": 1.5, "triangles": 1000, "meshes": 10, "depth": 20, "asset_mib": 3,
               "reference_mib": 4, "memory_bytes_per_triangle": 5, "time_ms_per_triangle": 0.5}
    /* the end */
  })");
  const CookSettings s = settings_of(input, "x.glb");
  CHECK(s.view.fov_y_degrees == 90);
  CHECK(s.view.height_px == 2160);
  CHECK(s.view.pixel_error == 2);
  CHECK(s.chain.ratio == 0.25);
  CHECK(s.chain.max_levels == 5);
  CHECK(s.chain.triangle_floor == 100);
  CHECK(s.chain.max_error == 0.2);
  CHECK(s.chain.normal_weight == 1.5);
  CHECK(s.chain.uv_weight == 2);
  CHECK(s.chain.color_weight == 3);
  CHECK(s.chain.skin_weight == 4);
  CHECK(s.chain.lock_border);
  CHECK(s.chain.order == VertexOrder::gpu);
  CHECK(s.scene.skin_influences == 8);
  CHECK(s.scene.grouping == Grouping::node);
  CHECK(s.scene.weld_tolerance == 0.001F);
  CHECK(s.scene.max_triangles == 1000);
  CHECK(!s.pack.prove);
  CHECK(!s.pack.slide_switches);
  CHECK(s.pack.position_bits == 14);
  CHECK(s.pack.normal_bits == 12);
  CHECK(s.pack.uv_bits == 12);
  CHECK(s.pack.color_bits == 16);
  CHECK(s.pack.lossless);
  CHECK(!s.pack.meshopt);
  CHECK(s.pack.zstd_level == 19);
  CHECK(s.draw.bias == 2);
  CHECK(s.draw.ignore_global_bias);
  CHECK(s.draw.cull_screen_height == 0.02);
  CHECK(s.draw.policy == DetailPolicy::near);
  CHECK(s.import.allowed_roots == std::vector<std::filesystem::path>{input.path() / "textures", "/srv/shared"});
  CHECK(s.import.max_triangles == 1000);
  CHECK(s.import.max_meshes == 10);
  CHECK(s.import.max_depth == 20);
  CHECK(s.import.max_asset_bytes == 3U << 20);
  CHECK(s.import.max_reference_bytes == 4U << 20);
  CHECK(s.worker.memory_mib == 100);
  CHECK(s.worker.time_seconds == 1.5);
  CHECK(s.worker.memory_bytes_per_triangle == 5);
  CHECK(s.worker.time_ms_per_triangle == 0.5);
}

TEST_CASE("the nearest folder wins, key by key") {
  const TemporaryFolder input;
  input.write("lodcook.json", R"({"ratio": 0.3, "max_levels": 4, "quantisation": {"normal_bits": 10, "uv_bits": 14}})");
  input.write("a/lodcook.json", R"({"max_levels": 5, "quantisation": {"normal_bits": 12}})");
  input.write("a/b/lodcook.json", R"({"max_levels": 6})");
  CHECK(settings_of(input, "x.glb").chain.max_levels == 4);
  CHECK(settings_of(input, "a/x.glb").chain.max_levels == 5);
  CHECK(settings_of(input, "other/x.glb").chain.max_levels == 4);
  const CookSettings deep = settings_of(input, "a/b/c/x.glb");
  CHECK(deep.chain.max_levels == 6);
  CHECK(deep.chain.ratio == 0.3);
  CHECK(deep.pack.normal_bits == 12);
  CHECK(deep.pack.uv_bits == 14);
}

TEST_CASE("rules apply in order to what they match, and a nearer file beats them") {
  const TemporaryFolder input;
  input.write("lodcook.json", R"({
    "max_levels": 3,
    "rules": [
      {"match": "props/**", "max_levels": 4, "view": {"pixel_error": 2}},
      {"match": "*.obj", "max_levels": 5},
      {"match": "props/rock.obj", "group": "node"}
    ]})");
  input.write("near/lodcook.json", R"({"max_levels": 7})");
  CHECK(settings_of(input, "x.glb").chain.max_levels == 3);
  CHECK(settings_of(input, "props/x.glb").chain.max_levels == 4);
  CHECK(settings_of(input, "props/x.glb").view.pixel_error == 2);
  CHECK(settings_of(input, "props/x.obj").chain.max_levels == 5);
  CHECK(settings_of(input, "props/x.obj").view.pixel_error == 2);
  CHECK(settings_of(input, "props/x.obj").scene.grouping == Grouping::model);
  CHECK(settings_of(input, "props/rock.obj").scene.grouping == Grouping::node);
  CHECK(settings_of(input, "near/x.obj").chain.max_levels == 7);
}

TEST_CASE("the command line beats every file") {
  const TemporaryFolder input;
  input.write("a/lodcook.json", R"({"max_levels": 5, "rules": [{"match": "*", "ratio": 0.4}]})");
  const CookSettings settings = settings_of(input, "a/x.glb",
                                            {{"max_levels", "6"},
                                             {"ratio", "0.6"},
                                             {"group", "mesh"},
                                             {"view.height_px", "720"},
                                             {"compression", "{\"zstd_level\": 1}"},
                                             {"allowed_roots", "shared"}});
  CHECK(settings.chain.max_levels == 6);
  CHECK(settings.chain.ratio == 0.6);
  CHECK(settings.scene.grouping == Grouping::mesh);
  CHECK(settings.view.height_px == 720);
  CHECK(settings.pack.zstd_level == 1);
  CHECK(settings.pack.meshopt);
  CHECK(settings.import.allowed_roots == std::vector<std::filesystem::path>{"./shared"});
}

TEST_CASE("a given file is read in place of those beside the models") {
  const TemporaryFolder input;
  input.write("lodcook.json", R"({"max_levels": 4, "ratio": 0.3})");
  input.write("other.json", R"({"max_levels": 9})");
  auto configuration = Configuration::load(input.path(), input.path() / "other.json", {});
  REQUIRE(configuration.ok());
  const auto settings = configuration->settings_for("x.glb");
  REQUIRE(settings.ok());
  CHECK(settings->chain.max_levels == 9);
  CHECK(settings->chain.ratio == 0.5);
  CHECK(Configuration::load(input.path(), input.path() / "none.json", {}).error().code == ErrorCode::cannot_open);
}

TEST_CASE("a single file's configuration lies in its folder") {
  const TemporaryFolder input;
  input.write("lodcook.json", R"({"max_levels": 4})");
  input.write("x.glb", "");
  auto configuration = Configuration::load(input.path() / "x.glb", std::nullopt, {});
  REQUIRE(configuration.ok());
  CHECK(configuration->settings_for("x.glb")->chain.max_levels == 4);
}

TEST_CASE("an unknown key names the nearest known one, and its line") {
  const Error top = error_of("{\n  \"rato\": 0.5\n}");
  CHECK(top.code == ErrorCode::unknown_key);
  CHECK(top.place == ":2: rato");
  CHECK(top.message == "unknown key, did you mean \"ratio\"?");
  const Error nested = error_of("{\"view\": {\n\"height\": 1}}");
  CHECK(nested.place == ":2: view.height");
  CHECK(nested.message == "unknown key, did you mean \"view.height_px\"?");
  CHECK(error_of("{\"quantization\": {}}").message == "unknown key, did you mean \"quantisation\"?");
  CHECK(error_of("{\"rule\": []}").message == "unknown key, did you mean \"rules\"?");
  CHECK(error_of(R"({"rules": [{"match": "*", "max_level": 1}]})").message ==
        "unknown key, did you mean \"max_levels\"?");
}

TEST_CASE("a value of the wrong type or range names its key") {
  const Error ratio = error_of("{\n\n\"ratio\": 1.5}");
  CHECK(ratio.code == ErrorCode::invalid_value);
  CHECK(ratio.place == ":3: ratio");
  CHECK(ratio.message == "a number above 0 up to 0.95 is expected, not 1.5");
  CHECK(error_of(R"({"group": "scene"})").message == "one of \"model\" \"node\" \"mesh\" is expected, not \"scene\"");
  for (const char* text : {R"({"ratio": "0.5"})",
                           R"({"ratio": 0})",
                           R"({"ratio": null})",
                           R"({"max_levels": 2.5})",
                           R"({"max_levels": 33})",
                           R"({"max_levels": 0})",
                           R"({"max_levels": -1})",
                           R"({"triangle_floor": 18446744073709551615})",
                           R"({"lock_border": 1})",
                           R"({"view": 60})",
                           R"({"view": {"fov_y_degrees": 180}})",
                           R"({"order": true})",
                           R"({"quantisation": {"normal_bits": 9}})",
                           R"({"quantisation": {"position_bits": 3}})",
                           R"({"quantisation": {"position_bits": 25}})",
                           R"({"allowed_roots": [1]})",
                           R"({"levels": "rock_far.glb"})",
                           R"({"levels": [1]})",
                           R"({"authored": true})",
                           R"({"allowed_roots": {}})",
                           R"({"allowed_roots": ""})",
                           R"({"limits": {"triangles": 0}})",
                           R"({"limits": {"asset_mib": 1e3}})",
                           R"({"prove": true})",
                           R"({"rules": {}})",
                           R"({"rules": [1]})",
                           R"({"rules": [{"ratio": 0.5}]})",
                           R"({"rules": [{"match": "["}]})",
                           R"({"rules": [{"match": "never", "ratio": 2}]})",
                           "[]",
                           "1"}) {
    CAPTURE(text);
    CHECK(error_of(text).code == ErrorCode::invalid_value);
  }
}

TEST_CASE("a file that is no JSON is a wrong configuration, with its line") {
  const Error error = error_of("{\n\"ratio\" 0.5}");
  CHECK(error.code == ErrorCode::invalid_value);
  CHECK(error.place == ", line 2");
  CHECK(error_of("{\"ratio\": 0.5, \"ratio\": 0.6}").code == ErrorCode::invalid_value);
  CHECK(error_of("").code == ErrorCode::invalid_value);
}

TEST_CASE("a wrong file in a folder below is found when an asset of it is met") {
  const TemporaryFolder input;
  input.write("a/lodcook.json", "{\"x\": 1}");
  auto configuration = Configuration::load(input.path(), std::nullopt, {});
  REQUIRE(configuration.ok());
  CHECK(configuration->settings_for("b/x.glb").ok());
  CHECK(configuration->settings_for("a/x.glb").error().code == ErrorCode::unknown_key);
}

TEST_CASE("a folder or a huge file in a configuration's place is refused") {
  const TemporaryFolder input;
  std::filesystem::create_directory(input.path() / "lodcook.json");
  CHECK(Configuration::load(input.path(), std::nullopt, {}).error().code == ErrorCode::cannot_open);
  const TemporaryFolder other;
  other.write("lodcook.json", std::string((1U << 20) + 1, ' '));
  CHECK(Configuration::load(other.path(), std::nullopt, {}).error().code == ErrorCode::over_file_size_limit);
}

TEST_CASE("a wrong override is refused with its place") {
  CookSettings settings;
  const Status unknown = apply_override(settings, {"layers", "3"}, "--set");
  REQUIRE(!unknown.ok());
  CHECK(unknown.error().code == ErrorCode::unknown_key);
  CHECK(unknown.error().place == "--set: layers");
  CHECK(apply_override(settings, {"ratio", "half"}, "--set").error().message ==
        "a number above 0 up to 0.95 is expected, not \"half\"");
  CHECK(!apply_override(settings, {"rules", "[]"}, "--set").ok());
  CHECK(!apply_override(settings, {"", "1"}, "--set").ok());
}

TEST_CASE("known keys are sorted and complete") {
  const std::vector<std::string> keys = known_setting_keys();
  CHECK(std::is_sorted(keys.begin(), keys.end()));
  for (const char* key : {"ratio", "view.fov_y_degrees", "quantisation.normal_bits", "limits.memory_mib", "policy"}) {
    CHECK(std::find(keys.begin(), keys.end(), key) != keys.end());
  }
}
