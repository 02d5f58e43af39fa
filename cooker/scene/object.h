#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lodcook/types.h>

#include "cooker/scene/scene.h"
#include "cooker/scene/vertex_streams.h"

namespace lodcook::cooker {

/// One showing of a mesh in an object: a node, or one of its instances.
struct ObjectPart {
  std::uint32_t placement = no_index;  ///< Into ObjectSet::placements; of several the first.
  bool own_draws = false;              ///< Its node's name asks for draw ranges of its own.
  std::uint32_t mesh = no_index;       ///< Of the scene; no_index where a skin places it.
  Mat4d world{};                       ///< Takes the mesh to its place.
};

/// Triangles that may share a draw range.
struct DrawGroup {
  std::uint32_t material = 0;
  std::uint32_t part = no_index;  ///< Into Object::parts; no_index: whichever parts have the material.
};

/// One level-of-detail group: all its parts switch together. Transforms are baked in, every primitive shares one vertex
/// and one index buffer, and the material is part of a vertex's identity, so no triangle mixes materials.
struct Object {
  std::string name;
  Vec3d origin;  ///< World position of the local (0, 0, 0); a multiple of a power of two, so that subtracting is exact.
  VertexStreams vertices;
  std::vector<std::uint32_t> vertex_materials;  ///< One per vertex, into ObjectSet::materials.
  std::vector<std::uint32_t> indices;
  std::vector<MorphTarget> morph_targets;
  bool skinned = false;
  std::vector<ObjectPart> parts;              ///< Empty unless SceneOptions::keep_parts.
  std::vector<std::uint32_t> triangle_parts;  ///< By triangle, into `parts`; empty where those are.
  /// By triangle, its number among those of its part's mesh; empty unless SceneOptions::keep_sources.
  std::vector<std::uint32_t> triangle_sources;
  std::vector<DrawGroup> draw_groups;  ///< Where not empty, what `vertex_materials` point into instead.
};

/// The material of one of an object's vertex_materials.
inline std::uint32_t material_of(const Object& object, std::uint32_t group) noexcept {
  return object.draw_groups.empty() ? group : object.draw_groups[group].material;
}

/// Lets draw ranges be by material alone.
inline void join_draw_groups(Object& object) {
  for (std::uint32_t& group : object.vertex_materials) group = material_of(object, group);
  object.draw_groups.clear();
}

/// Where the joints of a skeleton are at a time of an animation.
struct Pose {
  std::string animation;
  double time_seconds = 0;
  std::vector<Mat4d> joints;  ///< By joint: takes a vertex of an object to its place in the world.
};

/// All objects of one source and what they share. Joint numbers of vertices index `skeleton`.
struct ObjectSet {
  std::vector<Object> objects;
  std::vector<Placement> placements;
  std::vector<Material> materials;  ///< Only those that a triangle uses; an unnamed default is last where it is needed.
  std::vector<Joint> skeleton;
  std::vector<Light> lights;
  std::vector<Dependency> dependencies;
  std::vector<Warning> warnings;
  /// By object the coarser levels that the source brings, fine to coarse; empty, or one list for each object.
  std::vector<std::vector<Object>> authored;
  std::vector<Pose> poses;  ///< Sampled from the source's animations; see sample_poses.
};

enum class Grouping : std::uint8_t {
  model,  ///< One object: everything baked.
  node,   ///< One object for each top-level node that holds triangles.
  mesh,   ///< One object for each unique mesh, untransformed, and placements that say where.
};

}  // namespace lodcook::cooker
