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
#include "cooker/scene/parallel.h"
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

/// By triangle whether it repeats an earlier one, where positions and material are the same. Where joints or morph
/// targets may move equal positions apart, or a blended layer adds to the one below, all attributes must be the same
/// too.
std::vector<bool> find_repeated(const Object& object, std::span<const Material> materials,
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
  return find_duplicates(object.indices, ids);
}

constexpr std::size_t most_triangles = 1 << 14;  // that one thread works on at a time

/// The triangles in the order of a curve through their centroids.
std::vector<std::uint32_t> order_on_curve(const Object& object) {
  std::vector<Vec3f> centroids(object.indices.size() / 3);
  for_ranges(centroids.size(), most_triangles, [&](std::size_t first, std::size_t last) {
    for (std::size_t t = first; t < last; ++t) {
      const Vec3f a = object.vertices.positions[object.indices[3 * t]];
      const Vec3f b = object.vertices.positions[object.indices[3 * t + 1]];
      const Vec3f c = object.vertices.positions[object.indices[3 * t + 2]];
      centroids[t] = {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
    }
  });
  std::vector<std::uint32_t> places(centroids.size()), order(centroids.size());
  meshopt_spatialSortRemap(places.data(), &centroids.front().x, centroids.size(), sizeof(Vec3f));
  for_ranges(places.size(), most_triangles, [&](std::size_t first, std::size_t last) {
    for (auto t = static_cast<std::uint32_t>(first); t < last; ++t) order[places[t]] = t;
  });
  return order;
}

/// What follows reads vertices where the triangles lie: in a large source's order it would spend a third of its time
/// waiting for them.
std::vector<std::uint32_t> choose_order(const Object& object) {
  constexpr std::size_t large = 32768 * 3;
  if (object.indices.size() >= large) return order_on_curve(object);
  std::vector<std::uint32_t> order(object.indices.size() / 3);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

/// Puts the triangles in `order`, without those that are repeated. Returns how many are gone.
std::size_t order_triangles(Object& object, std::vector<std::uint32_t> order, const std::vector<bool>& repeated) {
  const std::size_t gone = std::erase_if(order, [&](std::uint32_t t) { return repeated[t]; });
  std::vector<std::uint32_t> indices(3 * order.size());
  for_ranges(order.size(), most_triangles, [&](std::size_t first, std::size_t last) {
    for (std::size_t t = first; t < last; ++t) {
      for (std::size_t k = 0; k < 3; ++k) indices[3 * t + k] = object.indices[3 * std::size_t{order[t]} + k];
    }
  });
  object.indices = std::move(indices);
  select_rows(object.triangle_parts, order);
  return gone;
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
  std::vector<bool> repeated;
  std::vector<std::uint32_t> order;
  for_each_index(2, [&](std::size_t i) {
    if (i == 0) repeated = find_repeated(object, materials, equal_position, lowest);
    if (i == 1) order = choose_order(object);
  });
  log.add(Repair::duplicate_triangles, element, order_triangles(object, std::move(order), repeated));
  const std::vector<std::uint32_t> chosen = compact_indices(object.indices, object.vertices.vertex_count(), lowest);
  select_vertices(object.vertices, chosen);
  select_vertices(object.morph_targets, chosen);
  select_rows(object.vertex_materials, chosen);
  if (options.keep_sources) name_sources(object, parts);
  return object;
}

}  // namespace lodcook::cooker
