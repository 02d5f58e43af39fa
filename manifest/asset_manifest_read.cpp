#include <cmath>
#include <limits>

#include "manifest/asset_manifest.h"
#include "manifest/flat_fields.h"
#include "manifest/json_fields.h"
#include "manifest/json_writer.h"
#include "manifest/level_fields.h"
#include "manifest/shared_fields.h"
#include "manifest/tile_fields.h"
#include "manifest/words.h"

namespace lodcook::manifest {

namespace {

template <class Value>
Value read_word(const JsonFields& fields, std::string_view key, std::optional<Value> (*value_of)(std::string_view)) {
  const std::string text = fields.string(key);
  const std::optional<Value> value = value_of(text);
  if (!value) fields.refuse(key, "the word \"" + text + "\" is not known");
  return value.value_or(Value{});
}

float read_float(const JsonFields& fields, std::string_view key, float absent) {
  if (!fields.has(key)) return absent;
  const double number = fields.number(key);
  if (std::abs(number) > std::numeric_limits<float>::max()) {
    fields.refuse(key, "is beyond a float");
    return absent;
  }
  return static_cast<float>(number);
}

float read_float(const JsonFields& fields, std::string_view key) {
  if (!fields.has(key)) fields.refuse(key, "is missing");
  return read_float(fields, key, 0);
}

Vec2f read_pair(const JsonFields& fields, std::string_view key, Vec2f absent) {
  if (!fields.has(key)) return absent;
  float v[2] = {};
  fields.numbers(key, v);
  return {v[0], v[1]};
}

Mat4d read_matrix(const JsonFields& fields, std::string_view key) {
  Mat4d matrix;
  fields.numbers(key, matrix.m);
  return matrix;
}

void read_source(const JsonFields& fields, AssetManifest& manifest) {
  manifest.source = {relative_path(fields, "path"), hash_text(fields, "hash")};
  fields.each("dependencies", [&](const JsonFields& dependency) {
    manifest.dependencies.push_back({dependency.string("path"), hash_text(dependency, "hash", true)});
  });
}

void read_container(const JsonFields& fields, AssetManifest& manifest) {
  manifest.container_path = relative_path(fields, "path");
  manifest.container_size = fields.count("size");
  manifest.index_hash = hash_text(fields, "index_hash");
  manifest.content_hash = hash_text(fields, "content_hash");
}

std::vector<Setting> read_settings(const JsonFields& fields) {
  std::vector<Setting> settings;
  fields.each_key([&](const std::string& key, const JsonValue& value) {
    settings.push_back({key, compact_json(value)});
  });
  return settings;
}

ReferenceView read_view(const JsonFields& fields) {
  return {fields.number("fov_y_degrees"), fields.number("height_px"), fields.number("pixel_error")};
}

std::uint16_t read_wrap(const JsonFields& fields, std::string_view key) {
  return fields.has(key) ? read_word(fields, key, wrap_of) : TextureReference().wrap_s;
}

TextureReference read_texture(const JsonFields& fields, const std::string& slot) {
  TextureReference texture;
  texture.slot = texture_slot_of(slot).value_or(TextureSlot::other);
  if (!texture_slot_of(slot)) texture.slot_name = slot;
  texture.path = fields.string("path");
  texture.uv_set = fields.count32("uv_set");
  texture.offset = read_pair(fields, "offset", texture.offset);
  texture.scale = read_pair(fields, "scale", texture.scale);
  texture.rotation_radians = read_float(fields, "rotation_radians", 0);
  texture.wrap_s = read_wrap(fields, "wrap_s");
  texture.wrap_t = read_wrap(fields, "wrap_t");
  return texture;
}

Material read_material(const JsonFields& fields) {
  Material material;
  material.name = fields.string("name");
  material.alpha_mode = read_word(fields, "alpha_mode", alpha_mode_of);
  material.alpha_cutoff = read_float(fields, "alpha_cutoff", material.alpha_cutoff);
  material.double_sided = fields.boolean("double_sided");
  float base[4] = {};
  fields.numbers("base_color_factor", base);
  material.base_color_factor = {base[0], base[1], base[2], base[3]};
  material.emissive_factor = read_vector(fields, "emissive_factor");
  material.metallic_factor = read_float(fields, "metallic_factor");
  material.roughness_factor = read_float(fields, "roughness_factor");
  const JsonFields textures = fields.object("textures");
  textures.each_key([&](const std::string& slot, const JsonValue&) {
    material.textures.push_back(read_texture(textures.object(slot), slot));
  });
  return material;
}

Bounds read_bounds(const JsonFields& fields) {
  Bounds bounds;
  bounds.box = {read_vector(fields, "min"), read_vector(fields, "max")};
  bounds.sphere = {read_vector(fields, "center"), read_float(fields, "radius")};
  bounds.extent = read_float(fields, "extent");
  double origin[3] = {};
  fields.numbers("origin", origin);
  bounds.origin = {origin[0], origin[1], origin[2]};
  return bounds;
}

LevelFacts read_level(const JsonFields& fields, const AssetManifest& manifest, std::size_t expected) {
  LevelFacts level;
  level.level = fields.count32("level");
  if (level.level != expected) fields.refuse("level", "levels are expected in order from 0", ErrorCode::inconsistent);
  level.triangles = fields.count("triangles");
  level.vertices = fields.count("vertices");
  level.bytes = fields.count("bytes");
  level.decoded_bytes = fields.count("decoded_bytes");
  level.offset = fields.count("offset");
  read_error(fields.object("error"), level);
  level.switch_distance = fields.number("switch_distance");
  level.screen_height = fields.optional_number("screen_height");
  level.method = text(fields, "method");
  level.redone = fields.has("redone") ? fields.count32("redone") : 0;
  if (fields.has("pose")) {
    const JsonFields pose = fields.object("pose");
    level.pose = {pose.string("animation"), pose.number("time_seconds")};
  }
  level.normal_angle = read_normal_angle(fields);
  level.draws = read_draws(fields, manifest.materials.size());
  return level;
}

ObjectFacts read_object(const JsonFields& fields, const AssetManifest& manifest) {
  ObjectFacts object;
  object.name = fields.string("name");
  object.bounds = read_bounds(fields.object("bounds"));
  fields.each("levels", [&](const JsonFields& level) {
    object.levels.push_back(read_level(level, manifest, object.levels.size()));
  });
  object.stopped = text(fields, "stopped");
  object.cull_screen_height = fields.object("cull").number("screen_height");
  if (fields.has("draw_ranges")) {
    const JsonFields counts = fields.object("draw_ranges");
    object.draw_counts = {counts.count("source"), counts.count("merged")};
  }
  fields.each("tiles", [&](const JsonFields& tile) {
    object.tiles.push_back(read_tile(tile, manifest.materials.size(), object.tiles.size()));
  });
  check_tile_links(fields, object.tiles);
  fields.each("failed_tiles", [&](const JsonFields& failed) {
    object.failed_tiles.push_back({failed.string("tile"), failed.string("reason")});
  });
  object.flat_tiles = read_flat_tiles(fields, object.tiles);
  return object;
}

Placement read_placement(const JsonFields& fields, const AssetManifest& manifest) {
  Placement placement{fields.string("name"), fields.count32("object"), read_matrix(fields, "matrix"),
                      fields.boolean("baked")};
  if (placement.object >= manifest.objects.size()) {
    fields.refuse("object", "there is no such object", ErrorCode::invalid_index);
  }
  return placement;
}

Joint read_joint(const JsonFields& fields, std::size_t number) {
  Joint joint;
  joint.name = fields.string("name");
  if (fields.has("parent")) {
    const std::uint32_t parent = fields.count32("parent");
    if (parent >= number) fields.refuse("parent", "a joint's parent comes before it", ErrorCode::invalid_index);
    joint.parent = static_cast<std::int32_t>(parent);
  }
  joint.local_rest = read_matrix(fields, "local_rest");
  joint.inverse_bind = read_matrix(fields, "inverse_bind");
  return joint;
}

Light read_light(const JsonFields& fields) {
  Light light;
  light.name = fields.string("name");
  light.kind = read_word(fields, "kind", light_kind_of);
  light.color = read_vector(fields, "color");
  light.intensity = read_float(fields, "intensity");
  light.range = read_float(fields, "range", 0);
  light.inner_cone_radians = read_float(fields, "inner_cone_radians", 0);
  light.outer_cone_radians = read_float(fields, "outer_cone_radians", 0);
  light.transform = read_matrix(fields, "matrix");
  return light;
}

void read_lists(const JsonFields& fields, AssetManifest& manifest) {
  fields.each("materials", [&](const JsonFields& f) { manifest.materials.push_back(read_material(f)); });
  fields.each("objects", [&](const JsonFields& f) { manifest.objects.push_back(read_object(f, manifest)); });
  manifest.shared_meshes = read_shared_meshes(fields, manifest.materials.size());
  fields.each("placements", [&](const JsonFields& f) { manifest.placements.push_back(read_placement(f, manifest)); });
  check_instances(fields, manifest);
  fields.object("skeleton").each("joints", [&](const JsonFields& f) {
    manifest.skeleton.push_back(read_joint(f, manifest.skeleton.size()));
  });
  fields.each("lights", [&](const JsonFields& f) { manifest.lights.push_back(read_light(f)); });
  fields.each("warnings", [&](const JsonFields& f) {
    manifest.warnings.push_back({f.string("id"), f.string("message")});
  });
}

}  // namespace

Result<AssetManifest> parse_asset_manifest(const std::string& json) {
  auto document = parse_json(json);
  if (!document) return std::move(document).error();
  FirstError first;
  const JsonFields fields(*document, first);
  check_format(fields, "lodcook.manifest", 1);
  if (first.error) return *first.error;
  AssetManifest manifest;
  manifest.asset = text(fields, "asset");
  read_source(fields.object("source"), manifest);
  read_container(fields.object("container"), manifest);
  manifest.settings = read_settings(fields.object("settings"));
  if (manifest.settings.empty()) fields.refuse("settings", "is empty");
  manifest.view = read_view(fields.object("view"));
  read_lists(fields, manifest);
  if (first.error) return *first.error;
  return manifest;
}

}  // namespace lodcook::manifest
