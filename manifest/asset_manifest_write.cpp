#include <set>

#include "manifest/asset_manifest.h"
#include "manifest/flat_fields.h"
#include "manifest/json_writer.h"
#include "manifest/level_fields.h"
#include "manifest/shared_fields.h"
#include "manifest/tile_fields.h"
#include "manifest/words.h"

namespace lodcook::manifest {

namespace {

using Layout = JsonWriter::Layout;

template <class Number>
void write_row(JsonWriter& out, std::string_view key, std::initializer_list<Number> numbers) {
  out.begin_array(key, Layout::row);
  for (const Number number : numbers) out.element(number);
  out.end();
}

void write_matrix(JsonWriter& out, std::string_view key, const Mat4d& matrix) {
  out.begin_array(key, Layout::row);
  for (const double number : matrix.m) out.element(number);
  out.end();
}

void write_known(JsonWriter& out, std::string_view key, const std::string& text) {
  if (!text.empty()) out.member(key, text);
}

void write_source(JsonWriter& out, const AssetManifest& manifest) {
  if (manifest.source.path.empty()) return;
  out.begin_object("source");
  out.member("path", manifest.source.path);
  out.member("hash", manifest.source.hash);
  out.begin_array("dependencies");
  for (const FileHash& dependency : manifest.dependencies) {
    out.begin_object(Layout::row);
    out.member("path", dependency.path);
    out.member("hash", dependency.hash);
    out.end();
  }
  out.end();
  out.end();
}

void write_container(JsonWriter& out, const AssetManifest& manifest) {
  out.begin_object("container", Layout::row);
  write_known(out, "path", manifest.container_path);
  out.member("size", manifest.container_size);
  out.member("index_hash", manifest.index_hash);
  out.member("content_hash", manifest.content_hash);
  out.end();
}

void write_settings(JsonWriter& out, const std::vector<Setting>& settings) {
  if (settings.empty()) return;
  out.begin_object("settings");
  for (const Setting& setting : settings) {
    const auto value = parse_json(setting.json);
    if (value.ok()) out.member(setting.key, *value);
  }
  out.end();
}

void write_view(JsonWriter& out, const ReferenceView& view) {
  out.begin_object("view", Layout::row);
  out.member("fov_y_degrees", view.fov_y_degrees);
  out.member("height_px", view.height_px);
  out.member("pixel_error", view.pixel_error);
  out.end();
}

void write_texture(JsonWriter& out, const std::string& key, const TextureReference& texture) {
  const TextureReference plain;
  out.begin_object(key, Layout::row);
  out.member("path", texture.path);
  out.member("uv_set", texture.uv_set);
  if (texture.offset != plain.offset) write_row(out, "offset", {texture.offset.x, texture.offset.y});
  if (texture.scale != plain.scale) write_row(out, "scale", {texture.scale.x, texture.scale.y});
  if (texture.rotation_radians != 0) out.member("rotation_radians", texture.rotation_radians);
  if (texture.wrap_s != plain.wrap_s) out.member("wrap_s", wrap_word(texture.wrap_s));
  if (texture.wrap_t != plain.wrap_t) out.member("wrap_t", wrap_word(texture.wrap_t));
  out.end();
}

void write_textures(JsonWriter& out, const std::vector<TextureReference>& textures) {
  std::set<std::string> taken;
  out.begin_object("textures");
  for (const TextureReference& texture : textures) {
    const bool named = texture.slot == TextureSlot::other && !texture.slot_name.empty();
    const std::string name = named ? texture.slot_name : word(texture.slot);
    // a source may use one slot twice; keys of an object are unique
    std::string key = name;
    for (int copy = 2; !taken.insert(key).second; ++copy) key = name + "_" + std::to_string(copy);
    write_texture(out, key, texture);
  }
  out.end();
}

void write_material(JsonWriter& out, const Material& material) {
  const Vec4f& base = material.base_color_factor;
  out.begin_object();
  out.member("name", material.name);
  out.member("alpha_mode", word(material.alpha_mode));
  if (material.alpha_mode == AlphaMode::mask) out.member("alpha_cutoff", material.alpha_cutoff);
  out.member("double_sided", material.double_sided);
  write_row(out, "base_color_factor", {base.x, base.y, base.z, base.w});
  write_vector(out, "emissive_factor", material.emissive_factor);
  out.member("metallic_factor", material.metallic_factor);
  out.member("roughness_factor", material.roughness_factor);
  write_textures(out, material.textures);
  out.end();
}

void write_bounds(JsonWriter& out, const Bounds& bounds) {
  out.begin_object("bounds");
  write_vector(out, "min", bounds.box.min);
  write_vector(out, "max", bounds.box.max);
  write_vector(out, "center", bounds.sphere.center);
  out.member("radius", bounds.sphere.radius);
  out.member("extent", bounds.extent);
  write_row(out, "origin", {bounds.origin.x, bounds.origin.y, bounds.origin.z});
  out.end();
}

void write_level(JsonWriter& out, const LevelFacts& level) {
  out.begin_object();
  out.member("level", level.level);
  out.member("triangles", level.triangles);
  out.member("vertices", level.vertices);
  out.member("bytes", level.bytes);
  out.member("decoded_bytes", level.decoded_bytes);
  out.member("offset", level.offset);
  write_error(out, level);
  out.member("switch_distance", level.switch_distance);
  if (level.screen_height) out.member("screen_height", *level.screen_height);
  write_normal_angle(out, level.normal_angle);
  if (level.pose) {
    out.begin_object("pose", Layout::row);
    out.member("animation", level.pose->animation);
    out.member("time_seconds", level.pose->time_seconds);
    out.end();
  }
  write_known(out, "method", level.method);
  if (level.redone > 0) out.member("redone", level.redone);
  write_draws(out, level.draws);
  out.end();
}

void write_object(JsonWriter& out, const ObjectFacts& object) {
  out.begin_object();
  out.member("name", object.name);
  write_bounds(out, object.bounds);
  out.begin_array("levels");
  for (const LevelFacts& level : object.levels) write_level(out, level);
  out.end();
  write_known(out, "stopped", object.stopped);
  out.begin_object("cull", Layout::row);
  out.member("screen_height", object.cull_screen_height);
  out.end();
  if (object.draw_counts) {
    out.begin_object("draw_ranges", Layout::row);
    out.member("source", object.draw_counts->source);
    out.member("merged", object.draw_counts->merged);
    out.end();
  }
  out.begin_array("tiles");
  for (const TileFacts& tile : object.tiles) write_tile(out, tile);
  out.end();
  out.begin_array("failed_tiles");
  for (const FailedTile& failed : object.failed_tiles) {
    out.begin_object(Layout::row);
    out.member("tile", failed.tile);
    out.member("reason", failed.reason);
    out.end();
  }
  out.end();
  write_flat_tiles(out, object.flat_tiles);
  out.end();
}

void write_placement(JsonWriter& out, const Placement& placement) {
  out.begin_object();
  out.member("name", placement.name);
  out.member("object", placement.object);
  write_matrix(out, "matrix", placement.matrix);
  out.member("baked", placement.baked);
  out.end();
}

void write_joint(JsonWriter& out, const Joint& joint) {
  out.begin_object();
  out.member("name", joint.name);
  if (joint.parent >= 0) out.member("parent", static_cast<std::uint32_t>(joint.parent));
  write_matrix(out, "local_rest", joint.local_rest);
  write_matrix(out, "inverse_bind", joint.inverse_bind);
  out.end();
}

void write_light(JsonWriter& out, const Light& light) {
  out.begin_object();
  out.member("name", light.name);
  out.member("kind", word(light.kind));
  write_vector(out, "color", light.color);
  out.member("intensity", light.intensity);
  if (light.range > 0) out.member("range", light.range);
  if (light.kind == LightKind::spot) {
    out.member("inner_cone_radians", light.inner_cone_radians);
    out.member("outer_cone_radians", light.outer_cone_radians);
  }
  write_matrix(out, "matrix", light.transform);
  out.end();
}

void write_warning(JsonWriter& out, const ManifestWarning& warning) {
  out.begin_object(Layout::row);
  out.member("id", warning.id);
  out.member("message", warning.message);
  out.end();
}

template <class Element>
void write_list(JsonWriter& out, std::string_view key, const std::vector<Element>& elements,
                void (*write)(JsonWriter&, const Element&)) {
  out.begin_array(key);
  for (const Element& element : elements) write(out, element);
  out.end();
}

}  // namespace

std::string to_json(const AssetManifest& manifest) {
  JsonWriter out;
  out.begin_object();
  out.member("format", "lodcook.manifest");
  out.member("version", std::uint32_t{1});
  write_known(out, "asset", manifest.asset);
  write_source(out, manifest);
  write_container(out, manifest);
  write_settings(out, manifest.settings);
  write_view(out, manifest.view);
  write_list(out, "materials", manifest.materials, write_material);
  write_list(out, "objects", manifest.objects, write_object);
  write_shared_meshes(out, manifest.shared_meshes);
  write_list(out, "placements", manifest.placements, write_placement);
  out.begin_object("skeleton");
  write_list(out, "joints", manifest.skeleton, write_joint);
  out.end();
  write_list(out, "lights", manifest.lights, write_light);
  write_list(out, "warnings", manifest.warnings, write_warning);
  out.end();
  return out.finish();
}

}  // namespace lodcook::manifest
