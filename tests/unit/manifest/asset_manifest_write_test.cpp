#include <doctest/doctest.h>

#include "manifest/asset_manifest.h"
#include "manifest/json_value.h"
#include "tests/unit/manifest/sample_manifest.h"

using namespace lodcook;
using namespace lodcook::manifest;

namespace {

/// The value behind a path of keys and indices.
const JsonValue& at(const JsonValue& value, std::initializer_list<const char*> path) {
  const JsonValue* current = &value;
  for (const char* step : path) {
    const bool index = current->kind == JsonValue::Kind::array;
    if (index) {
      const auto i = static_cast<std::size_t>(std::stoul(step));
      REQUIRE(i < current->elements.size());
      current = &current->elements[i];
    } else {
      current = current->find(step);
      REQUIRE_MESSAGE(current != nullptr, step);
    }
  }
  return *current;
}

JsonValue written(const AssetManifest& manifest) {
  auto value = parse_json(to_json(manifest));
  REQUIRE(value.ok());
  return std::move(value).value();
}

using Keys = std::vector<std::string>;

}  // namespace

TEST_CASE("the shape is that of the interface") {
  const JsonValue json = written(full_manifest());
  CHECK(json.keys == Keys{"format", "version", "asset", "source", "container", "settings", "view", "materials",
                          "objects", "placements", "skeleton", "lights", "warnings"});
  CHECK(at(json, {"format"}).string == "lodcook.manifest");
  CHECK(at(json, {"version"}).integer == 1);
  CHECK(at(json, {"source"}).keys == Keys{"path", "hash", "dependencies"});
  CHECK(at(json, {"source", "dependencies", "1"}).keys == Keys{"path", "hash"});
  CHECK(at(json, {"container"}).keys == Keys{"path", "size", "index_hash", "content_hash"});
  CHECK(at(json, {"view"}).keys == Keys{"fov_y_degrees", "height_px", "pixel_error"});
  CHECK(at(json, {"objects", "0"}).keys ==
        Keys{"name", "bounds", "levels", "stopped", "cull", "tiles", "failed_tiles"});
  CHECK(at(json, {"objects", "0", "bounds"}).keys == Keys{"min", "max", "center", "radius", "extent", "origin"});
  CHECK(at(json, {"objects", "0", "levels", "1"}).keys == Keys{"level", "triangles", "vertices", "bytes",
                                                               "decoded_bytes", "offset", "error", "switch_distance",
                                                               "screen_height", "method", "draws"});
  CHECK(at(json, {"objects", "1", "levels", "1", "draws", "1"}).keys == Keys{"material", "triangles"});
  CHECK(at(json, {"placements", "0"}).keys == Keys{"name", "object", "matrix", "baked"});
  CHECK(at(json, {"warnings", "0"}).keys == Keys{"id", "message"});
}

TEST_CASE("what was not measured is absent, never null") {
  const JsonValue json = written(full_manifest());
  const JsonValue& estimated = at(json, {"objects", "0", "levels", "1", "error"});
  CHECK(at(estimated, {"relative"}).keys == Keys{"estimate"});
  CHECK(at(estimated, {"absolute"}).keys == Keys{"estimate"});
  CHECK(at(estimated, {"proof"}).string == "none");
  const JsonValue& proven = at(json, {"objects", "1", "levels", "1", "error"});
  CHECK(at(proven, {"relative"}).keys == Keys{"estimate", "rms", "rms_samples", "measured", "bound", "slide"});
  CHECK(at(proven, {"absolute", "bound"}).number == 0.023);
  CHECK(at(proven, {"switch", "relative"}).number == 0.01);
  CHECK(at(proven, {"proof"}).string == "proven");
  CHECK(to_json(full_manifest()).find("null") == std::string::npos);
}

TEST_CASE("level 0 has no screen height and switches at 0") {
  const JsonValue json = written(plain_manifest());
  const JsonValue& level = at(json, {"objects", "0", "levels", "0"});
  CHECK(level.find("screen_height") == nullptr);
  CHECK(at(level, {"switch_distance"}).number == 0);
  CHECK(at(json, {"objects", "0", "levels", "1", "screen_height"}).number == 0.08789);
}

TEST_CASE("textures stand under their slot, with what differs from the plain case") {
  const JsonValue json = written(full_manifest());
  const JsonValue& textures = at(json, {"materials", "1", "textures"});
  CHECK(textures.keys == Keys{"base_color", "base_color_2", "clearcoat", "other", "normal"});
  CHECK(at(textures, {"base_color"}).keys ==
        Keys{"path", "uv_set", "offset", "scale", "rotation_radians", "wrap_s", "wrap_t"});
  CHECK(at(textures, {"base_color", "wrap_s"}).string == "clamp");
  CHECK(at(textures, {"normal"}).keys == Keys{"path", "uv_set"});
  CHECK(at(textures, {"normal", "path"}).string == "#image/0");
}

TEST_CASE("the cutoff stands with masked materials only") {
  const JsonValue json = written(full_manifest());
  CHECK(at(json, {"materials", "0"}).find("alpha_cutoff") == nullptr);
  CHECK(at(json, {"materials", "1", "alpha_cutoff"}).number == 0.25);
}

TEST_CASE("a container alone leaves out what it does not know") {
  AssetManifest manifest = plain_manifest();
  manifest.asset.clear();
  manifest.source = {};
  manifest.settings.clear();
  manifest.container_path.clear();
  manifest.objects[0].stopped.clear();
  for (LevelFacts& level : manifest.objects[0].levels) level.method.clear();
  const JsonValue json = written(manifest);
  for (const char* key : {"asset", "source", "settings"}) CHECK(json.find(key) == nullptr);
  CHECK(at(json, {"container"}).keys == Keys{"size", "index_hash", "content_hash"});
  CHECK(at(json, {"objects", "0"}).find("stopped") == nullptr);
  CHECK(at(json, {"objects", "0", "levels", "0"}).find("method") == nullptr);
}

TEST_CASE("a name that is no UTF-8 still gives JSON") {
  AssetManifest manifest = plain_manifest();
  manifest.objects[0].name = "caf\xE9\n";
  CHECK(at(written(manifest), {"objects", "0", "name"}).string == "caf\xEF\xBF\xBD\n");
}
