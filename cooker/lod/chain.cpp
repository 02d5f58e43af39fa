#include "cooker/lod/chain.h"

#include <algorithm>
#include <cmath>

#include "cooker/lod/identity.h"
#include "cooker/lod/level_output.h"
#include "cooker/lod/simplify_step.h"

namespace lodcook::cooker {

namespace {

LodLevel level_of_object(const Object& object, VertexOrder order) {
  DrawOrder drawn = order_triangles(object.indices, object.vertex_materials, order);
  LodLevel level;
  level.vertices = gather_vertices(object.vertices, drawn.old_vertices);
  level.morph_targets = gather_morph_targets(object.morph_targets, drawn.old_vertices);
  level.indices = std::move(drawn.indices);
  level.draws = std::move(drawn.draws);
  level.method = "source";
  return level;
}

LodLevel level_of_mesh(const Object& object, const Identity& identity, const LevelMesh& mesh, VertexOrder order) {
  std::vector<std::uint32_t> materials;
  materials.reserve(mesh.vertices.size());
  for (const std::uint32_t v : mesh.vertices) materials.push_back(object.vertex_materials[identity.sources[v]]);
  DrawOrder drawn = order_triangles(mesh.indices, materials, order);
  std::vector<Vec3f> normals;
  for (std::uint32_t& old : drawn.old_vertices) {
    const std::uint32_t v = mesh.vertices[old];
    if (!identity.normals.empty()) normals.push_back(identity.normals[v]);
    old = identity.sources[v];
  }
  LodLevel level;
  level.vertices = gather_vertices(object.vertices, drawn.old_vertices);
  if (!normals.empty()) level.vertices.normals = std::move(normals);
  level.morph_targets = gather_morph_targets(object.morph_targets, drawn.old_vertices);
  level.indices = std::move(drawn.indices);
  level.draws = std::move(drawn.draws);
  level.method = "attributes";
  return level;
}

Bounds bounds_of_levels(const Object& object, const std::vector<LodLevel>& levels, float extent) {
  Bounds bounds;
  bounds.origin = object.origin;
  bounds.extent = extent;
  bounds.box = {levels.front().vertices.positions.front(), levels.front().vertices.positions.front()};
  Aabb& box = bounds.box;
  for (const LodLevel& level : levels) {
    for (const Vec3f p : level.vertices.positions) {
      box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
      box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
    }
  }
  const auto middle = [](float a, float b) { return static_cast<float>((double{a} + b) / 2); };
  const Vec3f center{middle(box.min.x, box.max.x), middle(box.min.y, box.max.y), middle(box.min.z, box.max.z)};
  double farthest = 0;
  for (const LodLevel& level : levels) {
    for (const Vec3f p : level.vertices.positions) {
      const double x = double{p.x} - center.x, y = double{p.y} - center.y, z = double{p.z} - center.z;
      farthest = std::max(farthest, x * x + y * y + z * z);
    }
  }
  const double radius = std::sqrt(farthest);
  float rounded = static_cast<float>(radius);
  if (double{rounded} < radius) rounded = std::nextafter(rounded, INFINITY);
  bounds.sphere = {center, rounded};
  return bounds;
}

}  // namespace

Result<LodChain> build_chain(const Object& object, const ChainOptions& options) {
  if (object.indices.size() < 3) return Error{ErrorCode::no_triangles, "object has no triangles", object.name};
  const UnitBox box = unit_box(object.vertices.positions);
  LodChain chain;
  chain.name = object.name;
  chain.levels.push_back(level_of_object(object, options.order));
  const Identity identity = build_identity(object, box, options, Rung::attributes);
  LevelMesh mesh = identity.mesh;
  std::size_t previous = mesh.triangle_count();
  double estimate = 0;
  while (true) {
    if (chain.levels.size() >= options.max_levels) {
      chain.stopped = "level_cap";
      break;
    }
    if (previous <= options.triangle_floor) {
      chain.stopped = "triangle_floor";
      break;
    }
    StepOptions step;
    step.target_triangles = std::max<std::size_t>(
        options.triangle_floor, static_cast<std::size_t>(static_cast<double>(previous) * options.ratio));
    step.lock_border = options.lock_border;
    StepResult result = simplify_step(mesh, identity.plan, options.normal_weight, step);
    if (result.indices.empty()) {
      chain.stopped = "empty";
      break;
    }
    if (static_cast<double>(result.indices.size()) > 0.9 * static_cast<double>(mesh.indices.size())) {
      chain.stopped = "no_progress";
      break;
    }
    if (result.error > 0.5) {
      chain.stopped = "step_error";
      break;
    }
    estimate += result.error;
    mesh = compact_level(mesh, std::move(result.indices), identity.plan.count());
    previous = mesh.triangle_count();
    chain.levels.push_back(level_of_mesh(object, identity, mesh, options.order));
    chain.levels.back().estimate = estimate;
  }
  chain.bounds = bounds_of_levels(object, chain.levels, box.extent);
  return chain;
}

}  // namespace lodcook::cooker
