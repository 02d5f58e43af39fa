#include "formats/src/container_tables.h"
#include "formats/src/hash.h"

#include <algorithm>
#include <iterator>

namespace lodcook::format {
namespace {

Aabb to_box(const float (&box)[6]) noexcept { return {{box[0], box[1], box[2]}, {box[3], box[4], box[5]}}; }

Sphere to_sphere(const float (&sphere)[4]) noexcept { return {{sphere[0], sphere[1], sphere[2]}, sphere[3]}; }

Mat4d to_matrix(const double (&values)[16]) noexcept {
  Mat4d matrix;
  std::copy(std::begin(values), std::end(values), std::begin(matrix.m));
  return matrix;
}

std::string to_text(const Tables& tables, StringRef text) {
  const std::span<const std::byte> bytes = tables.strings.subspan(text.offset, text.size);
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

ContainerObject to_object(const Tables& tables, const ObjectRecord& record) {
  ContainerObject object;
  object.name = to_text(tables, record.name);
  object.first_level = record.first_level;
  object.level_count = record.level_count;
  object.bounds.origin = {record.origin[0], record.origin[1], record.origin[2]};
  object.bounds.box = to_box(record.box);
  object.bounds.sphere = to_sphere(record.sphere);
  object.bounds.extent = record.extent;
  object.lattice_step = record.lattice_step;
  object.skinned = (record.flags & object_skinned) != 0;
  object.morph_names.reserve(record.morph_count);
  for (std::uint32_t m = 0; m < record.morph_count; ++m) {
    object.morph_names.push_back(to_text(tables, tables.morphs[std::size_t{record.first_morph} + m]));
  }
  return object;
}

Level to_level(const LevelRecord& record) noexcept {
  Level level;
  level.first_tile = record.first_tile;
  level.tile_count = record.tile_count;
  level.vertex_count = record.vertex_count;
  level.triangle_count = record.triangle_count;
  level.error_relative = record.error_relative;
  level.error_absolute = record.error_absolute;
  level.estimate_relative = record.estimate_relative;
  level.proof = static_cast<Proof>(record.proof);
  level.box = to_box(record.box);
  level.sphere = to_sphere(record.sphere);
  return level;
}

bool has_instances(const Tables& tables, const TileRecord& record) noexcept {
  const std::uint32_t place = record.attribute_count + 1;
  if (place >= record.chunk_count) return false;
  const ChunkRecord chunk = tables.chunks[std::size_t{record.first_chunk} + place];
  return chunk.kind == static_cast<std::uint16_t>(ChunkKind::instances) && (chunk.flags & chunk_ignorable) == 0;
}

std::uint32_t count_read_chunks(const Tables& tables, const TileRecord& record) noexcept {
  return 1 + record.attribute_count + (has_instances(tables, record) ? 1 : 0);
}

std::uint64_t hash_of_streams(const Tables& tables, const TileRecord& record) noexcept {
  Hasher64 hasher;
  for (std::uint32_t c = 0; c < count_read_chunks(tables, record); ++c) {
    const ChunkRecord chunk = tables.chunks[std::size_t{record.first_chunk} + c];
    hasher.update(std::as_bytes(std::span(&chunk.decoded_hash, 1)));
  }
  return hasher.value();
}

/// The tile without its place among objects and levels.
Tile to_tile(const Tables& tables, const TileRecord& record) noexcept {
  Tile tile;
  tile.parent = record.parent;
  tile.first_child = record.first_child;
  tile.next_sibling = record.next_sibling;
  tile.vertex_count = record.vertex_count;
  tile.triangle_count = record.triangle_count;
  tile.error_relative = record.error_relative;
  tile.error_absolute = record.error_absolute;
  tile.box = to_box(record.box);
  std::copy(std::begin(record.origin), std::end(record.origin), std::begin(tile.origin));
  const ChunkRecord first = tables.chunks[record.first_chunk];
  const ChunkRecord last = tables.chunks[std::size_t{record.first_chunk} + record.chunk_count - 1];
  tile.byte_offset = first.offset;
  tile.byte_size = align_chunk(last.offset + last.encoded_size) - first.offset;
  for (std::uint32_t c = 0; c < count_read_chunks(tables, record); ++c) {
    tile.decoded_size += tables.chunks[std::size_t{record.first_chunk} + c].decoded_size;
  }
  if (has_instances(tables, record)) {
    tile.instance_count = tables.chunks[std::size_t{record.first_chunk} + record.attribute_count + 1].element_count;
  }
  tile.content_hash = hash_of_streams(tables, record);
  return tile;
}

Attribute to_attribute(const AttributeRecord& record) noexcept {
  Attribute attribute;
  attribute.semantic = static_cast<Semantic>(record.semantic);
  attribute.set = record.set;
  attribute.type = static_cast<ComponentType>(record.type);
  attribute.components = record.components;
  attribute.normalized = (record.flags & attribute_normalized) != 0;
  attribute.octahedral = (record.flags & attribute_octahedral) != 0;
  attribute.morph = (record.flags & attribute_morph) != 0;
  attribute.morph_target = record.morph_target;
  attribute.stride = record.stride;
  std::copy(std::begin(record.scale), std::end(record.scale), std::begin(attribute.scale));
  std::copy(std::begin(record.offset), std::end(record.offset), std::begin(attribute.offset));
  return attribute;
}

TextureReference to_texture(const Tables& tables, const TextureRecord& record) {
  TextureReference texture;
  texture.slot = static_cast<TextureSlot>(record.slot);
  texture.slot_name = to_text(tables, record.slot_name);
  texture.path = to_text(tables, record.path);
  texture.uv_set = record.uv_set;
  texture.offset = {record.offset[0], record.offset[1]};
  texture.scale = {record.scale[0], record.scale[1]};
  texture.rotation_radians = record.rotation_radians;
  texture.wrap_s = record.wrap_s;
  texture.wrap_t = record.wrap_t;
  return texture;
}

Material to_material(const Tables& tables, const MaterialRecord& record) {
  Material material;
  material.name = to_text(tables, record.name);
  material.alpha_mode = static_cast<AlphaMode>(record.flags & 3);
  material.double_sided = (record.flags & material_double_sided) != 0;
  material.alpha_cutoff = record.alpha_cutoff;
  const float(&base)[4] = record.base_color_factor;
  material.base_color_factor = {base[0], base[1], base[2], base[3]};
  const float(&emissive)[3] = record.emissive_factor;
  material.emissive_factor = {emissive[0], emissive[1], emissive[2]};
  material.metallic_factor = record.metallic_factor;
  material.roughness_factor = record.roughness_factor;
  material.textures.reserve(record.texture_count);
  for (std::uint32_t t = 0; t < record.texture_count; ++t) {
    material.textures.push_back(to_texture(tables, tables.textures[std::size_t{record.first_texture} + t]));
  }
  return material;
}

Light to_light(const Tables& tables, const LightRecord& record) {
  Light light;
  light.name = to_text(tables, record.name);
  light.kind = static_cast<LightKind>(record.kind);
  light.color = {record.color[0], record.color[1], record.color[2]};
  light.intensity = record.intensity;
  light.range = record.range;
  light.inner_cone_radians = record.inner_cone_radians;
  light.outer_cone_radians = record.outer_cone_radians;
  light.transform = to_matrix(record.transform);
  return light;
}

template <class Value, class Record, class Convert>
std::vector<Value> convert_all(const RecordView<Record>& records, const Convert& convert) {
  std::vector<Value> values;
  values.reserve(records.size());
  for (std::uint32_t i = 0; i < records.size(); ++i) values.push_back(convert(records[i]));
  return values;
}

void place_tiles(ContainerTables& built) {
  for (std::uint32_t o = 0; o < built.objects.size(); ++o) {
    const ContainerObject& object = built.objects[o];
    for (std::uint32_t l = 0; l < object.level_count; ++l) {
      Level& level = built.levels[std::size_t{object.first_level} + l];
      for (std::uint32_t t = level.first_tile; t < level.first_tile + level.tile_count; ++t) {
        Tile& tile = built.tiles[t];
        const TileRecord& record = built.tile_records[t];
        tile.object = o;
        tile.level = l;
        tile.draws = std::span<const DrawRange>(built.draws).subspan(record.first_draw, record.draw_count);
        level.byte_size += tile.byte_size;
        level.decoded_size += tile.decoded_size;
      }
    }
  }
}

}  // namespace

std::uint64_t built_bytes(const HeaderRecord& header) noexcept {
  const auto table = [](std::uint32_t count, std::size_t size) { return std::uint64_t{count} * size; };
  return table(header.object_count, sizeof(ContainerObject)) + table(header.level_count, sizeof(Level)) +
         table(header.tile_count, sizeof(Tile) + sizeof(TileRecord)) + table(header.draw_count, sizeof(DrawRange)) +
         table(header.material_count, sizeof(Material)) + table(header.texture_count, sizeof(TextureReference)) +
         table(header.joint_count, sizeof(Joint)) + table(header.placement_count, sizeof(Placement)) +
         table(header.light_count, sizeof(Light)) + table(header.chunk_count, sizeof(ChunkRecord)) +
         table(header.attribute_count, sizeof(Attribute)) + table(header.morph_count, sizeof(std::string)) +
         header.string_bytes;
}

ContainerTables build_tables(const Tables& tables) {
  ContainerTables built;
  const auto same = [](const auto& record) { return record; };
  built.objects =
      convert_all<ContainerObject>(tables.objects, [&](const ObjectRecord& r) { return to_object(tables, r); });
  built.levels = convert_all<Level>(tables.levels, to_level);
  built.tiles = convert_all<Tile>(tables.tiles, [&](const TileRecord& r) { return to_tile(tables, r); });
  built.draws = convert_all<DrawRange>(tables.draws, [](const DrawRecord& r) {
    return DrawRange{r.material, r.first_index, r.index_count};
  });
  built.materials =
      convert_all<Material>(tables.materials, [&](const MaterialRecord& r) { return to_material(tables, r); });
  built.joints = convert_all<Joint>(tables.joints, [&](const JointRecord& r) {
    return Joint{to_text(tables, r.name), r.parent, to_matrix(r.local_rest), to_matrix(r.inverse_bind)};
  });
  built.placements = convert_all<Placement>(tables.placements, [&](const PlacementRecord& r) {
    return Placement{to_text(tables, r.name), r.object, to_matrix(r.matrix), (r.flags & placement_baked) != 0};
  });
  built.lights = convert_all<Light>(tables.lights, [&](const LightRecord& r) { return to_light(tables, r); });
  built.chunks = convert_all<ChunkRecord>(tables.chunks, same);
  built.attributes = convert_all<Attribute>(tables.attributes, to_attribute);
  built.tile_records = convert_all<TileRecord>(tables.tiles, same);
  for (std::uint32_t o = 0; o < tables.objects.size(); ++o) {
    if ((tables.objects[o].flags & object_shared_mesh) != 0) ++built.shared_meshes;
  }
  place_tiles(built);
  return built;
}

}  // namespace lodcook::format
