#include "formats/src/index_write.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <utility>

#include "formats/src/attribute_layout.h"
#include "formats/src/hash.h"
#include "formats/src/index_parse.h"

namespace lodcook::format {
namespace {

void store(const Aabb& box, float (&out)[6]) noexcept {
  const float values[6] = {box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z};
  std::copy(std::begin(values), std::end(values), std::begin(out));
}

void store(const Sphere& sphere, float (&out)[4]) noexcept {
  const float values[4] = {sphere.center.x, sphere.center.y, sphere.center.z, sphere.radius};
  std::copy(std::begin(values), std::end(values), std::begin(out));
}

void store(const Mat4d& matrix, double (&out)[16]) noexcept {
  std::copy(std::begin(matrix.m), std::end(matrix.m), std::begin(out));
}

std::uint32_t count(std::size_t size) noexcept { return static_cast<std::uint32_t>(size); }

StringRef add_string(IndexTables& tables, const std::string& text) {
  const StringRef ref{count(tables.strings.size()), count(text.size())};
  tables.strings += text;
  return ref;
}

ObjectRecord object_record(const ObjectContent& object, const IndexTables& tables) noexcept {
  ObjectRecord record{};
  record.first_level = count(tables.levels.size());
  record.level_count = count(object.levels.size());
  record.origin[0] = object.bounds.origin.x;
  record.origin[1] = object.bounds.origin.y;
  record.origin[2] = object.bounds.origin.z;
  store(object.bounds.box, record.box);
  store(object.bounds.sphere, record.sphere);
  record.extent = object.bounds.extent;
  record.flags = object.skinned ? object_skinned : 0;
  record.lattice_step = object.lattice_step;
  record.first_morph = count(tables.morphs.size());
  record.morph_count = count(object.morph_names.size());
  return record;
}

LevelRecord level_record(const LevelContent& level, const IndexTables& tables) noexcept {
  LevelRecord record{};
  record.first_tile = count(tables.tiles.size());
  record.tile_count = count(level.tiles.size());
  record.error_relative = level.error_relative;
  record.error_absolute = level.error_absolute;
  record.estimate_relative = level.estimate_relative;
  store(level.box, record.box);
  store(level.sphere, record.sphere);
  record.proof = static_cast<std::uint32_t>(level.proof);
  for (const TileContent& tile : level.tiles) {
    record.vertex_count += tile.vertex_count;
    record.triangle_count += tile.indices.size() / 3;
  }
  return record;
}

/// Runs of attribute records that are in the table already, by their bytes.
class AttributeRuns {
 public:
  std::uint32_t place(const TileContent& tile, std::vector<AttributeRecord>& table) {
    std::vector<AttributeRecord> run;
    run.reserve(tile.attributes.size());
    for (const AttributeContent& content : tile.attributes) run.push_back(to_record(content.attribute));
    std::sort(run.begin(), run.end(),
              [](const AttributeRecord& a, const AttributeRecord& b) { return order_key(a) < order_key(b); });
    const std::string key(reinterpret_cast<const char*>(run.data()), run.size() * sizeof(AttributeRecord));
    const auto [found, is_new] = first_by_bytes_.emplace(key, count(table.size()));
    if (is_new) table.insert(table.end(), run.begin(), run.end());
    return found->second;
  }

