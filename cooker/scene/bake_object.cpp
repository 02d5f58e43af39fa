#include "cooker/scene/bake_object.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <meshoptimizer.h>

#include "cooker/scene/bake.h"
#include "cooker/scene/equal_rows.h"
#include "cooker/scene/select_vertices.h"
#include "cooker/scene/triangles.h"
#include "cooker/scene/weld.h"

namespace lodcook::cooker {
namespace {

void reserve(Object& object, const ObjectDraft& draft) {
  std::size_t vertices = 0, indices = 0;
  for (const BakePart& part : draft.parts) {
    vertices += part.primitive->vertices.vertex_count();
    indices += part.primitive->indices.size();
  }
  object.vertices.positions.reserve(vertices);
  if (draft.layout.normals) object.vertices.normals.reserve(vertices);
  object.vertex_materials.reserve(vertices);
  object.indices.reserve(indices);
}

/// For each vertex the lowest one at the same position.
std::vector<std::uint32_t> weld(Object& object, const ObjectDraft& draft, const SceneOptions& options) {
  constexpr double rounding = 1e-7;  // of the extent: edges this short are noise of 32-bit coordinates
  const double size = extent(draft.box);
  const double distance = static_cast<double>(options.weld_tolerance) * size;
  return weld_positions(object.vertices.positions, object.indices, distance, std::min(rounding * size, distance));
}

/// A triangle repeats another where positions and material are the same. Where joints or morph targets may move equal
/// positions apart, or a blended layer adds to the one below, all attributes must be the same too.
std::size_t drop_repeated(Object& object, std::span<const Material> materials,
                          const std::vector<std::uint32_t>& equal_position,
                          const std::vector<std::uint32_t>& equal_vertex) {
  const bool moving = object.skinned || !object.morph_targets.empty();
  std::vector<std::uint32_t> ids(equal_position.size());
  for (std::size_t v = 0; v < ids.size(); ++v) {
    const bool blended = materials[material_of(object, object.vertex_materials[v])].alpha_mode == AlphaMode::blend;
    ids[v] = moving || blended ? equal_vertex[v] : equal_position[v];
  }
  if (materials.size() > 1 || !object.draw_groups.empty()) {
    const RowColumn columns[] = {
        {reinterpret_cast<const std::byte*>(ids.data()), sizeof(std::uint32_t)},
        {reinterpret_cast<const std::byte*>(object.vertex_materials.data()), sizeof(std::uint32_t)}};
    ids = equal_rows(columns, ids.size());
  }
  return drop_duplicates(object.indices, ids, &object.triangle_parts);
}

/// By triangle its place along a curve through the centroids.
std::vector<std::uint32_t> places_on_curve(const Object& object) {
  std::vector<Vec3f> centroids;
  centroids.reserve(object.indices.size() / 3);
  for (std::size_t i = 0; i + 2 < object.indices.size(); i += 3) {
    const Vec3f a = object.vertices.positions[object.indices[i]];
    const Vec3f b = object.vertices.positions[object.indices[i + 1]];
    const Vec3f c = object.vertices.positions[object.indices[i + 2]];
    centroids.push_back({(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3});
  }
  std::vector<std::uint32_t> places(centroids.size());
  meshopt_spatialSortRemap(places.data(), &centroids.front().x, centroids.size(), sizeof(Vec3f));
  return places;
}

/// What follows reads vertices where the triangles lie: in a large source's order it would spend a third of its time
/// waiting for them.
void order_large(Object& object) {
  constexpr std::size_t large = 32768 * 3;
  if (object.indices.size() < large) return;
  const std::vector<std::uint32_t> places = places_on_curve(object);
  std::vector<std::uint32_t> ordered(object.indices.size()), parts(object.triangle_parts.size());
  for (std::size_t t = 0; t < places.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) ordered[3 * std::size_t{places[t]} + k] = object.indices[3 * t + k];
    if (!parts.empty()) parts[places[t]] = object.triangle_parts[t];
  }
  object.indices = std::move(ordered);
  object.triangle_parts = std::move(parts);
}

/// Labels triangles by their number, from which parts and sources follow at the end.
std::vector<std::uint32_t> number_triangles(Object& object) {
  std::vector<std::uint32_t> parts(object.triangle_parts.size());
  std::iota(parts.begin(), parts.end(), 0U);
  std::swap(parts, object.triangle_parts);
  return parts;
}

/// Undoes number_triangles for the triangles that are left. `parts` ascend.
void name_sources(Object& object, const std::vector<std::uint32_t>& parts) {
  object.triangle_sources = object.triangle_parts;
  for (std::size_t t = 0; t < object.triangle_parts.size(); ++t) {
    const std::uint32_t part = parts[object.triangle_parts[t]];
    const auto first = std::lower_bound(parts.begin(), parts.end(), part) - parts.begin();
    object.triangle_sources[t] -= static_cast<std::uint32_t>(first);
    object.triangle_parts[t] = part;
  }
}

}  // namespace

Object bake_object(const ObjectDraft& draft, std::span<const Material> materials, const SceneOptions& options,
                   RepairLog& log) {
  Object object;
  object.name = draft.name;
  object.origin = draft.origin;
  object.skinned = draft.layout.influences > 0;
  object.parts = draft.object_parts;
  object.draw_groups = draft.draw_groups;
  reserve(object, draft);
  for (const BakePart& part : draft.parts) {
    append_baked(object, part, draft.layout,
                 object.skinned ? std::span<const std::uint16_t>(draft.bindings[part.binding].numbers)
                                : std::span<const std::uint16_t>());
    if (!object.parts.empty()) object.triangle_parts.resize(object.indices.size() / 3, part.part);
  }
  std::vector<std::uint32_t> parts;
  if (options.keep_sources) parts = number_triangles(object);
  const std::string element = element_name("object", draft.name, 0);
  const std::vector<std::uint32_t> equal_position = weld(object, draft, options);
  log.add(Repair::welded_away_triangles, element,
          drop_zero_area(object.indices, object.vertices.positions, &object.triangle_parts));
  fill_lost_directions(object.vertices, object.indices);

  const std::vector<std::uint32_t> lowest =
      equal_vertices(object.vertices, object.morph_targets, object.vertex_materials, equal_position);
  log.add(Repair::duplicate_triangles, element, drop_repeated(object, materials, equal_position, lowest));
  order_large(object);
  const std::vector<std::uint32_t> chosen = compact_indices(object.indices, object.vertices.vertex_count(), lowest);
  select_vertices(object.vertices, chosen);
  select_vertices(object.morph_targets, chosen);
  select_rows(object.vertex_materials, chosen);
  if (options.keep_sources) name_sources(object, parts);
  return object;
}

}  // namespace lodcook::cooker
