#include "cooker/lod/level_output.h"

#include <algorithm>
#include <array>

#include <doctest/doctest.h>

#include "shapes.h"

using namespace lodcook;
using namespace lodcook::cooker;

namespace {

/// Triangles as old vertex numbers, each turned so that its smallest comes first, sorted.
std::vector<std::array<std::uint32_t, 3>> triangles_of(const std::vector<std::uint32_t>& indices,
                                                       const std::vector<std::uint32_t>& old_vertices) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    std::array<std::uint32_t, 3> t;
    for (std::size_t k = 0; k < 3; ++k) t[k] = old_vertices.empty() ? indices[i + k] : old_vertices[indices[i + k]];
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    triangles.push_back(t);
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

}  // namespace

TEST_CASE("ordering keeps every triangle with its winding and groups them by material") {
  const Object object = octants(icosphere(3));
  for (const VertexOrder order : {VertexOrder::size, VertexOrder::gpu}) {
    const DrawOrder drawn = order_triangles(object.indices, object.vertex_materials, order);
    CHECK(triangles_of(drawn.indices, drawn.old_vertices) == triangles_of(object.indices, {}));
    REQUIRE(drawn.draws.size() == 8);
    std::uint32_t next = 0;
    for (std::uint32_t m = 0; m < 8; ++m) {
      CHECK(drawn.draws[m].material == m);
      CHECK(drawn.draws[m].first_index == next);
      for (std::uint32_t i = next; i < next + drawn.draws[m].index_count; ++i) {
        CHECK(object.vertex_materials[drawn.old_vertices[drawn.indices[i]]] == m);
      }
      next += drawn.draws[m].index_count;
    }
    CHECK(next == drawn.indices.size());
  }
}

TEST_CASE("vertices come in the order of their first use and unused ones are left out") {
  Object object = icosphere(2);
  object.vertices.positions.push_back({9, 9, 9});
  object.vertex_materials.push_back(0);
  const DrawOrder drawn = order_triangles(object.indices, object.vertex_materials, VertexOrder::size);
  CHECK(drawn.old_vertices.size() == 162);
  std::uint32_t seen = 0;
  for (const std::uint32_t index : drawn.indices) {
    CHECK(index <= seen);
    if (index == seen) ++seen;
  }
  CHECK(seen == 162);
}

TEST_CASE("gathering takes every attribute along") {
  VertexStreams vertices;
  vertices.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  vertices.uvs = {{{0, 0}, {1, 1}, {2, 2}}};
  vertices.influences_per_vertex = 2;
  vertices.joints = {0, 1, 2, 3, 4, 5};
  vertices.weights = {0.5F, 0.5F, 0.75F, 0.25F, 1, 0};
  const std::vector<std::uint32_t> olds = {2, 0};
  const VertexStreams gathered = gather_vertices(vertices, olds);
  CHECK(gathered.positions == std::vector<Vec3f>{{2, 0, 0}, {0, 0, 0}});
  CHECK(gathered.normals.empty());
  CHECK(gathered.uvs.at(0) == std::vector<Vec2f>{{2, 2}, {0, 0}});
  CHECK(gathered.joints == std::vector<std::uint16_t>{4, 5, 0, 1});
  CHECK(gathered.weights == std::vector<float>{1, 0, 0.5F, 0.5F});
}