 private:
  std::map<std::string, std::uint32_t> first_by_bytes_;
};

Result<TileRecord> tile_record(const TileContent& tile, std::uint32_t level, std::uint32_t first_tile) {
  TileRecord record{};
  record.level = level;
  record.parent = tile.parent < 0 ? -1 : static_cast<std::int32_t>(first_tile) + tile.parent;
  record.first_child = -1;
  record.next_sibling = -1;
  record.chunk_count = count(tile.attributes.size() + (tile.instances.empty() ? 1 : 2));
  record.vertex_count = tile.vertex_count;
  record.triangle_count = count(tile.indices.size() / 3);
  record.error_relative = tile.error_relative;
  record.error_absolute = tile.error_absolute;
  store(tile.box, record.box);
  for (int axis = 0; axis < 3; ++axis) {
    if (tile.origin[axis] < -largest_origin || tile.origin[axis] > largest_origin) {
      return Error{ErrorCode::invalid_argument, "a tile's origin is too far from the lattice's", ""};
    }
    record.origin[axis] = static_cast<std::int32_t>(tile.origin[axis]);
  }
  return record;
}

void add_draws(const TileContent& tile, std::uint32_t t, TileRecord& record, std::vector<DrawRecord>& draws) {
  record.first_draw = count(draws.size());
  record.draw_count = count(tile.draws.size());
  for (const DrawRange& draw : tile.draws) draws.push_back({t, draw.material, draw.first_index, draw.index_count});
}

/// Lists the children of every parent in the order of their numbers.
void link_children(std::vector<TileRecord>& tiles, std::size_t first_tile) {
  for (std::size_t t = tiles.size(); t-- > first_tile;) {
    const std::int32_t parent = tiles[t].parent;
    if (parent < 0 || static_cast<std::size_t>(parent) >= tiles.size()) continue;
    TileRecord& record = tiles[static_cast<std::size_t>(parent)];
    tiles[t].next_sibling = record.first_child;
    record.first_child = static_cast<std::int32_t>(t);
  }
}

Status add_objects(const ContainerContent& content, IndexTables& tables) {
  AttributeRuns runs;
  for (const ObjectContent* const entry : all_objects(content)) {
    const ObjectContent& object = *entry;
    ObjectRecord record = object_record(object, tables);
    if (tables.objects.size() >= content.objects.size()) record.flags |= object_shared_mesh;
    record.name = add_string(tables, object.name);
    const std::uint32_t first_tile = count(tables.tiles.size());
    for (const LevelContent& level : object.levels) {
      const std::uint32_t l = count(tables.levels.size());
      tables.levels.push_back(level_record(level, tables));
      for (const TileContent& tile : level.tiles) {
        Result<TileRecord> made = tile_record(tile, l, first_tile);
        if (!made) return std::move(made).error();
        add_draws(tile, count(tables.tiles.size()), *made, tables.draws);
        made->first_attribute = runs.place(tile, tables.attributes);
        made->attribute_count = count(tile.attributes.size());
        tables.tiles.push_back(*made);
      }
    }
    link_children(tables.tiles, first_tile);
    // Names come at the end of the strings, so their places are made now and filled later.
    tables.morphs.resize(tables.morphs.size() + object.morph_names.size());
    tables.objects.push_back(record);
  }
  return Done{};
}

MaterialRecord material_record(const Material& material, std::uint32_t first_texture) noexcept {
  MaterialRecord record{};
  record.first_texture = first_texture;
  record.texture_count = count(material.textures.size());
  record.flags = static_cast<std::uint32_t>(material.alpha_mode) |
                 (material.double_sided ? material_double_sided : std::uint32_t{0});
  record.alpha_cutoff = material.alpha_cutoff;
  record.metallic_factor = material.metallic_factor;
  record.roughness_factor = material.roughness_factor;
  const Vec4f& base = material.base_color_factor;
  const float base_values[4] = {base.x, base.y, base.z, base.w};
  std::copy(std::begin(base_values), std::end(base_values), std::begin(record.base_color_factor));
  const Vec3f& emissive = material.emissive_factor;
  const float emissive_values[3] = {emissive.x, emissive.y, emissive.z};
  std::copy(std::begin(emissive_values), std::end(emissive_values), std::begin(record.emissive_factor));
  return record;
}

TextureRecord texture_record(const TextureReference& texture) noexcept {
  TextureRecord record{};
  record.slot = static_cast<std::uint32_t>(texture.slot);
  record.uv_set = texture.uv_set;
  record.offset[0] = texture.offset.x;
  record.offset[1] = texture.offset.y;
  record.scale[0] = texture.scale.x;
  record.scale[1] = texture.scale.y;
  record.rotation_radians = texture.rotation_radians;
  record.wrap_s = texture.wrap_s;
  record.wrap_t = texture.wrap_t;
  return record;
}

void add_materials(const std::vector<Material>& materials, IndexTables& tables) {
  std::uint32_t next_texture = 0;
  for (const Material& material : materials) {
    tables.materials.push_back(material_record(material, next_texture));
    tables.materials.back().name = add_string(tables, material.name);
    next_texture += count(material.textures.size());
  }
  for (const Material& material : materials) {
    for (const TextureReference& texture : material.textures) {
      tables.textures.push_back(texture_record(texture));
      tables.textures.back().slot_name = add_string(tables, texture.slot_name);
      tables.textures.back().path = add_string(tables, texture.path);
    }
  }
}

void add_joints(const std::vector<Joint>& skeleton, IndexTables& tables) {
  for (const Joint& joint : skeleton) {
    JointRecord record{};
    record.name = add_string(tables, joint.name);
    record.parent = joint.parent;
    store(joint.local_rest, record.local_rest);
    store(joint.inverse_bind, record.inverse_bind);
    tables.joints.push_back(record);
  }
}

void add_placements(const std::vector<Placement>& placements, IndexTables& tables) {
  for (const Placement& placement : placements) {
    PlacementRecord record{};
    record.name = add_string(tables, placement.name);
    record.object = placement.object;
    record.flags = placement.baked ? placement_baked : 0;
    store(placement.matrix, record.matrix);
    tables.placements.push_back(record);
  }
}

void add_lights(const std::vector<Light>& lights, IndexTables& tables) {
  for (const Light& light : lights) {
    LightRecord record{};
    record.name = add_string(tables, light.name);
    record.kind = static_cast<std::uint32_t>(light.kind);
    record.color[0] = light.color.x;
    record.color[1] = light.color.y;
    record.color[2] = light.color.z;
    record.intensity = light.intensity;
    record.range = light.range;
    record.inner_cone_radians = light.inner_cone_radians;
    record.outer_cone_radians = light.outer_cone_radians;
    store(light.transform, record.transform);
    tables.lights.push_back(record);
  }
}

void add_morph_names(const ContainerContent& content, IndexTables& tables) {
  std::size_t next = 0;
  for (const ObjectContent* const object : all_objects(content)) {
    for (const std::string& name : object->morph_names) tables.morphs[next++] = add_string(tables, name);
  }
}

/// Copies a table to `at` and moves `at` behind it.
template <class Table>
void put(std::vector<std::byte>& out, std::size_t& at, const Table& table) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(table));
  if (!bytes.empty()) std::memcpy(out.data() + at, bytes.data(), bytes.size());
  at += bytes.size();
}

