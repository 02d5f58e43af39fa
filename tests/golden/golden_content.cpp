#include "tests/golden/golden_content.h"

#include <cstring>
#include <functional>

namespace lodcook::test {
namespace {

/// Values of one vertex, `per_vertex` of them, at stride sizeof(T) * per_vertex.
template <class T>
AttributeContent make_stream(Attribute attribute, std::uint32_t vertex_count, std::uint32_t per_vertex,
                             const std::function<T(std::uint32_t vertex, std::uint32_t component)>& value) {
  AttributeContent content;
  attribute.stride = static_cast<std::uint32_t>(sizeof(T)) * per_vertex;
  content.attribute = attribute;
  content.bytes.resize(std::size_t{vertex_count} * attribute.stride);
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    for (std::uint32_t c = 0; c < attribute.components; ++c) {
      const T stored = value(v, c);
      std::memcpy(content.bytes.data() + std::size_t{v} * attribute.stride + c * sizeof(T), &stored, sizeof(T));
    }
  }
  return content;
}

Attribute layout(Semantic semantic, ComponentType type, std::uint8_t components, bool normalized) {
  Attribute attribute;
  attribute.semantic = semantic;
  attribute.type = type;
  attribute.components = components;
  attribute.normalized = normalized;
  return attribute;
}

/// side * side vertices in rows, two triangles for each cell.
std::vector<std::uint32_t> grid_indices(std::uint32_t side) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t y = 0; y + 1 < side; ++y) {
    for (std::uint32_t x = 0; x + 1 < side; ++x) {
      const std::uint32_t corner = y * side + x;
      indices.insert(indices.end(), {corner, corner + 1, corner + side, corner + side, corner + 1, corner + side + 1});
    }
  }
  return indices;
}

/// Lattice coordinate of a grid's vertex: columns and rows `spacing` apart, heights 0 to 4.
std::uint32_t grid_coordinate(std::uint32_t side, std::uint32_t spacing, std::uint32_t v, std::uint32_t c) {
  const std::uint32_t x = v % side;
  const std::uint32_t y = v / side;
  return c == 0 ? x * spacing : c == 1 ? y * spacing : (x * 7 + y * 13) % 5;
}

TileContent grid_tile(std::uint32_t side, std::uint32_t spacing, bool wide) {
  TileContent tile;
  tile.vertex_count = side * side;
  tile.indices = grid_indices(side);
  tile.draws = {{0, 0, static_cast<std::uint32_t>(tile.indices.size())}};
  if (wide) {
    tile.attributes.push_back(make_stream<std::uint32_t>(
        layout(Semantic::position, ComponentType::u32, 3, false), tile.vertex_count, 3,
        [=](std::uint32_t v, std::uint32_t c) { return grid_coordinate(side, spacing, v, c); }));
  } else {
    tile.attributes.push_back(make_stream<std::uint16_t>(layout(Semantic::position, ComponentType::u16, 3, false),
                                                         tile.vertex_count, 4, [=](std::uint32_t v, std::uint32_t c) {
                                                           return static_cast<std::uint16_t>(
                                                               grid_coordinate(side, spacing, v, c));
                                                         }));
  }
  return tile;
}

void add_surface(TileContent& tile) {
  Attribute normal = layout(Semantic::normal, ComponentType::i8, 2, true);
  normal.octahedral = true;
  tile.attributes.push_back(
      make_stream<std::int8_t>(normal, tile.vertex_count, 4, [](std::uint32_t v, std::uint32_t c) {
        return static_cast<std::int8_t>(static_cast<int>(v * (c + 3) % 255) - 127);
      }));
  Attribute uv = layout(Semantic::uv, ComponentType::u16, 2, true);
  uv.scale[0] = uv.scale[1] = 2;
  uv.offset[0] = -0.5F;
  tile.attributes.push_back(make_stream<std::uint16_t>(uv, tile.vertex_count, 2, [](std::uint32_t v, std::uint32_t c) {
    return static_cast<std::uint16_t>(v * 257 * (c + 1));
  }));
  tile.attributes.push_back(
      make_stream<std::uint8_t>(layout(Semantic::color, ComponentType::u8, 4, true), tile.vertex_count, 4,
                                [](std::uint32_t v, std::uint32_t c) { return static_cast<std::uint8_t>(v * 5 + c); }));
}

