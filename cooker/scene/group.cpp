#include "cooker/scene/group.h"

#include <algorithm>
#include <map>
#include <utility>

#include "cooker/scene/bake_object.h"
#include "cooker/scene/object_draft.h"
#include "cooker/scene/placement_plan.h"
#include "cooker/scene/pose.h"
#include "cooker/scene/repair_log.h"
#include "cooker/scene/skeleton.h"
#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

constexpr std::uint32_t most_poses = 16;

Error nothing_left(const Scene& scene) {
  std::string held;
  const auto count = [&held](std::size_t n, const char* one, const char* many) {
    if (n == 0) return;
    held += (held.empty() ? "" : ", ") + std::to_string(n) + " " + (n == 1 ? one : many);
  };
  count(scene.meshes.size(), "mesh without triangles that can be shown", "meshes without triangles that can be shown");
  count(scene.nodes.size(), "node", "nodes");
  count(scene.skins.size(), "skin", "skins");
  count(scene.lights.size(), "light", "lights");
  std::string message = "no triangles; the file holds " + (held.empty() ? "nothing" : held);
  for (const Warning& warning : scene.warnings) {
    if (message.size() < 600) message += "; " + warning.message;
  }
  return {ErrorCode::no_triangles, message, {}};
}

/// Only materials that a primitive of a draft uses, in the source's order; the default one last.
std::vector<Material> collect_materials(const Scene& scene, std::vector<ObjectDraft>& drafts) {
  std::vector<std::uint32_t> number(scene.materials.size() + 1, no_index);
  const auto slot = [&](const BakePart& part) -> std::uint32_t& {
    const std::uint32_t material = part.primitive->material;
    return number[material == no_index ? scene.materials.size() : material];
  };
  for (const ObjectDraft& draft : drafts) {
    for (const BakePart& part : draft.parts) slot(part) = 0;
  }
  std::vector<Material> materials;
  for (std::size_t m = 0; m < number.size(); ++m) {
    if (number[m] == no_index) continue;
    number[m] = static_cast<std::uint32_t>(materials.size());
    materials.push_back(m < scene.materials.size() ? scene.materials[m] : Material{});
  }
  for (ObjectDraft& draft : drafts) {
    for (BakePart& part : draft.parts) part.material = slot(part);
  }
  return materials;
}

/// Parts that are not to be merged get draw groups of their own, behind those of the materials.
void split_draw_groups(ObjectDraft& draft, std::uint32_t material_count) {
  const auto own = [&](const BakePart& part) { return draft.object_parts[part.part].own_draws; };
  if (draft.object_parts.empty() || std::none_of(draft.parts.begin(), draft.parts.end(), own)) return;
  for (std::uint32_t m = 0; m < material_count; ++m) draft.draw_groups.push_back({m, no_index});
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
  for (BakePart& part : draft.parts) {
    if (!own(part)) continue;
    const auto number = static_cast<std::uint32_t>(draft.draw_groups.size());
    const auto [found, added] = numbers.try_emplace({part.part, part.material}, number);
    if (added) draft.draw_groups.push_back({part.material, part.part});
    part.material = found->second;
  }
}

std::vector<Light> place_lights(const Scene& scene, const std::vector<Mat4d>& world) {
  std::vector<Light> lights;
  for (const SceneLight& light : scene.lights) {
    lights.push_back(light.light);
    if (light.node != no_index) lights.back().transform = world[light.node];
  }
  return lights;
}

/// Takes out placements of objects that are gone; parts of the others follow.
void drop_placements(ObjectSet& set, const std::vector<std::uint32_t>& object_numbers) {
  std::vector<std::uint32_t> number(set.placements.size(), no_index);
  std::vector<Placement> kept;
  for (std::size_t p = 0; p < set.placements.size(); ++p) {
    if (object_numbers[set.placements[p].object] == no_index) continue;
    number[p] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(set.placements[p]));
    kept.back().object = object_numbers[kept.back().object];
  }
  set.placements = std::move(kept);
  for (Object& object : set.objects) {
    for (ObjectPart& part : object.parts) part.placement = number[part.placement];
  }
}

/// Objects of which nothing is left are taken out, with their placements.
void drop_empty_objects(ObjectSet& set, RepairLog& log) {
  std::vector<std::uint32_t> number(set.objects.size(), no_index);
  std::vector<Object> kept;
  for (std::size_t i = 0; i < set.objects.size(); ++i) {
    if (set.objects[i].indices.empty()) {
      log.add(Repair::mesh_left_out, element_name("object", set.objects[i].name, i));
      continue;
    }
    number[i] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(std::move(set.objects[i]));
  }
  set.objects = std::move(kept);
  drop_placements(set, number);
}

}  // namespace

Result<ObjectSet> group_scene(const Scene& scene, const SceneOptions& options) {
  const std::vector<Mat4d> world = world_transforms(scene.nodes);
  PlacementPlan plan = plan_placements(scene, world, options.grouping);
  if (plan.objects.empty()) return nothing_left(scene);

  RepairLog log;
  auto drafts = draft_objects(scene, world, plan.objects, options, log);
  if (!drafts) return std::move(drafts).error();

  ObjectSet set;
  set.materials = collect_materials(scene, *drafts);
  Result<Skeleton> skeleton = bind_joints(scene.nodes, world, *drafts);
  if (!skeleton) return std::move(skeleton).error();
  set.skeleton = std::move(skeleton->joints);
  set.poses = sample_poses(scene, set.skeleton, skeleton->nodes, options.pose_samples, most_poses);
  for (ObjectDraft& draft : *drafts) split_draw_groups(draft, static_cast<std::uint32_t>(set.materials.size()));
  for (const ObjectDraft& draft : *drafts) set.objects.push_back(bake_object(draft, set.materials, options, log));
  set.placements = std::move(plan.placements);
  drop_empty_objects(set, log);
  if (set.objects.empty()) return nothing_left(scene);

  for (std::size_t i = 0; i < scene.animations.size(); ++i) {
    if (scene.animations[i].channels.empty()) continue;
    log.add(Repair::animation_left_out, element_name("animation", scene.animations[i].name, i));
  }
  set.lights = place_lights(scene, world);
  set.dependencies = scene.dependencies;
  set.warnings = scene.warnings;
  log.append_to(set.warnings);
  return set;
}

}  // namespace lodcook::cooker
