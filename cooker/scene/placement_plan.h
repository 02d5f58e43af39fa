#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lodcook/types.h>

#include "cooker/scene/object.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// One showing of a mesh: a node, or one of its instances.
struct Part {
  std::uint32_t node = 0;
  std::uint32_t mesh = 0;
  std::uint32_t skin = no_index;  ///< Only where the mesh has joints too.
  Mat4d world;
  std::uint32_t placement = 0;  ///< Into PlacementPlan::placements.
};

/// What one object is made of. With `baked` false there is one part, and its transform stays out of the vertices.
struct ObjectPlan {
  std::string name;
  std::vector<Part> parts;
};

struct PlacementPlan {
  std::vector<ObjectPlan> objects;
  std::vector<Placement> placements;  ///< In the order of nodes, instances in theirs.
};

/// Decides which meshes become which object. Nodes whose mesh has no triangles are not in it.
PlacementPlan plan_placements(const Scene& scene, const std::vector<Mat4d>& world, Grouping grouping);

/// Triangles of a mesh over all its primitives.
std::uint64_t triangle_count(const Mesh& mesh) noexcept;

}  // namespace lodcook::cooker
