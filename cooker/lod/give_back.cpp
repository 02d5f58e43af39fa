#include "cooker/lod/give_back.h"

#include <algorithm>
#include <array>

#include "cooker/lod/charts.h"
#include "cooker/lod/corner_writer.h"
#include "cooker/lod/vec.h"

namespace lodcook::cooker {

namespace {

constexpr float inward =
    0.12F;  // of the way to the centroid: off the borders of charts, still the corner's own surface
constexpr float smooth_cosine = 0.8660254F;  // 30 degrees: a normal beside the corner that differs more is a bevel
constexpr float most_slack = 0.01F;          // how much farther a surface that faces the right way may be, in extents

CornerBlend at_vertex(std::uint32_t vertex) { return {{vertex, vertex, vertex}, {1, 0, 0}}; }

}  // namespace

AttributeDonor::AttributeDonor(const LevelZero& zero, const TriangleTree& tree)
    : zero_(zero), tree_(tree), charts_(find_charts(zero)) {
  std::vector<std::uint32_t> seen = charts_;
  std::sort(seen.begin(), seen.end());
  chart_count_ = static_cast<std::size_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
}

std::uint32_t AttributeDonor::wedge_at(std::uint32_t source, std::uint32_t chart, Vec3f facing, bool& exact) const {
  const Object& object = zero_.object;
  std::uint32_t best = source;
  float best_facing = -2;
  exact = false;
  for (const std::uint32_t wedge : zero_.places.at(zero_.places.of_vertex[source])) {
    if (object.vertex_materials[wedge] != object.vertex_materials[source]) continue;
    const bool of_chart = charts_[wedge] == chart;
    if (exact && !of_chart) continue;
    const float side = object.vertices.normals.empty() ? 0 : dot(object.vertices.normals[wedge], facing);
    if (of_chart == exact && side <= best_facing) continue;
    best = wedge;
    best_facing = side;
    exact = of_chart;
  }
  return best;
}

bool AttributeDonor::is_smooth_at(const LevelCorner& corner) const {
  const std::vector<Vec3f>& normals = zero_.object.vertices.normals;
  if (normals.empty() || zero_.places.at(zero_.places.of_vertex[corner.wedge]).size() > 1) return false;
  const auto& v = corner.shading.vertices;
  const Vec3f given = blend(normals[v[0]], normals[v[1]], normals[v[2]], corner.shading.weights);
  return dot(normals[corner.wedge], normalized(given, normals[corner.wedge])) >= smooth_cosine;
}

void AttributeDonor::find_corners(const LevelMesh& mesh, std::size_t first, std::span<const std::uint32_t, 3> sources,
                                  std::span<LevelCorner, 3> corners, std::uint32_t& hint) const {
  std::array<Vec3f, 3> p;
  for (std::size_t k = 0; k < 3; ++k) p[k] = mesh.positions[mesh.indices[first + k]];
  const Vec3f facing = normalized(cross(p[1] - p[0], p[2] - p[0]), {0, 0, 1});
  const Vec3f centroid = (p[0] + p[1] + p[2]) * (1.0F / 3);
  const float longest = std::max({length(p[1] - p[0]), length(p[2] - p[1]), length(p[0] - p[2])});
  const float slack = std::min(longest / 4, most_slack);
  const std::vector<std::uint32_t>& indices = zero_.object.indices;
  const std::uint32_t material = zero_.object.vertex_materials[sources[0]];

  std::array<TriangleTree::Hit, 4> donors;  // of the centroid, then of the corners
  std::array<std::uint32_t, 4> charts;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3f at = i == 0 ? centroid : p[i - 1] + (centroid - p[i - 1]) * inward;
    donors[i] = tree_.nearest_facing(at, facing, slack, hint, material);
    hint = donors[i].triangle;
    charts[i] = charts_[indices[std::size_t{hint} * 3]];
  }
  std::size_t voted = 0;
  std::ptrdiff_t most_votes = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::ptrdiff_t votes = std::count(charts.begin(), charts.end(), charts[i]) + (charts[i] == charts[0] ? 1 : 0);
    if (votes > most_votes) voted = i;
    most_votes = std::max(most_votes, votes);
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const TriangleTree::Hit own = donors[k + 1];
    const std::uint32_t* const shading = &indices[std::size_t{own.triangle} * 3];
    const std::uint32_t donor = charts[k + 1] == charts[voted] ? own.triangle : donors[voted].triangle;
    const std::uint32_t* const surface = &indices[std::size_t{donor} * 3];
    bool exact = false;
    LevelCorner& corner = corners[k];
    corner.wedge = wedge_at(sources[k], charts[voted], facing, exact);
    corner.shading = {{shading[0], shading[1], shading[2]}, own.point.weights};
    if (is_smooth_at(corner)) corner.shading = at_vertex(corner.wedge);
    corner.surface = at_vertex(corner.wedge);
    if (exact) continue;
    const TrianglePoint point =
        closest_point(p[k], zero_.positions[surface[0]], zero_.positions[surface[1]], zero_.positions[surface[2]]);
    corner.surface = {{surface[0], surface[1], surface[2]}, point.weights};
  }
}

LevelSurface AttributeDonor::give_back(const Identity& identity, const LevelMesh& mesh) const {
  CornerWriter writer(zero_, mesh.indices.size());
  const std::vector<std::uint32_t>& materials = zero_.object.vertex_materials;
  std::vector<std::uint32_t> hints(*std::max_element(materials.begin(), materials.end()) + std::size_t{1},
                                   TriangleTree::no_triangle);
  std::array<LevelCorner, 3> corners;
  std::array<std::uint32_t, 3> sources;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) sources[k] = identity.sources[mesh.vertices[mesh.indices[i + k]]];
    const std::uint32_t material = materials[sources[0]];
    find_corners(mesh, i, sources, corners, hints[material]);
    for (const LevelCorner& corner : corners) writer.add(corner);
  }
  return writer.finish();
}

}  // namespace lodcook::cooker
