#include "cooker/scene/group.h"

#include <utility>

#include "cooker/scene/bake_object.h"
#include "cooker/scene/object_draft.h"
#include "cooker/scene/placement_plan.h"
#include "cooker/scene/repair_log.h"
#include "cooker/scene/skeleton.h"
#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

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

std::vector<Light> place_lights(const Scene& scene, const std::vector<Mat4d>& world) {
  std::vector<Light> lights;
  for (const SceneLight& light : scene.lights) {
    lights.push_back(light.light);
    if (light.node != no_index) lights.back().transform = world[light.node];
  }
  return lights;
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
  std::erase_if(set.placements, [&](const Placement& p) { return number[p.object] == no_index; });
  for (Placement& placement : set.placements) placement.object = number[placement.object];
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
  if (const Status bound = bind_joints(scene.nodes, world, *drafts, set.skeleton); !bound) return bound.error();
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
