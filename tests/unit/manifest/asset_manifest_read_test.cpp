#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "manifest/asset_manifest.h"
#include "manifest/json_value.h"
#include "manifest/json_writer.h"
#include "tests/unit/manifest/sample_manifest.h"

using namespace lodcook;
using namespace lodcook::manifest;

namespace {

/// Calls visit for every member of every object below, with the object and the member's place in it.
void each_member(JsonValue& value, const std::function<void(JsonValue&, std::size_t)>& visit) {
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    if (value.kind == JsonValue::Kind::object) visit(value, i);
    each_member(value.elements[i], visit);
  }
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

Error refused(const std::string& from, const std::string& to) {
  const auto parsed = parse_asset_manifest(with(to_json(full_manifest()), from, to));
  REQUIRE(!parsed.ok());
  return parsed.error();
}

}  // namespace

TEST_CASE("a manifest reads back as it was written") {
  for (const AssetManifest& manifest : {plain_manifest(), full_manifest()}) {
    const std::string text = to_json(manifest);
    const auto parsed = parse_asset_manifest(text);
    REQUIRE(parsed.ok());
    CHECK(to_json(*parsed) == text);
  }
}

TEST_CASE("values read back are those that were written") {
  const auto parsed = parse_asset_manifest(to_json(full_manifest()));
  REQUIRE(parsed.ok());
  CHECK(parsed->source.path == "props/box.obj");
  CHECK(parsed->dependencies[1].hash.empty());
  CHECK(parsed->container_size == 2048);
  CHECK(parsed->settings[3].key == "compression");
  CHECK(parsed->settings[3].json == R"({"meshopt":true,"zstd_level":9})");
  CHECK(parsed->materials[1].textures[0].scale == Vec2f{2, 3});
  CHECK(parsed->materials[1].textures[0].wrap_t == 33648);
  CHECK(parsed->materials[1].textures[2].slot == TextureSlot::other);
  CHECK(parsed->materials[1].textures[2].slot_name == "clearcoat");
  CHECK(parsed->objects[1].bounds.origin == Vec3d{5000000, 0, -0.5});
  CHECK(parsed->objects[1].levels[1].proof == Proof::proven);
  CHECK(*parsed->objects[1].levels[1].relative.slide == 0.001);
  CHECK(!parsed->objects[0].levels[1].relative.bound);
  CHECK(!parsed->objects[0].levels[0].screen_height);
  CHECK(parsed->objects[1].levels[1].redone == 2);
  CHECK(parsed->objects[1].levels[1].pose->animation == "walk");
  CHECK(parsed->objects[1].levels[1].pose->time_seconds == 0.5);
  CHECK(parsed->objects[1].levels[1].normal_angle->mean_degrees == 1.5);
  CHECK(parsed->objects[1].levels[1].normal_angle->worst_degrees == 20.25);
  CHECK(parsed->objects[1].levels[1].normal_angle->samples == 128);
  CHECK(parsed->objects[0].levels[1].redone == 0);
  CHECK(parsed->placements[1].matrix.m[12] == 1e-7);
  CHECK(parsed->skeleton[0].parent == -1);
  CHECK(parsed->skeleton[1].parent == 0);
  CHECK(parsed->lights[0].outer_cone_radians == 0.75F);
}

TEST_CASE("a manifest cut at any byte is refused") {
  const std::string text = to_json(plain_manifest());
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    CAPTURE(size);
    REQUIRE(!parse_asset_manifest(text.substr(0, size)).ok());
  }
}

namespace {

bool is_optional(const JsonValue& object, std::size_t member) {
  const std::vector<std::string> optional{"rms",
                                          "measured",
                                          "bound",
                                          "slide",
                                          "screen_height",
                                          "redone",
                                          "normal_angle",
                                          "pose",
                                          "alpha_cutoff",
                                          "scale",
                                          "rotation_radians",
                                          "wrap_s",
                                          "wrap_t",
                                          "range",
                                          "inner_cone_radians",
                                          "parent",
                                          "offset",
                                          "outer_cone_radians"};
  const std::string& key = object.keys[member];
  const bool of_cull = key == "screen_height" && object.keys.size() == 1;
  const bool of_level = key == "offset" && object.find("level") != nullptr;
  const bool texture_slot = object.elements[member].find("uv_set") != nullptr;
  return texture_slot || (std::find(optional.begin(), optional.end(), key) != optional.end() && !of_level && !of_cull);
}

bool is_one_of(const JsonValue& parent, const JsonValue& value) {
  return std::any_of(parent.elements.begin(), parent.elements.end(), [&](const JsonValue& v) { return &v == &value; });
}

}  // namespace

