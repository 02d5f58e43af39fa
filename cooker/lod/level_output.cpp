#include "cooker/lod/level_output.h"

#include <algorithm>
#include <functional>

#include <meshoptimizer.h>

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t unseen = 0xFFFFFFFFU;

template <class T>
std::vector<T> gather(const std::vector<T>& values, std::span<const std::uint32_t> old_vertices,
                      std::size_t stride = 1) {
  std::vector<T> result;
  if (values.empty()) return result;
  result.reserve(old_vertices.size() * stride);
  if (stride == 1) {
    for (const std::uint32_t old : old_vertices) result.push_back(values[old]);
    return result;
  }
  for (const std::uint32_t old : old_vertices) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(old * stride);
    result.insert(result.end(), first, first + static_cast<std::ptrdiff_t>(stride));
  }
  return result;
}

/// Corners grouped by material, and where each group begins; the last entry is the end.
struct MaterialGroups {
  std::vector<std::uint32_t> indices;
  std::vector<std::size_t> begins;  ///< By material, one more than materials.
};

MaterialGroups group_by_material(std::span<const std::uint32_t> indices, std::span<const std::uint32_t> materials) {
  MaterialGroups groups;
  if (!indices.empty() && std::ranges::adjacent_find(materials, std::not_equal_to<>()) == materials.end()) {
    groups.begins.resize(materials.front() + std::size_t{2}, 0);
    groups.begins.back() = indices.size();
    groups.indices.assign(indices.begin(), indices.end());
    return groups;
  }
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const std::size_t material = materials[indices[i]];
    if (material + 2 > groups.begins.size()) groups.begins.resize(material + 2, 0);
    groups.begins[material + 1] += 3;
  }
  for (std::size_t m = 1; m < groups.begins.size(); ++m) groups.begins[m] += groups.begins[m - 1];
  std::vector<std::size_t> cursors = groups.begins;
  groups.indices.resize(indices.size());
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    std::size_t& cursor = cursors[materials[indices[i]]];
    std::copy_n(indices.begin() + static_cast<std::ptrdiff_t>(i), 3,
                groups.indices.begin() + static_cast<std::ptrdiff_t>(cursor));
    cursor += 3;
  }
  return groups;
}

/// Renumbers in order of first use from `renumbered`, appending old numbers to `olds`.
void renumber(std::span<std::uint32_t> indices, std::vector<std::uint32_t>& renumbered,
              std::vector<std::uint32_t>& olds, std::size_t base) {
  for (std::uint32_t& index : indices) {
    std::uint32_t& target = renumbered[index];
    if (target == unseen) {
      target = static_cast<std::uint32_t>(olds.size() - base);
      olds.push_back(index);
    }
    index = target;
  }
}

/// How many vertices there are if they are numbered in order of first use already; else 0.
std::size_t count_in_order(std::span<const std::uint32_t> indices) {
  std::size_t next = 0;
  for (const std::uint32_t index : indices) {
    if (index > next) return 0;
    if (index == next) ++next;
  }
  return next;
}

void order_group(std::span<std::uint32_t> target, std::span<const std::uint32_t> source, std::size_t vertices,
                 VertexOrder order) {
  if (order == VertexOrder::size) {
    meshopt_optimizeVertexCacheStrip(target.data(), source.data(), source.size(), vertices);
  } else {
    meshopt_optimizeVertexCache(target.data(), source.data(), source.size(), vertices);
  }
}

LodLevel level_in(DrawOrder drawn, const VertexStreams& vertices, const std::vector<MorphTarget>& targets) {
  LodLevel level;
  level.vertices = gather_vertices(vertices, drawn.old_vertices);
  level.morph_targets = gather_morph_targets(targets, drawn.old_vertices);
  level.indices = std::move(drawn.indices);
  level.draws = std::move(drawn.draws);
  return level;
}

}  // namespace

LodLevel ordered_level(const LevelSurface& surface, VertexOrder order) {
  return level_in(order_triangles(surface.indices, surface.materials, order), surface.vertices, surface.morph_targets);
}

LodLevel ordered_level(const Object& object, VertexOrder order) {
  return level_in(order_triangles(object.indices, object.vertex_materials, order), object.vertices,
                  object.morph_targets);
}

DrawOrder order_triangles(std::span<const std::uint32_t> indices, std::span<const std::uint32_t> vertex_materials,
                          VertexOrder order) {
  DrawOrder result;
  MaterialGroups groups = group_by_material(indices, vertex_materials);
  result.indices.resize(indices.size());
  std::vector<std::uint32_t> renumbered;
  for (std::size_t material = 0; material + 1 < groups.begins.size(); ++material) {
    const std::size_t begin = groups.begins[material], count = groups.begins[material + 1] - begin;
    if (count == 0) continue;
    const std::span<std::uint32_t> source(groups.indices.data() + begin, count);
    const std::span<std::uint32_t> target(result.indices.data() + begin, count);
    // A group's vertices are its own, so each group is ordered in numbers that begin at 0.
    std::vector<std::uint32_t> local;
    std::size_t vertices = count_in_order(source);
    if (vertices == 0) {
      renumbered.resize(vertex_materials.size(), unseen);
      renumber(source, renumbered, local, 0);
      vertices = local.size();
    }
    order_group(target, source, vertices, order);
    const auto base = static_cast<std::uint32_t>(result.old_vertices.size());
    std::vector<std::uint32_t> fetch(vertices, unseen);
    renumber(target, fetch, result.old_vertices, base);
    for (std::size_t v = base; v < result.old_vertices.size() && !local.empty(); ++v)
      result.old_vertices[v] = local[result.old_vertices[v]];
    for (std::uint32_t& index : target) index += base;
    result.draws.push_back(
        {static_cast<std::uint32_t>(material), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(count)});
  }
  return result;
}

VertexStreams gather_vertices(const VertexStreams& vertices, std::span<const std::uint32_t> old_vertices) {
  VertexStreams result;
  result.positions = gather(vertices.positions, old_vertices);
  result.normals = gather(vertices.normals, old_vertices);
  result.tangents = gather(vertices.tangents, old_vertices);
  for (const auto& set : vertices.uvs) result.uvs.push_back(gather(set, old_vertices));
  for (const auto& set : vertices.colors) result.colors.push_back(gather(set, old_vertices));
  result.influences_per_vertex = vertices.influences_per_vertex;
  result.joints = gather(vertices.joints, old_vertices, vertices.influences_per_vertex);
  result.weights = gather(vertices.weights, old_vertices, vertices.influences_per_vertex);
  return result;
}

std::vector<MorphTarget> gather_morph_targets(const std::vector<MorphTarget>& targets,
                                              std::span<const std::uint32_t> old_vertices) {
  std::vector<MorphTarget> result;
  for (const MorphTarget& target : targets) {
    result.push_back({target.name, gather(target.position_deltas, old_vertices),
                      gather(target.normal_deltas, old_vertices), gather(target.tangent_deltas, old_vertices)});
  }
  return result;
}

}  // namespace lodcook::cooker
