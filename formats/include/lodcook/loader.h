#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lodcook/byte_source.h"
#include "lodcook/limits.h"
#include "lodcook/result.h"
#include "lodcook/types.h"

/// Opens `.lodc` containers and decodes their levels and tiles. The byte format is formats/FORMAT.md.
namespace lodcook {

enum class Semantic : std::uint8_t {
  position = 0,
  normal = 1,
  tangent = 2,
  uv = 3,
  color = 4,
  joints = 5,
  weights = 6
};

enum class ComponentType : std::uint8_t { u8 = 0, i8 = 1, u16 = 2, i16 = 3, u32 = 4, f32 = 5 };

/// How one attribute is stored. A stored component c stands for offset[i] + scale[i] * c (integers first divided by
/// their largest value where `normalized`). Normals and tangents may be octahedral: two components in -1..1 that decode
/// to a unit vector, for a tangent a third whose sign is that of the bitangent; `decode_floats` does it. Base positions
/// are unsigned integers on the object's lattice (see Tile::origin) or, where it has none, floats.
struct Attribute {
  Semantic semantic = Semantic::position;
  std::uint8_t set = 0;  ///< Which UV set, colour set or group of four influences; for a morph stream, the target.
  ComponentType type = ComponentType::f32;
  std::uint8_t components = 0;
  bool normalized = false;
  bool octahedral = false;
  bool morph = false;  ///< Differences of morph target `morph_target` rather than the base shape.
  std::uint16_t morph_target = 0;
  std::uint32_t stride = 0;  ///< Bytes from one vertex to the next; a multiple of 4.
  float scale[4] = {1, 1, 1, 1};
  float offset[4] = {0, 0, 0, 0};
};

/// One range of the container that loads as a whole. An untiled object has one tile per level.
struct Tile {
  std::uint32_t object = 0, level = 0;  ///< `level` counts within the object.
  /// Into Container::tiles(), of the same object; -1: none. A parent is of a coarser level; siblings stand in rising
  /// order and may be of different levels.
  std::int32_t parent = -1, first_child = -1, next_sibling = -1;
  std::uint32_t vertex_count = 0, triangle_count = 0;  ///< Of its own, without instances.
  std::uint32_t instance_count = 0;
  double error_relative = 0, error_absolute = 0;
  Aabb box;                     ///< Relative to the object's origin.
  std::int64_t origin[3] = {};  ///< On the lattice: local position = (origin + stored) * step, per component.
  std::uint64_t byte_offset = 0, byte_size = 0;  ///< Its one contiguous range of the container.
  std::uint64_t decoded_size = 0;
  std::uint64_t content_hash = 0;  ///< XXH64 of the hashes of its decoded streams, in their order, as little-endian.
  std::span<const DrawRange> draws;
};

struct Level {
  std::uint32_t first_tile = 0, tile_count = 0;  ///< Into Container::tiles().
  std::uint64_t vertex_count = 0, triangle_count = 0;
  double error_relative = 0, error_absolute = 0;  ///< What switches: strictly rising from level to level.
  double estimate_relative = 0;
  Proof proof = Proof::none;
  Aabb box;
  Sphere sphere;
  std::uint64_t byte_size = 0, decoded_size = 0;
};

struct ContainerObject {
  std::string name;
  std::uint32_t first_level = 0, level_count = 0;  ///< Into Container::levels(); level 0 is the finest.
  Bounds bounds;
  double lattice_step = 0;  ///< Model units; a power of two, or 0 where positions are floats.
  bool skinned = false;
  std::vector<std::string> morph_names;
};

/// One decoded attribute of a tile; `bytes` is 64-byte aligned and holds vertex_count * stride bytes.
struct DecodedAttribute {
  Attribute attribute;
  std::span<const std::byte> bytes;
};

/// A tile in memory, ready for a GPU. Owns its bytes.
class DecodedTile {
 public:
  [[nodiscard]] std::uint32_t vertex_count() const noexcept { return vertex_count_; }
  [[nodiscard]] std::uint32_t index_count() const noexcept { return index_count_; }
  /// 2 or 4. Every index is below vertex_count().
  [[nodiscard]] std::uint32_t index_size() const noexcept { return index_size_; }
  [[nodiscard]] std::span<const std::byte> index_bytes() const noexcept { return index_bytes_; }
  [[nodiscard]] std::uint32_t index(std::size_t i) const noexcept;
  [[nodiscard]] std::span<const DecodedAttribute> attributes() const noexcept { return attributes_; }
  [[nodiscard]] std::span<const DrawRange> draws() const noexcept { return draws_; }
  /// To be drawn with the tile: every one names a mesh of the container and has a finite matrix.
  [[nodiscard]] std::span<const MeshInstance> instances() const noexcept { return instances_; }

