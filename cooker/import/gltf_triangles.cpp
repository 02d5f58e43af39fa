#include "cooker/import/gltf_triangles.h"

#include <algorithm>
#include <utility>

namespace lodcook::cooker {

std::uint64_t triangle_count(cgltf_primitive_type mode, std::uint64_t corners) {
  switch (mode) {
    case cgltf_primitive_type_triangles: return corners / 3;
    case cgltf_primitive_type_triangle_strip:
    case cgltf_primitive_type_triangle_fan: return corners < 3 ? 0 : corners - 2;
    default: return 0;
  }
}

std::vector<std::uint32_t> as_triangle_list(cgltf_primitive_type mode, std::vector<std::uint32_t> corners) {
  const std::size_t triangles = triangle_count(mode, corners.size());
  if (mode == cgltf_primitive_type_triangles) {
    corners.resize(triangles * 3);
    return corners;
  }
  std::vector<std::uint32_t> out;
  out.reserve(triangles * 3);
  for (std::size_t i = 0; i < triangles; ++i) {
    if (mode == cgltf_primitive_type_triangle_strip) {
      out.insert(out.end(), {corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]});
    } else {
      out.insert(out.end(), {corners[i + 1], corners[i + 2], corners[0]});
    }
  }
  return out;
}

std::optional<std::vector<std::uint32_t>> compact_vertices(std::vector<std::uint32_t>& indices,
                                                           std::size_t vertex_count) {
  if (indices.empty()) return std::vector<std::uint32_t>();
  std::uint32_t first = indices.front(), last = first;
  for (const std::uint32_t index : indices) {
    first = std::min(first, index);
    last = std::max(last, index);
  }
  // only the range in use: many primitives may share one large buffer
  std::vector<unsigned char> seen(std::size_t{last} - first + 1, 0);
  for (const std::uint32_t index : indices) seen[index - first] = 1;
  const auto used = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), 1));
  if (used == vertex_count) return std::nullopt;
  std::vector<std::uint32_t> renumbered(seen.size(), 0);
  std::vector<std::uint32_t> picks;
  picks.reserve(used);
  for (std::size_t i = 0; i < renumbered.size(); ++i) {
    if (seen[i] == 0) continue;
    renumbered[i] = static_cast<std::uint32_t>(picks.size());
    picks.push_back(first + static_cast<std::uint32_t>(i));
  }
  for (std::uint32_t& index : indices) index = renumbered[index - first];
  return picks;
}

}  // namespace lodcook::cooker
