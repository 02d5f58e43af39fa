#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Plain values shared by the runtime, the manifest and the cooker. Lengths are in model units unless a name says else;
/// right-handed, counter-clockwise triangles face outward, matrices are column-major.
namespace lodcook {

struct Vec2f {
  float x = 0, y = 0;
  friend bool operator==(const Vec2f&, const Vec2f&) = default;
};

struct Vec3f {
  float x = 0, y = 0, z = 0;
  friend bool operator==(const Vec3f&, const Vec3f&) = default;
};

struct Vec4f {
  float x = 0, y = 0, z = 0, w = 0;
  friend bool operator==(const Vec4f&, const Vec4f&) = default;
};

struct Vec3d {
  double x = 0, y = 0, z = 0;
  friend bool operator==(const Vec3d&, const Vec3d&) = default;
};

struct Vec4d {
  double x = 0, y = 0, z = 0, w = 0;
  friend bool operator==(const Vec4d&, const Vec4d&) = default;
};

/// Column-major: m[4 * column + row]. The default is the identity.
struct Mat4d {
  double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  friend bool operator==(const Mat4d&, const Mat4d&) = default;
};

struct Aabb {
  Vec3f min, max;
};

struct Sphere {
  Vec3f center;
  float radius = 0;
};

/// Bounds of an object over all its levels, relative to `origin`.
struct Bounds {
  Vec3d origin;      ///< Added to every decoded position and to box and sphere, in double.
  Aabb box;          ///< Union over all levels.
  Sphere sphere;     ///< Centre of `box`, radius to the farthest vertex of any level.
  float extent = 0;  ///< Largest side of level 0's box; what relative errors are multiplied by.
};

/// Errors of one level in one unit (of the extent, or of the model). What was not measured is absent.
struct LevelError {
  double estimate = 0;             ///< What the simplifier reports, summed over the chain. Not a bound.
  std::optional<double> rms;       ///< Sampled.
  std::uint32_t rms_samples = 0;   ///< Points that `rms` was taken over, in each direction.
  std::optional<double> measured;  ///< A distance that was found: never above the true one.
  std::optional<double> bound;     ///< Proven: never below the true one.
  std::optional<double> slide;     ///< Sampled: how far a texel or colour has moved along the surface.
};

/// Angles between the normals of a level and level 0's at corresponding points. Sampled: nothing is proven of it.
struct NormalAngle {
  double mean_degrees = 0, worst_degrees = 0;
  std::uint32_t samples = 0;
};

enum class Proof : std::uint8_t { none = 0, proven = 1 };

/// A run of indices that is drawn with one material.
struct DrawRange {
  std::uint32_t material = 0;
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;
  friend bool operator==(const DrawRange&, const DrawRange&) = default;
};

constexpr std::uint32_t no_placement = 0xFFFFFFFFU;

/// What a draw range of a tile was made of.
struct DrawOrigin {
  std::uint32_t source_draws = 1;          ///< Pairs of a source node and a material that were merged into it.
  std::uint32_t placement = no_placement;  ///< The one placement that it belongs to, where it was not to be merged.
  friend bool operator==(const DrawOrigin&, const DrawOrigin&) = default;
};

/// Why a tile stands beside the tiles of the places that it reaches over.
enum class SharedReason : std::uint32_t {
  none = 0,
  spanning = 1,  ///< Its triangles are longer than four sides of the tiles around them.
};

enum class AlphaMode : std::uint8_t { opaque = 0, mask = 1, blend = 2 };

/// What a texture is used for. `other` keeps its name in TextureReference::slot_name.
enum class TextureSlot : std::uint8_t {
  base_color = 0,
  normal = 1,
  metallic_roughness = 2,
  occlusion = 3,
  emissive = 4,
  specular = 5,
  opacity = 6,
  height = 7,
  lightmap = 8,
  other = 255,
};

/// A texture by the path that the source gives, relative to the source file, with '/' between folders. An image
/// embedded in the source is named "#image/<index>".
struct TextureReference {
  TextureSlot slot = TextureSlot::other;
  std::string slot_name;  ///< Only for `other`.
  std::string path;
  std::uint32_t uv_set = 0;
  Vec2f offset{0, 0};  ///< KHR_texture_transform: uv' = offset + rotation * (scale * uv).
  Vec2f scale{1, 1};
  float rotation_radians = 0;
  std::uint16_t wrap_s = 10497, wrap_t = 10497;  ///< glTF sampler values (10497 repeat, 33071 clamp, 33648 mirror).
};

struct Material {
  std::string name;
  AlphaMode alpha_mode = AlphaMode::opaque;
  float alpha_cutoff = 0.5F;
  bool double_sided = false;
  Vec4f base_color_factor{1, 1, 1, 1};
  Vec3f emissive_factor{0, 0, 0};
  float metallic_factor = 0;
  float roughness_factor = 1;
  std::vector<TextureReference> textures;
};

enum class LightKind : std::uint8_t { directional = 0, point = 1, spot = 2, area = 3, ambient = 4 };

/// A punctual light at a node; `transform` is in world space.
struct Light {
  std::string name;
  LightKind kind = LightKind::point;
  Vec3f color{1, 1, 1};
  float intensity = 1;
  float range = 0;  ///< 0: unlimited.
  float inner_cone_radians = 0, outer_cone_radians = 0;
  Mat4d transform;
};

/// One joint of a skeleton. Joints are ordered parents first.
struct Joint {
  std::string name;
  std::int32_t parent = -1;  ///< Index of a joint earlier in the list, or -1.
  Mat4d local_rest;          ///< Rest pose relative to the parent joint (to the world for a root).
  Mat4d inverse_bind;        ///< Takes a vertex of the object (without its origin added) into joint space.
};

/// Where an object is put. `object` indexes the objects of the container; `baked` says that the transform is already in
/// the object's vertices.
struct Placement {
  std::string name;
  std::uint32_t object = 0;
  Mat4d matrix;
  bool baked = false;
};

/// A shared mesh that a tile shows where `matrix` puts it: corner = matrix * position of the mesh, relative to the
/// origin of the tile's object, in double. Where the matrix mirrors (its determinant is negative) the triangles'
/// winding is to be turned; normals go by the inverse transpose. Only leaves have instances: a coarser tile holds their
/// triangles.
struct MeshInstance {
  std::uint32_t mesh = 0;                  ///< Into Container::shared_meshes().
  std::uint32_t placement = no_placement;  ///< Into Container::placements(): the source's node.
  Mat4d matrix;
  friend bool operator==(const MeshInstance&, const MeshInstance&) = default;
};

}  // namespace lodcook