LevelContent level_of(std::vector<TileContent> tiles, double error, const Aabb& box) {
  LevelContent level;
  level.error_relative = level.error_absolute = error;
  level.estimate_relative = error / 2;
  level.proof = error > 0 ? Proof::proven : Proof::none;
  level.box = box;
  level.sphere = {{box.max.x / 2, box.max.y / 2, box.max.z / 2}, box.max.x + box.max.y + box.max.z};
  level.tiles = std::move(tiles);
  for (TileContent& tile : level.tiles) {
    tile.error_relative = tile.error_absolute = error;
    tile.box = box;
  }
  return level;
}

ObjectContent object_of(const char* name, double step, const Aabb& box, std::vector<LevelContent> levels) {
  ObjectContent object;
  object.name = name;
  object.lattice_step = step;
  object.bounds.box = box;
  object.bounds.sphere = levels.front().sphere;
  object.bounds.extent = box.max.x;
  object.levels = std::move(levels);
  return object;
}

ObjectContent grid_object() {
  const Aabb box = {{0, 0, 0}, {8, 8, 0.0625F}};
  TileContent fine = grid_tile(9, 64, false);
  add_surface(fine);
  fine.draws = {{0, 0, 192}, {1, 192, 192}};
  TileContent coarse = grid_tile(3, 256, false);
  add_surface(coarse);
  ObjectContent object = object_of("grid", 1.0 / 64, box, {level_of({fine}, 0, box), level_of({coarse}, 0.25, box)});
  object.bounds.origin = {1000, -2000, 0.5};
  return object;
}

ObjectContent skinned_object() {
  const Aabb box = {{0, 0, 0}, {3, 3, 1}};
  TileContent tile = grid_tile(4, 1, false);
  tile.attributes.clear();
  tile.attributes.push_back(make_stream<float>(
      layout(Semantic::position, ComponentType::f32, 3, false), 16, 3,
      [](std::uint32_t v, std::uint32_t c) { return static_cast<float>(grid_coordinate(4, 1, v, c)) * 0.25F; }));
  tile.attributes.push_back(make_stream<std::uint8_t>(
      layout(Semantic::joints, ComponentType::u8, 4, false), 16, 4,
      [](std::uint32_t v, std::uint32_t c) { return static_cast<std::uint8_t>((v + c) % 2); }));
  tile.attributes.push_back(make_stream<std::uint8_t>(layout(Semantic::weights, ComponentType::u8, 4, true), 16, 4,
                                                      [](std::uint32_t, std::uint32_t c) {
                                                        return std::uint8_t(c < 2 ? 100 : c == 2 ? 55 : 0);
                                                      }));
  Attribute morph = layout(Semantic::position, ComponentType::i16, 3, true);
  morph.morph = true;
  morph.scale[2] = 0.5F;
  tile.attributes.push_back(make_stream<std::int16_t>(morph, 16, 4, [](std::uint32_t v, std::uint32_t c) {
    return static_cast<std::int16_t>(c == 2 ? static_cast<int>(v) * 100 - 800 : 0);
  }));
  ObjectContent object = object_of("skinned", 0, box, {level_of({tile}, 0, box)});
  object.skinned = true;
  object.morph_names = {"raised"};
  return object;
}