std::uint64_t content_hash(const std::vector<ChunkRecord>& chunks) {
  Hasher64 hasher;
  for (const ChunkRecord& chunk : chunks) hasher.update(std::as_bytes(std::span(&chunk.decoded_hash, 1)));
  return hasher.value();
}

}  // namespace

AttributeRecord to_record(const Attribute& attribute) noexcept {
  AttributeRecord record{};
  record.semantic = static_cast<std::uint8_t>(attribute.semantic);
  record.set = attribute.set;
  record.type = static_cast<std::uint8_t>(attribute.type);
  record.components = attribute.components;
  record.flags = static_cast<std::uint16_t>((attribute.normalized ? attribute_normalized : 0) |
                                            (attribute.octahedral ? attribute_octahedral : 0) |
                                            (attribute.morph ? attribute_morph : 0));
  record.morph_target = attribute.morph_target;
  record.stride = attribute.stride;
  // Where base positions stand is the lattice's to say, so that tiles can share a layout.
  const bool base_position = attribute.semantic == Semantic::position && !attribute.morph;
  for (int c = 0; c < 4; ++c) {
    record.scale[c] = base_position ? 1 : attribute.scale[c];
    record.offset[c] = base_position ? 0 : attribute.offset[c];
  }
  return record;
}

std::vector<const ObjectContent*> all_objects(const ContainerContent& content) {
  std::vector<const ObjectContent*> objects;
  objects.reserve(content.objects.size() + content.shared_meshes.size());
  for (const ObjectContent& object : content.objects) objects.push_back(&object);
  for (const ObjectContent& mesh : content.shared_meshes) objects.push_back(&mesh);
  return objects;
}

Result<IndexTables> build_index(const ContainerContent& content) {
  IndexTables tables;
  if (!content.shared_meshes.empty()) tables.required_features = feature_instances;
  if (Status status = add_objects(content, tables); !status) return std::move(status).error();
  add_materials(content.materials, tables);
  add_joints(content.skeleton, tables);
  add_placements(content.placements, tables);
  add_lights(content.lights, tables);
  add_morph_names(content, tables);
  return tables;
}

HeaderRecord count_tables(const IndexTables& tables) {
  HeaderRecord header{};
  header.chunk_count = count(tables.chunks.size());
  header.object_count = count(tables.objects.size());
  header.level_count = count(tables.levels.size());
  header.tile_count = count(tables.tiles.size());
  header.draw_count = count(tables.draws.size());
  header.attribute_count = count(tables.attributes.size());
  header.material_count = count(tables.materials.size());
  header.texture_count = count(tables.textures.size());
  header.joint_count = count(tables.joints.size());
  header.placement_count = count(tables.placements.size());
  header.light_count = count(tables.lights.size());
  header.morph_count = count(tables.morphs.size());
  header.string_bytes = count(tables.strings.size());
  header.index_size = table_bytes(header);
  return header;
}

std::vector<std::byte> front_bytes(const IndexTables& tables, std::uint64_t file_size) {
  HeaderRecord header = count_tables(tables);
  std::vector<std::byte> out(static_cast<std::size_t>(data_offset(header)));
  std::size_t at = header_size;
  put(out, at, tables.chunks);
  put(out, at, tables.objects);
  put(out, at, tables.levels);
  put(out, at, tables.tiles);
  put(out, at, tables.draws);
  put(out, at, tables.attributes);
  put(out, at, tables.materials);
  put(out, at, tables.textures);
  put(out, at, tables.joints);
  put(out, at, tables.placements);
  put(out, at, tables.lights);
  put(out, at, tables.morphs);
  put(out, at, tables.strings);

  std::memcpy(header.magic, magic, sizeof(magic));
  header.version_major = version_major;
  header.version_minor = version_minor;
  header.header_size = static_cast<std::uint32_t>(header_size);
  header.required_features = tables.required_features;
  header.file_size = file_size;
  header.index_hash = hash64(std::span<const std::byte>(out).subspan(header_size, at - header_size));
  header.content_hash = content_hash(tables.chunks);
  std::memcpy(out.data(), &header, sizeof(header));
  header.header_hash = hash64(std::span<const std::byte>(out).first(offsetof(HeaderRecord, header_hash)));
  std::memcpy(out.data(), &header, sizeof(header));
  return out;
}

}  // namespace lodcook::format
