#include "cooker/import/weld_exact.h"

#include <vector>

#include "cooker/scene/equal_rows.h"
#include "cooker/scene/select_vertices.h"

namespace lodcook::cooker {
namespace {

/// Every array of the primitive that is not empty.
std::vector<RowColumn> columns_of(const Primitive& primitive) {
  std::vector<RowColumn> columns;
  const auto add = [&](const auto& array, std::size_t elements) {
    if (array.empty()) return;
    columns.push_back({reinterpret_cast<const std::byte*>(array.data()), sizeof(array[0]) * elements});
  };
  const VertexStreams& v = primitive.vertices;
  add(v.positions, 1);
  add(v.normals, 1);
  add(v.tangents, 1);
  for (const auto& set : v.uvs) add(set, 1);
  for (const auto& set : v.colors) add(set, 1);
  add(v.joints, v.influences_per_vertex);
  add(v.weights, v.influences_per_vertex);
  for (const MorphTarget& target : primitive.morph_targets) {
    add(target.position_deltas, 1);
    add(target.normal_deltas, 1);
    add(target.tangent_deltas, 1);
  }
  return columns;
}

}  // namespace

void weld_exact(Primitive& primitive) {
  const std::size_t count = primitive.vertices.vertex_count();
  if (count == 0 || primitive.indices.empty()) {
    primitive.vertices = {};
    primitive.morph_targets.clear();
    return;
  }
  // adding zero turns -0 into 0, which is the same place
  for (Vec3f& p : primitive.vertices.positions) p = {p.x + 0.0F, p.y + 0.0F, p.z + 0.0F};
  const std::vector<std::uint32_t> lowest = equal_rows(columns_of(primitive), count);
  const std::vector<std::uint32_t> chosen = compact_indices(primitive.indices, count, lowest);
  select_vertices(primitive.vertices, chosen);
  select_vertices(primitive.morph_targets, chosen);
}

}  // namespace lodcook::cooker
