#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

/// The fixed-width little-endian records of a container, as formats/FORMAT.md lists them.
namespace lodcook::format {

static_assert(std::endian::native == std::endian::little, "records are copied as they are stored");

constexpr unsigned char magic[8] = {0x89, 'L', 'O', 'D', 0x0D, 0x0A, 0x1A, 0x0A};
constexpr std::uint16_t version_major = 1;
constexpr std::uint16_t version_minor = 0;
/// Tiles have instances of meshes that the container holds once.
constexpr std::uint64_t feature_instances = 1;
constexpr std::uint64_t known_required_features = feature_instances;
constexpr std::uint64_t header_size = 128;
constexpr std::uint64_t chunk_alignment = 16;
/// What a reader asks for first.
constexpr std::uint64_t first_read_bytes = 65'536;
/// Floats are exact to here, so tile origins stay below it.
constexpr std::int32_t largest_origin = 1 << 24;

constexpr std::uint64_t align_chunk(std::uint64_t offset) noexcept {
  return (offset + (chunk_alignment - 1)) & ~(chunk_alignment - 1);
}

struct StringRef {
  std::uint32_t offset;
  std::uint32_t size;
};
static_assert(sizeof(StringRef) == 8);

struct HeaderRecord {
  unsigned char magic[8];
  std::uint16_t version_major;
  std::uint16_t version_minor;
  std::uint32_t header_size;
  std::uint64_t required_features;
  std::uint64_t optional_features;
  std::uint64_t file_size;
  std::uint64_t index_size;
  std::uint64_t index_hash;
  std::uint64_t content_hash;
  std::uint32_t chunk_count;
  std::uint32_t object_count;
  std::uint32_t level_count;
  std::uint32_t tile_count;
  std::uint32_t draw_count;
  std::uint32_t attribute_count;
  std::uint32_t material_count;
  std::uint32_t texture_count;
  std::uint32_t joint_count;
  std::uint32_t placement_count;
  std::uint32_t light_count;
  std::uint32_t morph_count;
  std::uint32_t string_bytes;
  std::uint32_t reserved;
  std::uint64_t header_hash;
};
static_assert(sizeof(HeaderRecord) == header_size);
static_assert(offsetof(HeaderRecord, required_features) == 16);
static_assert(offsetof(HeaderRecord, file_size) == 32);
static_assert(offsetof(HeaderRecord, content_hash) == 56);
static_assert(offsetof(HeaderRecord, chunk_count) == 64);
static_assert(offsetof(HeaderRecord, string_bytes) == 112);
static_assert(offsetof(HeaderRecord, header_hash) == 120);

/// draw_origins and shared_tiles are ignorable and belong to the whole asset; the others are a tile's.
enum class ChunkKind : std::uint16_t { indices = 1, vertices = 2, draw_origins = 3, shared_tiles = 4, instances = 5 };

/// A reader that does not know the kind or codec of such a chunk passes it by.
constexpr std::uint32_t chunk_ignorable = 1;

/// Bit 0: zstd is the outer coding. The rest: nothing, meshoptimizer's vertex codec, or its triangle index codec.
enum class Codec : std::uint16_t {
  raw = 0,
  zstd = 1,
  vertex = 2,
  vertex_zstd = 3,
  index = 4,
  index_zstd = 5,
};

struct ChunkRecord {
  std::uint64_t offset;
  std::uint32_t encoded_size;
  std::uint32_t decoded_size;
  std::uint64_t encoded_hash;
  std::uint64_t decoded_hash;
  std::uint16_t kind;
  std::uint16_t codec;
  std::uint32_t flags;
  std::uint32_t element_count;
  std::uint32_t element_stride;
};
static_assert(sizeof(ChunkRecord) == 48);
static_assert(offsetof(ChunkRecord, encoded_hash) == 16);
static_assert(offsetof(ChunkRecord, kind) == 32);
static_assert(offsetof(ChunkRecord, element_stride) == 44);

constexpr std::uint32_t object_skinned = 1;
/// What instances stand for: one level of one tile, behind all other objects.
constexpr std::uint32_t object_shared_mesh = 2;

struct ObjectRecord {
  StringRef name;
  std::uint32_t first_level;
  std::uint32_t level_count;
  double origin[3];
  float box[6];
  float sphere[4];
  float extent;
  std::uint32_t flags;
  double lattice_step;
  std::uint32_t first_morph;
  std::uint32_t morph_count;
};
static_assert(sizeof(ObjectRecord) == 104);
static_assert(offsetof(ObjectRecord, origin) == 16);
static_assert(offsetof(ObjectRecord, box) == 40);
static_assert(offsetof(ObjectRecord, extent) == 80);
static_assert(offsetof(ObjectRecord, lattice_step) == 88);

struct LevelRecord {
  std::uint32_t first_tile;
  std::uint32_t tile_count;
  std::uint64_t vertex_count;
  std::uint64_t triangle_count;
  double error_relative;
  double error_absolute;
  double estimate_relative;
  float box[6];
  float sphere[4];
  std::uint32_t proof;
  std::uint32_t reserved;
};
static_assert(sizeof(LevelRecord) == 96);
static_assert(offsetof(LevelRecord, error_relative) == 24);
static_assert(offsetof(LevelRecord, box) == 48);
static_assert(offsetof(LevelRecord, proof) == 88);

struct TileRecord {
  std::uint32_t level;
  std::int32_t parent;
  std::int32_t first_child;
  std::int32_t next_sibling;
  std::uint32_t first_chunk;
  std::uint32_t chunk_count;
  std::uint32_t vertex_count;
  std::uint32_t triangle_count;
  std::uint32_t first_draw;
  std::uint32_t draw_count;
  std::uint32_t first_attribute;
  std::uint32_t attribute_count;
  double error_relative;
  double error_absolute;
  float box[6];
  std::int32_t origin[3];
  std::uint32_t reserved;
};
static_assert(sizeof(TileRecord) == 104);
static_assert(offsetof(TileRecord, first_chunk) == 16);
static_assert(offsetof(TileRecord, error_relative) == 48);
static_assert(offsetof(TileRecord, box) == 64);
static_assert(offsetof(TileRecord, origin) == 88);

struct DrawRecord {
  std::uint32_t tile;
  std::uint32_t material;
  std::uint32_t first_index;
  std::uint32_t index_count;
};
static_assert(sizeof(DrawRecord) == 16);

/// An element of a draw_origins chunk: one for each draw range, in their order.
struct DrawOriginRecord {
  std::uint32_t source_draws;
  std::uint32_t placement;
};
static_assert(sizeof(DrawOriginRecord) == 8);

/// An element of a shared_tiles chunk, in rising order of tiles.
struct SharedTileRecord {
  std::uint32_t tile;
  std::uint32_t reason;
};
static_assert(sizeof(SharedTileRecord) == 8);

/// An element of an instances chunk. The matrix is column-major without its last row, which is 0 0 0 1.
struct InstanceRecord {
  std::uint32_t mesh;
  std::uint32_t placement;
  double matrix[12];
};
static_assert(sizeof(InstanceRecord) == 104);
static_assert(offsetof(InstanceRecord, matrix) == 8);

constexpr std::uint16_t attribute_normalized = 1;
constexpr std::uint16_t attribute_octahedral = 2;
constexpr std::uint16_t attribute_morph = 4;

struct AttributeRecord {
  std::uint8_t semantic;
  std::uint8_t set;
  std::uint8_t type;
  std::uint8_t components;
  std::uint16_t flags;
  std::uint16_t morph_target;
  std::uint32_t stride;
  std::uint32_t reserved;
  float scale[4];
  float offset[4];
};
static_assert(sizeof(AttributeRecord) == 48);
static_assert(offsetof(AttributeRecord, stride) == 8);
static_assert(offsetof(AttributeRecord, scale) == 16);

/// Bits 0 and 1 of a material's flags are the AlphaMode.
constexpr std::uint32_t material_double_sided = 4;

struct MaterialRecord {
  StringRef name;
  std::uint32_t first_texture;
  std::uint32_t texture_count;
  std::uint32_t flags;
  float alpha_cutoff;
  float metallic_factor;
  float roughness_factor;
  float base_color_factor[4];
  float emissive_factor[3];
  std::uint32_t reserved;
};
static_assert(sizeof(MaterialRecord) == 64);
static_assert(offsetof(MaterialRecord, flags) == 16);
static_assert(offsetof(MaterialRecord, base_color_factor) == 32);

struct TextureRecord {
  StringRef slot_name;
  StringRef path;
  std::uint32_t slot;
  std::uint32_t uv_set;
  float offset[2];
  float scale[2];
  float rotation_radians;
  std::uint16_t wrap_s;
  std::uint16_t wrap_t;
};
static_assert(sizeof(TextureRecord) == 48);
static_assert(offsetof(TextureRecord, offset) == 24);
static_assert(offsetof(TextureRecord, wrap_s) == 44);

struct JointRecord {
  StringRef name;
  std::int32_t parent;
  std::uint32_t reserved;
  double local_rest[16];
  double inverse_bind[16];
};
static_assert(sizeof(JointRecord) == 272);

constexpr std::uint32_t placement_baked = 1;

struct PlacementRecord {
  StringRef name;
  std::uint32_t object;
  std::uint32_t flags;
  double matrix[16];
};
static_assert(sizeof(PlacementRecord) == 144);

struct LightRecord {
  StringRef name;
  std::uint32_t kind;
  std::uint32_t reserved;
  float color[3];
  float intensity;
  float range;
  float inner_cone_radians;
  float outer_cone_radians;
  std::uint32_t reserved_too;
  double transform[16];
};
static_assert(sizeof(LightRecord) == 176);

/// Records inside a buffer of any alignment: each is copied out when it is asked for.
template <class Record>
class RecordView {
  static_assert(std::is_trivially_copyable_v<Record>);

 public:
  RecordView() = default;
  explicit RecordView(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(bytes_.size() / sizeof(Record));
  }

  [[nodiscard]] Record operator[](std::size_t i) const noexcept {
    Record record;
    std::memcpy(&record, bytes_.data() + i * sizeof(Record), sizeof(Record));
    return record;
  }

 private:
  std::span<const std::byte> bytes_;
};

/// The tables of an index, in their stored order.
struct Tables {
  std::uint64_t required_features = 0;
  RecordView<ChunkRecord> chunks;
  RecordView<ObjectRecord> objects;
  RecordView<LevelRecord> levels;
  RecordView<TileRecord> tiles;
  RecordView<DrawRecord> draws;
  RecordView<AttributeRecord> attributes;
  RecordView<MaterialRecord> materials;
  RecordView<TextureRecord> textures;
  RecordView<JointRecord> joints;
  RecordView<PlacementRecord> placements;
  RecordView<LightRecord> lights;
  RecordView<StringRef> morphs;
  std::span<const std::byte> strings;
};

}  // namespace lodcook::format
