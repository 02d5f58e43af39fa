#include "cooker/scene/bake.h"

#include <algorithm>
#include <cmath>

#include "cooker/scene/parallel.h"
#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {
namespace {

/// The linear part alone.
Vec3d transform_direction(const Mat4d& m, Vec3d v) noexcept {
  return {m.m[0] * v.x + m.m[4] * v.y + m.m[8] * v.z, m.m[1] * v.x + m.m[5] * v.y + m.m[9] * v.z,
          m.m[2] * v.x + m.m[6] * v.y + m.m[10] * v.z};
}

constexpr std::size_t most_rows = 1 << 14;  // that one thread works on at a time

/// Appends change(value) for each value.
template <class From, class To, class Change>
void append_changed(std::vector<To>& out, const std::vector<From>& values, const Change& change) {
  const std::size_t old_count = out.size();
  out.resize(old_count + values.size());
  for_ranges(values.size(), most_rows, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) out[old_count + i] = change(values[i]);
  });
}

void append_positions(Object& object, const Primitive& primitive, const Mat4d& m) {
  append_changed(object.vertices.positions, primitive.vertices.positions,
                 [&](Vec3f p) { return to_float(subtract(transform_point(m, to_double(p)), object.origin)); });
}

void append_normals(Object& object, const Primitive& primitive, const Mat4d& m) {
  auto& out = object.vertices.normals;
  if (primitive.vertices.normals.empty()) {
    out.resize(object.vertices.positions.size());
    return;
  }
  append_changed(out, primitive.vertices.normals,
                 [&](Vec3f n) { return to_float(normalized(transform_normal(m, to_double(n)))); });
}

void append_tangents(Object& object, const Primitive& primitive, const Mat4d& m, bool mirrored) {
  auto& out = object.vertices.tangents;
  if (primitive.vertices.tangents.empty()) out.resize(object.vertices.positions.size(), Vec4f{0, 0, 0, 1});
  append_changed(out, primitive.vertices.tangents, [&](Vec4f given) {
    const Vec3f t = to_float(normalized(transform_direction(m, {given.x, given.y, given.z})));
    return Vec4f{t.x, t.y, t.z, mirrored ? -given.w : given.w};
  });
}

template <class T>
void append_filled(std::vector<T>& out, const std::vector<std::vector<T>>& sets, std::size_t set, std::size_t count,
                   T fill) {
  if (set < sets.size() && !sets[set].empty()) {
    out.insert(out.end(), sets[set].begin(), sets[set].end());
  } else {
    out.insert(out.end(), count, fill);
  }
}

void append_influences(Object& object, const BakePart& part, std::uint32_t per_vertex,
                       std::span<const std::uint16_t> joint_numbers) {
  const VertexStreams& from = part.primitive->vertices;
  for (std::size_t v = 0; v < from.vertex_count(); ++v) {
    for (std::uint32_t k = 0; k < per_vertex; ++k) {
      float weight = k == 0 ? 1.0F : 0.0F;
      std::uint16_t joint = k == 0 ? joint_numbers[0] : std::uint16_t{0};
      if (!part.rigid) {
        const std::size_t at = v * from.influences_per_vertex + k;
        const bool given = k < from.influences_per_vertex && from.weights[at] > 0;
        weight = given ? from.weights[at] : 0.0F;
        joint = given ? joint_numbers[from.joints[at]] : std::uint16_t{0};
      }
      object.vertices.weights.push_back(weight);
      object.vertices.joints.push_back(joint);
    }
  }
}

/// The change of a unit vector: what it is after the difference less what it is before, both transformed.
Vec3f direction_delta(Vec3d before, Vec3d after) noexcept {
  return to_float(subtract(normalized(after), normalized(before)));
}

