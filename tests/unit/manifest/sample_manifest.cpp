#include "tests/unit/manifest/sample_manifest.h"

#include <utility>

namespace lodcook::manifest {

namespace {

LevelFacts level_0() {
  LevelFacts level;
  level.triangles = 12;
  level.vertices = 24;
  level.bytes = 300;
  level.decoded_bytes = 456;
  level.offset = 1000;
  level.method = "source";
  level.draws = {{0, 12}};
  return level;
}

LevelFacts level_1() {
  LevelFacts level = level_0();
  level.level = 1;
  level.triangles = 6;
  level.draws = {{0, 6}};
  level.relative.estimate = 0.01;
  level.absolute.estimate = 0.02;
  level.error_relative = 0.01;
  level.error_absolute = 0.02;
  level.switch_distance = 19.706;
  level.screen_height = 0.08789;
  level.method = "attributes";
  return level;
}

TileFacts tile(std::uint32_t id, std::uint32_t level, std::optional<std::uint32_t> parent,
               std::vector<std::uint32_t> children) {
  TileFacts out;
  out.id = id;
  out.level = level;
  out.cell = {-1, 0, 2};
  out.parent = parent;
  out.children = std::move(children);
  out.box = {{-1, -1, -1}, {1, 1, 1}};
  out.triangles = 6;
  out.vertices = 12;
  out.bytes = 150;
  out.decoded_bytes = 228;
  out.offset = 1000;
  out.hash = "00000000000000bb";
  out.relative.estimate = out.error_relative = 0.01 * level;
  out.absolute.estimate = out.error_absolute = 0.02 * level;
  out.switch_distance = 10.0 * level;
  if (parent) {
    out.streaming_radius = 22;
    out.prefetch_radius = 25;
    out.unload_radius = 30;
  }
  out.priority = 4 - id;
  out.method = level == 0 ? "source" : "attributes";
  out.draws = {{0, 6, 1}};
  return out;
}

std::vector<Setting> sample_settings() {
  return {
      {"authored", "\"auto\""},
      {"bias", "1"},
      {"color_weight", "1"},
      {"compression", R"({"meshopt":true,"zstd_level":9})"},
      {"cull_screen_height", "0"},
      {"group", "\"model\""},
      {"ignore_global_bias", "false"},
      {"lock_border", "false"},
      {"max_error", "0"},
      {"max_levels", "12"},
      {"normal_weight", "3"},
      {"order", "\"size\""},
      {"policy", "\"all\""},
      {"pose_samples", "4"},
      {"prove", "\"on\""},
      {"quantisation", R"({"color_bits":8,"lossless":false,"normal_bits":8,"position_bits":0,"uv_bits":16})"},
      {"ratio", "0.5"},
      {"skin_influences", "4"},
      {"skin_weight", "1"},
      {"switch_on", "\"all\""},
      {"tiles",
       R"({"auto_triangles":250000,"axes":"auto","instances":true,"lock_open_borders":false,"mode":"off","size":[64,0,0.5],"triangles":16384})"},
      {"triangle_floor", "32"},
      {"uv_weight", "1"},
      {"view", R"({"fov_y_degrees":60,"height_px":1080,"pixel_error":1})"},
      {"weld_tolerance", "1e-05"}};
}

TextureReference texture(TextureSlot slot, const char* path) {
  TextureReference reference;
  reference.slot = slot;
  reference.path = path;
  return reference;
}

Material full_material() {
  Material material;
  material.name = "\xC3\xA9toffe";
  material.alpha_mode = AlphaMode::mask;
  material.alpha_cutoff = 0.25F;
  material.double_sided = true;
  TextureReference moved = texture(TextureSlot::base_color, "a b.png");
  moved.uv_set = 1;
  moved.offset = {0.5F, 0};
  moved.scale = {2, 3};
  moved.rotation_radians = 0.1F;
  moved.wrap_s = 33071;
  moved.wrap_t = 33648;
  TextureReference named = texture(TextureSlot::other, "clearcoat.png");
  named.slot_name = "clearcoat";
  material.textures = {moved, texture(TextureSlot::base_color, "second.png"), named,
                       texture(TextureSlot::other, "unnamed.png"), texture(TextureSlot::normal, "#image/0")};
  return material;
}

Light spot() {
  Light light;
  light.name = "lamp";
  light.kind = LightKind::spot;
  light.range = 10;
  light.inner_cone_radians = 0.5F;
  light.outer_cone_radians = 0.75F;
  return light;
}

}  // namespace

AssetManifest plain_manifest() {
  AssetManifest manifest;
  manifest.asset = "box.obj";
  manifest.source = {"props/box.obj", "0123456789abcdef"};
  manifest.container_path = "box.obj.lodc";
  manifest.container_size = 2048;
  manifest.index_hash = "00000000000000aa";
  manifest.content_hash = "ffffffffffffffff";
  manifest.settings = sample_settings();
  manifest.materials.resize(1);
  ObjectFacts object;
  object.name = "box";
  object.bounds.box = {{-1, -1, -1}, {1, 1, 1}};
  object.bounds.sphere = {{0, 0, 0}, 1.75F};
  object.bounds.extent = 2;
  object.levels = {level_0(), level_1()};
  object.stopped = "triangle_floor";
  manifest.objects = {object};
  return manifest;
}

AssetManifest full_manifest() {
  AssetManifest manifest = plain_manifest();
  manifest.dependencies = {{"props/box.mtl", "1111111111111111"}, {"props/lost.png", ""}};
  manifest.materials.push_back(full_material());
  manifest.objects.push_back(manifest.objects[0]);
  LevelFacts& proven = manifest.objects[1].levels[1];
  proven.proof = Proof::proven;
  proven.relative = {0.01, 0.002, 4000, 0.011, 0.0115, 0.001};
  proven.absolute = {0.02, 0.004, 4000, 0.022, 0.023, 0.002};
  proven.draws = {{0, 2}, {1, 4}};
  proven.redone = 2;
  proven.pose = {"walk", 0.5};
  proven.normal_angle = {1.5, 20.25, 128};
  manifest.objects[1].cull_screen_height = 0.02;
  manifest.objects[1].bounds.origin = {5000000, 0, -0.5};
  Placement placement{"left", 1, {}, false};
  placement.matrix.m[12] = 1e-7;
  manifest.placements = {{"root", 0, {}, true}, placement};
  manifest.skeleton = {{"hip", -1, {}, {}}, {"knee", 0, {}, {}}};
  manifest.lights = {spot(), Light()};
  manifest.warnings = {{"normals_made", "2 primitives had no normals"}};
  return manifest;
}

AssetManifest flat_manifest() {
  AssetManifest manifest = plain_manifest();
  ObjectFacts& object = manifest.objects[0];
  object.tiles = {tile(0, 0, 2, {}), tile(1, 0, 3, {}), tile(2, 1, 4, {0}), tile(3, 1, 4, {1}), tile(4, 2, {}, {2, 3})};
  object.tiles[1].shared = SharedReason::spanning;
  FlatTile west, east;
  west.lod_levels = {{0, 0}, {2, 10}};
  east.lod_levels = {{1, 0}};
  west.hlod_levels = east.hlod_levels = {{4, 100}};
  west.streaming_radius = east.streaming_radius = 110;
  west.prefetch_radius = east.prefetch_radius = 125;
  west.unload_radius = east.unload_radius = 150;
  east.dropped = {{3, "its error is that of a coarser tile"}};
  object.flat_tiles = {west, east};
  object.tiles[0].draws[0].placement = 0;
  object.draw_counts = {3, 2};
  manifest.placements = {{"root", 0, {}, true}};
  object.failed_tiles = {{"cell 4, 0, 0", "no triangle is left"}};
  return manifest;
}

AssetManifest instances_manifest() {
  AssetManifest manifest = plain_manifest();
  ObjectFacts& object = manifest.objects[0];
  object.tiles = {tile(0, 0, 2, {}), tile(1, 0, 2, {}), tile(2, 1, {}, {0, 1})};
  object.draw_counts = {3, 2};
  manifest.placements = {{"root", 0, {}, true}, {"post", 0, {}, true}};
  Mat4d moved;
  moved.m[0] = -0.25;
  moved.m[13] = 1e-7;
  object.tiles[0].instances = {{1, no_placement, {}}, {0, 1, moved}};
  object.tiles[1].instances = {{1, 0, moved}};
  SharedMeshFacts post;
  post.name = "post";
  post.box = {{-1, 0, -1}, {1, 0.5F, 1}};
  post.triangles = 12;
  post.vertices = 24;
  post.bytes = 96;
  post.decoded_bytes = 264;
  post.offset = 4096;
  post.hash = "0123456789abcdef";
  post.instances = 1;
  post.draws = {{0, 12}};
  manifest.shared_meshes = {post, post};
  manifest.shared_meshes[1].name = "plate";
  manifest.shared_meshes[1].instances = 2;
  return manifest;
}

FolderIndex sample_index() {
  FolderIndex index;
  index.assets = {{"b/rock.glb", "b/rock.glb.lod.json", "b/rock.glb.lodc", 5, 1000},
                  {"a.obj", "a.obj.lod.json", "a.obj.lodc", 3, 24}};
  index.skipped = {{"notes.blend", "no reader for this format"}};
  index.failed = {{"z.ply", {ErrorCode::truncated, "the file ends early", "vertex 7"}},
                  {"c.gltf", {ErrorCode::missing_dependency, "c.bin is not there", ""}}};
  return index;
}

}  // namespace lodcook::manifest
