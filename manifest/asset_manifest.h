#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

/// The JSON manifest of one cooked asset as a value. Its schema is manifest.schema.json; the keys are an interface.
namespace lodcook::manifest {

/// What switch distances are computed for.
struct ReferenceView {
  double fov_y_degrees = 60;
  double height_px = 1080;
  double pixel_error = 1;
};

struct FileHash {
  std::string path;  ///< Relative to the INPUT folder, '/' between parts.
  std::string hash;  ///< XXH64 of the bytes, 16 lower-case hex digits; empty for a file that is missing.
};

struct LevelDraw {
  std::uint32_t material = 0;
  std::uint64_t triangles = 0;
  /// Of a tile's: pairs of a source node and a material that were merged into it.
  std::optional<std::uint32_t> source_draws = std::nullopt;
  std::optional<std::uint32_t> placement = std::nullopt;  ///< Of a tile's that was not to be merged: whose it is.
};

/// Draw ranges of all leaves together: as the source has them (one for each node, material and leaf), and as they are.
struct DrawCounts {
  std::uint64_t source = 0, merged = 0;
};

/// A pose of a skinned object.
struct LevelPose {
  std::string animation;
  double time_seconds = 0;
};

struct LevelFacts {
  std::uint32_t level = 0;
  std::uint64_t triangles = 0, vertices = 0;
  std::uint64_t bytes = 0, decoded_bytes = 0, offset = 0;
  LevelError relative, absolute;
  double error_relative = 0, error_absolute = 0;  ///< What switches.
  Proof proof = Proof::none;
  double switch_distance = 0;
  std::optional<double> screen_height;  ///< Absent for level 0.
  std::string method;
  std::uint32_t redone = 0;  ///< How often it was made again with vertices locked that had been left far behind.
  std::optional<NormalAngle> normal_angle;
  std::optional<LevelPose> pose;  ///< In which measured and bound were found, where it is not the bind pose.
  std::vector<LevelDraw> draws;
};

/// A mesh that leaves show where its instances put it; stored once. Its range is the container's.
struct SharedMeshFacts {
  std::string name;
  Aabb box;  ///< Before an instance moves it.
  std::uint64_t triangles = 0, vertices = 0;
  std::uint64_t bytes = 0, decoded_bytes = 0, offset = 0;
  std::string hash;             ///< Of its decoded streams.
  std::uint64_t instances = 0;  ///< Of all leaves.
  std::vector<LevelDraw> draws;
};

/// One tile of a tiled object. Distances count from the nearest point of its box.
struct TileFacts {
  std::uint32_t id = 0;                             ///< Its place in ObjectFacts::tiles.
  std::uint32_t level = 0;                          ///< Halvings; 0 for a leaf, a parent's is higher.
  std::optional<std::array<std::int32_t, 3>> cell;  ///< Where tiles were cut at multiples of a size.
  std::optional<std::uint32_t> parent;
  std::vector<std::uint32_t> children;
  Aabb box;
  std::uint64_t triangles = 0, vertices = 0;  ///< As drawn: those of its instances too.
  std::uint64_t bytes = 0, decoded_bytes = 0, offset = 0;
  std::string hash;  ///< Of its decoded streams.
  LevelError relative, absolute;
  double error_relative = 0, error_absolute = 0;
  Proof proof = Proof::none;
  double switch_distance = 0;
  /// From the parent's box: loaded within these, given back beyond the last. Absent for the root, which always stays.
  std::optional<double> streaming_radius, prefetch_radius, unload_radius;
  std::uint32_t priority = 0;  ///< Place in the order of loading where all tiles are equally near: 0 is the root.
  std::string method;
  std::optional<NormalAngle> normal_angle;  ///< Towards level 0 of its region; absent for leaves.
  SharedReason shared = SharedReason::none;
  std::vector<LevelDraw> draws;         ///< Of its own triangles.
  std::vector<MeshInstance> instances;  ///< Of AssetManifest::shared_meshes; only of leaves.
};

struct FlatLevel {
  std::uint32_t tile = 0;      ///< Its place in ObjectFacts::tiles.
  double switch_distance = 0;  ///< From which on it is drawn, from the nearest point of that tile's box.
};

struct DroppedTile {
  std::uint32_t tile = 0;
  std::string reason;
};

/// A leaf for engines that stream flat lists, finest first; distances rise strictly, from `lod_levels` to
/// `hlod_levels`.
struct FlatTile {
  std::vector<FlatLevel> lod_levels;   ///< The leaf, from 0 on, and its own coarser levels.
  std::vector<FlatLevel> hlod_levels;  ///< Tiles that stand for its whole block, listed by each leaf of the block.
  std::optional<double> streaming_radius, prefetch_radius, unload_radius;  ///< Absent where it always stays.
  std::vector<DroppedTile> dropped;                                        ///< Tiles above it that are in no list.
};

struct FailedTile {
  std::string tile, reason;
};

struct ObjectFacts {
  std::string name;
  Bounds bounds;
  std::vector<LevelFacts> levels;
  std::string stopped;
  double cull_screen_height = 0;
  std::vector<TileFacts> tiles;  ///< Empty where each level is one tile.
  std::vector<FailedTile> failed_tiles;
  std::vector<FlatTile> flat_tiles;                      ///< One for each leaf in flat mode; else empty.
  std::optional<DrawCounts> draw_counts = std::nullopt;  ///< Of a tiled object.
};

/// One setting that was in force, as JSON text of its value, by its key in lodcook.json.
struct Setting {
  std::string key;
  std::string json;
};

struct ManifestWarning {
  std::string id, message;
};

struct AssetManifest {
  std::string asset;  ///< File name of the source.
  FileHash source;
  std::vector<FileHash> dependencies;  ///< Sorted by path.
  std::string container_path;          ///< Relative to the manifest.
  std::uint64_t container_size = 0;
  std::string index_hash, content_hash;  ///< 16 lower-case hex digits.
  std::vector<Setting> settings;         ///< Sorted by key.
  ReferenceView view;
  std::vector<Material> materials;
  std::vector<ObjectFacts> objects;
  std::vector<SharedMeshFacts> shared_meshes;
  std::vector<Placement> placements;
  std::vector<Joint> skeleton;
  std::vector<Light> lights;
  std::vector<ManifestWarning> warnings;
};

/// Deterministic text: keys in a fixed order, shortest numbers that read back the same, UTF-8, a newline at the end.
/// What a container alone does not know (asset, source, settings, container path, methods, redone, why a chain stopped)
/// is left out where it is empty; everything else is always there. Textures that share a slot get "_2" and so on in
/// their key.
std::string to_json(const AssetManifest& manifest);

/// Reads the whole manifest of a cooked asset; unknown keys are allowed, missing or mistyped ones are errors that name
/// the key, and so are material, object and joint numbers that stand for nothing, levels out of order, hashes that are
/// none and a source or container path that leaves its folder. A dependency's path may leave the INPUT folder.
Result<AssetManifest> parse_asset_manifest(const std::string& json);

}  // namespace lodcook::manifest