/// The difference `deltas` makes to a direction of each vertex, where there are both; else no difference.
template <class Direction, class Transform>
void append_direction_deltas(std::vector<Vec3f>& out, const std::vector<Direction>& directions,
                             const std::vector<Vec3f>* deltas, std::size_t count, const Transform& transform) {
  if (deltas == nullptr || deltas->empty() || directions.empty()) {
    out.resize(out.size() + count);
    return;
  }
  for (std::size_t v = 0; v < count; ++v) {
    const Vec3d before{directions[v].x, directions[v].y, directions[v].z};
    const Vec3d after = add(before, to_double((*deltas)[v]));
    const bool changed = !((*deltas)[v] == Vec3f{});
    out.push_back(changed ? direction_delta(transform(before), transform(after)) : Vec3f{});
  }
}

void append_morph_target(MorphTarget& out, const MorphLayout& layout, const MorphTarget* target,
                         const Primitive& primitive, const Mat4d& m) {
  const std::size_t count = primitive.vertices.vertex_count();
  if (target == nullptr || target->position_deltas.empty()) {
    out.position_deltas.resize(out.position_deltas.size() + count);
  } else {
    for (const Vec3f delta : target->position_deltas) {
      out.position_deltas.push_back(to_float(transform_direction(m, to_double(delta))));
    }
  }
  if (layout.normals) {
    append_direction_deltas(out.normal_deltas, primitive.vertices.normals, target ? &target->normal_deltas : nullptr,
                            count, [&m](Vec3d n) { return transform_normal(m, n); });
  }
  if (layout.tangents) {
    append_direction_deltas(out.tangent_deltas, primitive.vertices.tangents, target ? &target->tangent_deltas : nullptr,
                            count, [&m](Vec3d t) { return transform_direction(m, t); });
  }
}

void append_morph_targets(Object& object, const BakePart& part, const StreamLayout& layout) {
  object.morph_targets.resize(layout.morph_targets.size());
  for (std::size_t k = 0; k < layout.morph_targets.size(); ++k) {
    const std::uint32_t from = k < part.targets.size() ? part.targets[k] : no_index;
    object.morph_targets[k].name = layout.morph_targets[k].name;
    append_morph_target(object.morph_targets[k], layout.morph_targets[k],
                        from == no_index ? nullptr : &part.primitive->morph_targets[from], *part.primitive,
                        part.to_world);
  }
}

void append_indices(Object& object, const Primitive& primitive, std::uint32_t first_vertex, bool mirrored) {
  const std::size_t old_count = object.indices.size(), triangles = primitive.indices.size() / 3;
  object.indices.resize(old_count + 3 * triangles);
  for_ranges(triangles, most_rows, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = 3 * first; i < 3 * last; i += 3) {
      const std::uint32_t a = primitive.indices[i], b = primitive.indices[i + 1], c = primitive.indices[i + 2];
      object.indices[old_count + i] = first_vertex + a;
      object.indices[old_count + i + 1] = first_vertex + (mirrored ? c : b);
      object.indices[old_count + i + 2] = first_vertex + (mirrored ? b : c);
    }
  });
}

void fill_lost_normals(VertexStreams& vertices, std::span<const std::uint32_t> indices) {
  std::vector<Vec3d> sums;
  const auto lost = [&](std::uint32_t v) { return vertices.normals[v] == Vec3f{}; };
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const std::uint32_t corners[3] = {indices[i], indices[i + 1], indices[i + 2]};
    if (!lost(corners[0]) && !lost(corners[1]) && !lost(corners[2])) continue;
    if (sums.empty()) sums.resize(vertices.vertex_count());
    const Vec3d n =
        triangle_cross(vertices.positions[corners[0]], vertices.positions[corners[1]], vertices.positions[corners[2]]);
    for (const std::uint32_t v : corners) sums[v] = add(sums[v], n);
  }
  for (std::uint32_t v = 0; v < sums.size(); ++v) {
    if (!lost(v)) continue;
    const Vec3d n = normalized(sums[v]);
    vertices.normals[v] = n == Vec3d{} ? Vec3f{0, 0, 1} : to_float(n);
  }
}

