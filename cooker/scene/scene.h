#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lodcook/types.h>

#include "cooker/scene/vertex_streams.h"

/// What an importer gives: the source's nodes and meshes as they are, in the source's own units, untransformed.
namespace lodcook::cooker {

constexpr std::uint32_t no_index = 0xFFFFFFFFU;

/// Something that was repaired, left out or doubtful, but did not stop the asset. `id` is a stable word for programs.
struct Warning {
  std::string id;
  std::string message;
};

/// A list of triangles with one material. Joint numbers index the skin of the node that shows the mesh.
struct Primitive {
  std::uint32_t material = no_index;  ///< Into Scene::materials; no_index: the default material.
  VertexStreams vertices;
  std::vector<std::uint32_t> indices;  ///< Triangle list, counter-clockwise outward.
  std::vector<MorphTarget> morph_targets;
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives;
  std::vector<float> default_morph_weights;
};

struct Node {
  std::string name;
  std::uint32_t parent = no_index;  ///< A node earlier in Scene::nodes.
  Mat4d local;                      ///< To the parent's space.
  std::uint32_t mesh = no_index;
  std::uint32_t skin = no_index;
  std::vector<Mat4d>
      instances;  ///< EXT_mesh_gpu_instancing: transforms applied before the node's; empty: one, identity.
};

struct Skin {
  std::string name;
  std::vector<std::uint32_t> joints;  ///< Nodes.
  std::vector<Mat4d> inverse_binds;   ///< One per joint.
};

enum class AnimationPath : std::uint8_t { translation, rotation, scale, weights };
enum class AnimationInterpolation : std::uint8_t { linear, step, cubic_spline };

struct AnimationChannel {
  std::uint32_t node = no_index;
  AnimationPath path = AnimationPath::translation;
  AnimationInterpolation interpolation = AnimationInterpolation::linear;
  std::vector<float> times;   ///< Seconds, ascending.
  std::vector<float> values;  ///< 3, 4 (quaternion xyzw), 3 or `morph count` numbers per key; times 3 for cubic_spline.
};

struct Animation {
  std::string name;
  std::vector<AnimationChannel> channels;
};

/// A light and the node that places it; `light.transform` is filled when the scene is grouped.
struct SceneLight {
  std::uint32_t node = no_index;
  Light light;
};

/// A file that was read to import the scene, or a texture that a material names.
struct Dependency {
  std::string path;        ///< Relative to the model's folder, '/' between parts, as found on disk.
  std::string asked_path;  ///< As the source spells it, where that differs.
  bool read = true;        ///< False: named only (a texture), its bytes do not reach the geometry.
  bool missing = false;
};

struct Scene {
  std::vector<Node> nodes;  ///< Parents before children.
  std::vector<Mesh> meshes;
  std::vector<Material> materials;
  std::vector<Skin> skins;
  std::vector<Animation> animations;
  std::vector<SceneLight> lights;
  std::vector<Dependency> dependencies;  ///< Sorted by path; the source file itself is not in it.
  std::vector<Warning> warnings;
};

}  // namespace lodcook::cooker