  /// The attribute of the base shape, or null.
  [[nodiscard]] const DecodedAttribute* find(Semantic semantic, std::uint8_t set = 0) const noexcept;

 private:
  friend class Container;
  struct Deleter {
    void operator()(std::byte* p) const noexcept;
  };
  std::vector<std::unique_ptr<std::byte[], Deleter>> allocations_;
  std::vector<DecodedAttribute> attributes_;
  std::vector<DrawRange> draws_;
  std::vector<MeshInstance> instances_;
  std::span<const std::byte> index_bytes_;
  std::uint32_t vertex_count_ = 0, index_count_ = 0, index_size_ = 2;
};

/// An opened container: its tables, checked. Const methods may be called from any thread.
class Container {
 public:
  /// Reads and checks header and index, in at most two reads for a typical asset, no geometry. Takes the source.
  static Result<Container> open(std::unique_ptr<ByteSource> source, const Limits& limits = {});

  Container(Container&&) noexcept;
  Container& operator=(Container&&) noexcept;
  ~Container();

  [[nodiscard]] std::span<const ContainerObject> objects() const noexcept;
  [[nodiscard]] std::span<const Level> levels() const noexcept;
  [[nodiscard]] std::span<const Tile> tiles() const noexcept;
  /// Meshes that tiles have instances of, each stored once. None of them is in objects(), levels() or tiles().
  [[nodiscard]] std::span<const ContainerObject> shared_meshes() const noexcept;
  /// What there is to load of each shared mesh.
  [[nodiscard]] std::span<const Tile> shared_mesh_tiles() const noexcept;
  [[nodiscard]] std::span<const Material> materials() const noexcept;
  [[nodiscard]] std::span<const Joint> skeleton() const noexcept;
  [[nodiscard]] std::span<const Placement> placements() const noexcept;
  [[nodiscard]] std::span<const Light> lights() const noexcept;
  [[nodiscard]] std::uint64_t file_size() const noexcept;
  [[nodiscard]] std::uint64_t index_hash() const noexcept;
  [[nodiscard]] std::uint64_t content_hash() const noexcept;  ///< Of all decoded bytes; the same across zstd versions.

  /// The tiles that together are a level of an object: of every path from a leaf to the root the coarsest tile of level
  /// at most `level`, which counts within the object. One tile where the object is a chain; none for a wrong number.
  [[nodiscard]] std::vector<std::uint32_t> level_cut(std::uint32_t object, std::uint32_t level) const;

  /// What each draw range of each tile was made of, in the order of tiles() and their draws. Not read by open(): one
  /// more read where the container says anything of it, else all are as a default one.
  [[nodiscard]] Result<std::vector<DrawOrigin>> load_draw_origins() const;

  /// By tile: spanning for the shared bucket of a tree, a leaf that is the first child of its root and holds triangles
  /// that would make the tiles of single places too large. Read like the origins.
  [[nodiscard]] Result<std::vector<SharedReason>> load_shared_reasons() const;

  /// The instances of a tile alone, with one read of a part of its range; none where it has none.
  [[nodiscard]] Result<std::vector<MeshInstance>> load_instances(std::uint32_t tile) const;

  /// Decodes one tile with one read of one contiguous range. Fails before allocating if it needs more than the budget.
  Result<DecodedTile> load_tile(std::uint32_t tile) const;

  /// Decodes a shared mesh with one read of one contiguous range, like a tile.
  Result<DecodedTile> load_shared_mesh(std::uint32_t mesh) const;

  /// Decodes a level of an object that has one tile per level and no instances. `level` counts within the object.
  Result<DecodedTile> load_level(std::uint32_t object, std::uint32_t level) const;

 private:
  struct State;
  explicit Container(std::unique_ptr<State> state) noexcept;
  Result<DecodedTile> load_any(std::uint32_t tile) const;
  std::unique_ptr<State> state_;
};

/// Positions of a decoded tile as floats relative to the object's origin, three per vertex. Exact: the same stored
/// corner gives the same bits in every tile.
std::vector<Vec3f> decode_positions(const ContainerObject& object, const Tile& tile, const DecodedTile& decoded);

/// Any attribute as floats, `components_out` per vertex (2, 3 or 4; an octahedral normal gives 3, a tangent 4).
/// Components that are not stored are 0, a missing fourth one is 1.
std::vector<float> decode_floats(const DecodedAttribute& attribute, std::uint32_t vertex_count,
                                 std::uint32_t components_out);

}  // namespace lodcook
