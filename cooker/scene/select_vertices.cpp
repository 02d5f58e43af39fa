#include "cooker/scene/select_vertices.h"

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

void select_vertices(VertexStreams& vertices, std::span<const std::uint32_t> chosen) {
  select_rows(vertices.positions, chosen);
  select_rows(vertices.normals, chosen);
  select_rows(vertices.tangents, chosen);
  for (auto& set : vertices.uvs) select_rows(set, chosen);
  for (auto& set : vertices.colors) select_rows(set, chosen);
  select_rows(vertices.joints, chosen, vertices.influences_per_vertex);
  select_rows(vertices.weights, chosen, vertices.influences_per_vertex);
}

void select_vertices(std::vector<MorphTarget>& morph_targets, std::span<const std::uint32_t> chosen) {
  for (MorphTarget& target : morph_targets) {
    select_rows(target.position_deltas, chosen);
    select_rows(target.normal_deltas, chosen);
    select_rows(target.tangent_deltas, chosen);
  }
}

std::vector<std::uint32_t> compact_indices(std::vector<std::uint32_t>& indices, std::size_t vertex_count,
                                           std::span<const std::uint32_t> lowest) {
  std::vector<std::uint32_t> renumbered(vertex_count, no_index);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t& index : indices) {
    const std::uint32_t old = lowest.empty() ? index : lowest[index];
    if (renumbered[old] == no_index) {
      renumbered[old] = static_cast<std::uint32_t>(chosen.size());
      chosen.push_back(old);
    }
    index = renumbered[old];
  }
  return chosen;
}

}  // namespace lodcook::cooker
