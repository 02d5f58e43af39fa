#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lodcook/types.h>

#include "cooker/scene/scene.h"
#include "cooker/scene/vertex_streams.h"

namespace lodcook::cooker {

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
};

enum class Grouping : std::uint8_t {
  model,  ///< One object: everything baked.
  node,   ///< One object for each top-level node that holds triangles.
  mesh,   ///< One object for each unique mesh, untransformed, and placements that say where.
};

}  // namespace lodcook::cooker