void fill_lost_tangents(VertexStreams& vertices) {
  for (std::size_t v = 0; v < vertices.tangents.size(); ++v) {
    Vec4f& t = vertices.tangents[v];
    if (t.x != 0 || t.y != 0 || t.z != 0) continue;
    const Vec3f f = to_float(any_perpendicular(to_double(vertices.normals[v])));
    t = {f.x, f.y, f.z, t.w};
  }
}

void grow(WorldBox& box, const WorldBox& other) noexcept {
  if (box.empty) box = other;
  box.min = {std::min(box.min.x, other.min.x), std::min(box.min.y, other.min.y), std::min(box.min.z, other.min.z)};
  box.max = {std::max(box.max.x, other.max.x), std::max(box.max.y, other.max.y), std::max(box.max.z, other.max.z)};
}

double axis_origin(double low, double high, double step) noexcept {
  constexpr double near_extents = 8;
  if (std::max(std::abs(low), std::abs(high)) <= near_extents * step) return 0;
  return std::round((low / 2 + high / 2) / step) * step;
}

}  // namespace

void append_baked(Object& object, const BakePart& part, const StreamLayout& layout,
                  std::span<const std::uint16_t> joint_numbers) {
  const Primitive& primitive = *part.primitive;
  const std::size_t count = primitive.vertices.vertex_count();
  const auto first_vertex = static_cast<std::uint32_t>(object.vertices.vertex_count());
  const bool mirrored = determinant3(part.to_world) < 0;
  append_positions(object, primitive, part.to_world);
  if (layout.normals) append_normals(object, primitive, part.to_world);
  if (layout.tangents) append_tangents(object, primitive, part.to_world, mirrored);
  object.vertices.uvs.resize(layout.uv_sets);
  for (std::size_t s = 0; s < layout.uv_sets; ++s) {
    append_filled(object.vertices.uvs[s], primitive.vertices.uvs, s, count, Vec2f{});
  }
  object.vertices.colors.resize(layout.color_sets);
  for (std::size_t s = 0; s < layout.color_sets; ++s) {
    append_filled(object.vertices.colors[s], primitive.vertices.colors, s, count, Vec4f{1, 1, 1, 1});
  }
  object.vertices.influences_per_vertex = layout.influences;
  if (layout.influences > 0) append_influences(object, part, layout.influences, joint_numbers);
  append_morph_targets(object, part, layout);
  object.vertex_materials.insert(object.vertex_materials.end(), count, part.material);
  append_indices(object, primitive, first_vertex, mirrored);
}

void fill_lost_directions(VertexStreams& vertices, std::span<const std::uint32_t> indices) {
  if (vertices.normals.empty()) return;
  fill_lost_normals(vertices, indices);
  fill_lost_tangents(vertices);
}

void grow(WorldBox& box, std::span<const Vec3f> positions, const Mat4d& to_world) {
  std::vector<WorldBox> boxes((positions.size() + most_rows - 1) / most_rows);
  for_ranges(positions.size(), most_rows, [&](std::size_t first, std::size_t last) {
    WorldBox& of_range = boxes[first / most_rows];
    for (std::size_t i = first; i < last; ++i) {
      const Vec3d p = transform_point(to_world, to_double(positions[i]));
      grow(of_range, {p, p, false});
    }
  });
  for (const WorldBox& of_range : boxes) grow(box, of_range);
}

double extent(const WorldBox& box) noexcept {
  const Vec3d side = subtract(box.max, box.min);
  return box.empty ? 0 : std::max({side.x, side.y, side.z});
}

Vec3d choose_origin(const WorldBox& box) noexcept {
  const double size = extent(box);
  if (!(size > 0)) return {};
  int exponent = 0;
  const double fraction = std::frexp(size, &exponent);
  const double step = std::ldexp(1.0, fraction == 0.5 ? exponent - 1 : exponent);
  return {axis_origin(box.min.x, box.max.x, step), axis_origin(box.min.y, box.max.y, step),
          axis_origin(box.min.z, box.max.z, step)};
}

}  // namespace lodcook::cooker
