#include "cooker/scene/placement_plan.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cooker/scene/level_name.h"
#include "cooker/scene/repair_log.h"
#include "cooker/scene/transform.h"

namespace lodcook::cooker {
namespace {

bool has_joints(const Mesh& mesh) {
  return std::any_of(mesh.primitives.begin(), mesh.primitives.end(),
                     [](const Primitive& p) { return !p.vertices.joints.empty(); });
}

/// Every showing of a mesh with triangles, in node order.
std::vector<Part> list_parts(const Scene& scene, const std::vector<Mat4d>& world) {
  std::vector<Part> parts;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const Node& node = scene.nodes[n];
    if (node.mesh == no_index || triangle_count(scene.meshes[node.mesh]) == 0) continue;
    const bool skinned = node.skin != no_index && !scene.skins[node.skin].joints.empty();
    Part part{n, node.mesh, skinned && has_joints(scene.meshes[node.mesh]) ? node.skin : no_index, world[n]};
    const auto add = [&] {
      part.placement = static_cast<std::uint32_t>(parts.size());  // every plan places each part once, in this order
      parts.push_back(part);
    };
    if (node.instances.empty()) add();
    for (const Mat4d& instance : node.instances) {
      part.world = multiply(world[n], instance);
      add();
    }
  }
  return parts;
}

Placement place(const Scene& scene, const Part& part, std::size_t object, bool baked) {
  return {scene.nodes[part.node].name, static_cast<std::uint32_t>(object), part.world, baked};
}

PlacementPlan plan_model(const Scene& scene, std::vector<Part> parts) {
  PlacementPlan plan;
  if (parts.empty()) return plan;
  for (const Part& part : parts) plan.placements.push_back(place(scene, part, 0, true));
  plan.objects.push_back({"model", std::move(parts)});
  return plan;
}

/// For each node the number of the child of `above` that it lies under (`above` no_index: its root), by node number.
std::vector<std::uint32_t> group_heads(const Scene& scene, std::uint32_t above) {
  std::vector<std::uint32_t> head(scene.nodes.size(), no_index);
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    const std::uint32_t parent = scene.nodes[n].parent;
    head[n] = parent == above ? n : (parent == no_index ? no_index : head[parent]);
  }
  return head;
}

/// Exporters wrap a file in one root or several; the groups are below the last node that holds everything and shows
/// nothing itself.
std::vector<std::uint32_t> top_level_heads(const Scene& scene, const std::vector<Part>& parts) {
  std::uint32_t above = no_index;
  for (;;) {
    std::vector<std::uint32_t> head = group_heads(scene, above);
    const std::uint32_t first = head[parts.front().node];
    const bool one_wrapper = std::all_of(
        parts.begin(), parts.end(), [&](const Part& part) { return head[part.node] == first && part.node != first; });
    // what wraps one authored level is that level's own
    if (!one_wrapper || level_name(scene.nodes[first].name)) return head;
    above = first;
  }
}

PlacementPlan plan_nodes(const Scene& scene, const std::vector<Part>& parts) {
  PlacementPlan plan;
  if (parts.empty()) return plan;
  const std::vector<std::uint32_t> head = top_level_heads(scene, parts);
  std::vector<std::uint32_t> object_of_head(scene.nodes.size(), no_index);
  for (const Part& part : parts) object_of_head[head[part.node]] = 0;
  for (std::uint32_t n = 0; n < scene.nodes.size(); ++n) {
    if (object_of_head[n] == no_index) continue;
    object_of_head[n] = static_cast<std::uint32_t>(plan.objects.size());
    const std::string& name = scene.nodes[n].name;
    plan.objects.push_back({name.empty() ? "node " + std::to_string(n) : name, {}});
  }
  for (const Part& part : parts) {
    const std::uint32_t object = object_of_head[head[part.node]];
    plan.objects[object].parts.push_back(part);
    plan.placements.push_back(place(scene, part, object, true));
  }
  return plan;
}

/// A skinned mesh is placed by its joints and not by its node, so there it is one object for each skin and stays baked.
PlacementPlan plan_meshes(const Scene& scene, const std::vector<Part>& parts) {
  PlacementPlan plan;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> object_of_mesh;
  for (const Part& part : parts) {
    const auto [found, added] = object_of_mesh.try_emplace({part.mesh, part.skin}, plan.objects.size());
    const bool skinned = part.skin != no_index;
    if (added) {
      const std::string& name = scene.meshes[part.mesh].name;
      plan.objects.push_back({name.empty() ? "mesh " + std::to_string(part.mesh) : name, {part}});
      if (!skinned) plan.objects.back().parts[0].world = Mat4d{};
    }
    plan.placements.push_back(place(scene, part, found->second, skinned));
  }
  return plan;
}

}  // namespace

std::uint64_t triangle_count(const Mesh& mesh) noexcept {
  std::uint64_t triangles = 0;
  for (const Primitive& primitive : mesh.primitives) triangles += primitive.indices.size() / 3;
  return triangles;
}

PlacementPlan plan_placements(const Scene& scene, const std::vector<Mat4d>& world, Grouping grouping) {
  std::vector<Part> parts = list_parts(scene, world);
  switch (grouping) {
    case Grouping::node: return plan_nodes(scene, parts);
    case Grouping::mesh: return plan_meshes(scene, parts);
    case Grouping::model: break;
  }
  return plan_model(scene, std::move(parts));
}

}  // namespace lodcook::cooker