TEST_CASE("a member that is missing or null is refused, an optional one where it is null") {
  auto document = parse_json(to_json(full_manifest()));
  REQUIRE(document.ok());
  // the values of settings are kept as they are
  const JsonValue* const settings = document->find("settings");
  int tried = 0;
  each_member(*document, [&](JsonValue& object, std::size_t member) {
    const std::string key = object.keys[member];
    CAPTURE(key);
    if (&object == settings || is_one_of(*settings, object)) return;
    const bool optional = is_optional(object, member);
    const JsonValue kept = object.elements[member];
    object.elements[member] = JsonValue();
    CHECK(!parse_asset_manifest(compact_json(*document)).ok());
    object.elements[member] = kept;
    object.keys[member] = "other_key";
    const bool accepted = parse_asset_manifest(compact_json(*document)).ok();
    object.keys[member] = key;
    CHECK(accepted == optional);
    ++tried;
  });
  CHECK(tried > 150);
}

TEST_CASE("unknown keys are allowed") {
  CHECK(
      parse_asset_manifest(with(to_json(plain_manifest()), "\"asset\":", "\"later\": {\"a\": [1]}, \"asset\":")).ok());
}

TEST_CASE("another format or version is refused") {
  CHECK(refused("lodcook.manifest", "lodcook.index").code == ErrorCode::unsupported_format);
  CHECK(refused("\"version\": 1", "\"version\": 2").code == ErrorCode::unsupported_version);
}

TEST_CASE("numbers that stand for nothing are refused") {
  CHECK(refused("\"draws\": [{\"material\": 0", "\"draws\": [{\"material\": 2").code == ErrorCode::invalid_index);
  CHECK(refused("\"object\": 1", "\"object\": 2").code == ErrorCode::invalid_index);
  CHECK(refused("\"parent\": 0", "\"parent\": 1").code == ErrorCode::invalid_index);
  const Error level = refused("\"level\": 1", "\"level\": 2");
  CHECK(level.code == ErrorCode::inconsistent);
  CHECK(level.place == "objects[0].levels[1].level");
  const Error negative = refused("\"estimate\": 0.01", "\"estimate\": -0.01");
  CHECK(negative.code == ErrorCode::malformed);
  CHECK(negative.place == "objects[0].levels[1].error.relative.estimate");
}

TEST_CASE("paths that leave their folder are refused") {
  CHECK(refused("\"path\": \"box.obj.lodc\"", "\"path\": \"../box.obj.lodc\"").code == ErrorCode::forbidden_path);
  CHECK(refused("\"path\": \"box.obj.lodc\"", "\"path\": \"/etc/passwd\"").code == ErrorCode::forbidden_path);
  CHECK(refused("\"path\": \"props/box.obj\"", "\"path\": \"a/../../b\"").code == ErrorCode::forbidden_path);
}

TEST_CASE("text that must say something is refused where it is empty") {
  CHECK(refused("\"asset\": \"box.obj\"", "\"asset\": \"\"").place == "asset");
  CHECK(refused("\"method\": \"source\"", "\"method\": \"\"").place == "objects[0].levels[0].method");
  CHECK(refused("\"stopped\": \"triangle_floor\"", "\"stopped\": \"\"").place == "objects[0].stopped");
}

TEST_CASE("words that are not known are refused") {
  CHECK(refused("\"proof\": \"none\"", "\"proof\": \"sure\"").place == "objects[0].levels[0].error.proof");
  CHECK(refused("\"alpha_mode\": \"opaque\"", "\"alpha_mode\": \"glass\"").place == "materials[0].alpha_mode");
}