ObjectContent tiled_object() {
  const Aabb box = {{0, 0, 0}, {2000, 1000, 1}};
  TileContent west = grid_tile(5, 256, false);
  TileContent east = grid_tile(5, 20'000, true);
  TileContent root = grid_tile(3, 20'000, true);
  west.parent = east.parent = 2;
  west.origin[0] = -1024;
  east.origin[0] = 1024;
  root.origin[2] = -3;
  return object_of("tiled", 1.0 / 128, box, {level_of({west, east}, 0, box), level_of({root}, 0.5, box)});
}

std::vector<Material> golden_materials() {
  Material plaster;
  plaster.name = "plaster";
  plaster.base_color_factor = {0.5F, 0.25F, 0.125F, 1};
  TextureReference texture;
  texture.slot = TextureSlot::base_color;
  texture.path = "textures/plaster.png";
  TextureReference dirt;
  dirt.slot = TextureSlot::other;
  dirt.slot_name = "dirt";
  dirt.path = "textures/dirt.png";
  dirt.uv_set = 1;
  dirt.offset = {0.25F, 0.5F};
  dirt.scale = {4, 8};
  dirt.rotation_radians = 0.75F;
  dirt.wrap_s = 33071;
  plaster.textures = {texture, dirt};
  Material glass;
  glass.name = "glass";
  glass.alpha_mode = AlphaMode::blend;
  glass.alpha_cutoff = 0.125F;
  glass.double_sided = true;
  glass.emissive_factor = {0, 0.5F, 1};
  glass.metallic_factor = 0.25F;
  glass.roughness_factor = 0.75F;
  return {plaster, glass};
}

}  // namespace

ContainerContent golden_square() {
  const Aabb box = {{0, 0, 0}, {1, 1, 0.015625F}};
  TileContent tile = grid_tile(2, 64, false);
  ContainerContent content;
  content.objects = {object_of("square", 1.0 / 64, box, {level_of({tile}, 0, box)})};
  return content;
}

ContainerContent golden_tiles() {
  const Aabb box = {{-12, 0, 0}, {4, 4, 1}}, west_box = {{-12, 0, 0}, {-4, 4, 1}};
  std::vector<TileContent> leaves;
  for (const std::int64_t column : {-3, -2, -1, 0}) {
    TileContent leaf = grid_tile(5, 64, false);
    add_surface(leaf);
    leaf.origin[0] = column * 256;
    leaves.push_back(std::move(leaf));
  }
  TileContent west = grid_tile(5, 128, false);
  add_surface(west);
  west.origin[0] = -768;
  TileContent root = grid_tile(3, 512, false);
  add_surface(root);
  root.origin[0] = -768;
  leaves[0].parent = leaves[1].parent = 4;
  leaves[2].parent = leaves[3].parent = west.parent = 5;
  ObjectContent object = object_of("tiles", 1.0 / 64, box,
                                   {level_of(leaves, 0, box), level_of({west}, 0.25, box), level_of({root}, 2, box)});
  object.bounds.origin = {482'000, 0, -5'456'000};
  object.levels[1].tiles[0].box = west_box;
  object.levels[0].tiles[0].box = object.levels[0].tiles[1].box = west_box;
  ContainerContent content;
  content.objects = {object};
  return content;
}

ContainerContent golden_origins() {
  ContainerContent content = golden_tiles();
  content.placements.resize(2);
  content.placements[1].name = "kept apart";
  std::vector<TileContent>& leaves = content.objects[0].levels[0].tiles;
  leaves[0].draws = {{0, 0, 36}, {0, 36, 60}};
  leaves[0].draw_origins = {{3, no_placement}, {1, 1}};
  leaves[2].shared = SharedReason::spanning;
  return content;
}

ContainerContent golden_instances() {
  ContainerContent content = golden_tiles();
  const Aabb post_box = {{0, 0, 0}, {1, 1, 0.0625F}}, plate_box = {{0, 0, 0}, {0.5F, 0.5F, 0.0625F}};
  TileContent post = grid_tile(3, 32, false);
  add_surface(post);
  content.shared_meshes = {
      object_of("post", 1.0 / 64, post_box, {level_of({post}, 0, post_box)}),
      object_of("plate", 1.0 / 128, plate_box, {level_of({grid_tile(2, 64, false)}, 0, plate_box)})};
  content.placements.resize(2);
  content.placements[1].name = "mirrored post";
  const auto at = [](double x, double y) {
    Mat4d matrix;
    matrix.m[12] = x;
    matrix.m[13] = y;
    return matrix;
  };
  Mat4d mirrored = at(-5, 2);
  mirrored.m[0] = -2;
  std::vector<TileContent>& leaves = content.objects[0].levels[0].tiles;
  leaves[0].instances = {{0, no_placement, at(-10, 1)}, {0, 1, mirrored}, {1, 0, at(-11.5, 0.25)}};
  leaves[1].instances = {{1, no_placement, at(-7, 3)}};
  return content;
}

ContainerContent golden_scene() {
  ContainerContent content;
  content.objects = {grid_object(), skinned_object(), tiled_object()};
  content.materials = golden_materials();
  Joint root;
  root.name = "root";
  Joint tip;
  tip.name = "tip";
  tip.parent = 0;
  tip.local_rest.m[13] = 2;
  tip.inverse_bind.m[13] = -2;
  content.skeleton = {root, tip};
  Placement placed;
  placed.name = "second grid";
  placed.object = 0;
  placed.matrix.m[12] = 16;
  Placement baked;
  baked.name = "tiled";
  baked.object = 2;
  baked.baked = true;
  content.placements = {placed, baked};
  Light lamp;
  lamp.name = "lamp";
  lamp.kind = LightKind::spot;
  lamp.color = {1, 0.5F, 0.25F};
  lamp.intensity = 800;
  lamp.range = 32;
  lamp.inner_cone_radians = 0.25F;
  lamp.outer_cone_radians = 0.5F;
  lamp.transform.m[14] = 4;
  content.lights = {lamp};
  return content;
}

}  // namespace lodcook::test
