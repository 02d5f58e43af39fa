#include "cooker/lod/identity.h"

#include <map>
#include <utility>

#include "cooker/lod/vec.h"
#include "cooker/lod/vertex_match.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;
constexpr std::size_t most_side_by_side = 65536;
constexpr float normal_cosine = 0.9659258F;  // 15 degrees

/// Whether two object vertices at one position are one vertex for this rung.
bool same_vertex(const Object& object, Rung rung, std::size_t a, std::size_t b) {
  if (object.vertex_materials[a] != object.vertex_materials[b]) return false;
  if (rung == Rung::positions) return true;
  const VertexStreams& vertices = object.vertices;
  for (const auto& set : vertices.uvs) {
    if (!nearly_equal(set[a], set[b])) return false;
  }
  for (const auto& set : vertices.colors) {
    if (!nearly_equal(set[a], set[b])) return false;
  }
  if (!same_skin(vertices, a, b)) return false;
  const bool normals = rung == Rung::attributes;
  if (!same_morphs(object, a, b, normals)) return false;
  return !normals || vertices.normals.empty() || dot(vertices.normals[a], vertices.normals[b]) >= normal_cosine;
}

/// For each object vertex the number of its identity vertex, in order of first appearance; fills `sources`.
std::vector<std::uint32_t> merge_vertices(const LevelZero& zero, Rung rung, std::vector<std::uint32_t>& sources) {
  const std::size_t count = zero.positions.size();
  std::vector<std::uint32_t> merged(count, none);
  constexpr std::size_t many = 32;  // vertices at a place: there each is compared only with those of its material
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> crowded;  // by place and material
  for (std::uint32_t vertex = 0; vertex < count; ++vertex) {
    const std::uint32_t place = zero.places.of_vertex[vertex];
    std::span<const std::uint32_t> others = zero.places.at(place);
    if (others.size() > many) {
      std::vector<std::uint32_t>& alike = crowded[{place, zero.object.vertex_materials[vertex]}];
      alike.push_back(vertex);
      others = alike;
    }
    for (const std::uint32_t other : others) {
      if (other >= vertex) break;
      if (sources[merged[other]] != other || !same_vertex(zero.object, rung, other, vertex)) continue;
      merged[vertex] = merged[other];
      break;
    }
    if (merged[vertex] != none) continue;
    merged[vertex] = static_cast<std::uint32_t>(sources.size());
    sources.push_back(vertex);
  }
  return merged;
}

std::vector<Vec3f> mean_normals(const LevelZero& zero, const std::vector<std::uint32_t>& merged,
                                const std::vector<std::uint32_t>& sources) {
  std::vector<Vec3f> sums(sources.size());
  const std::vector<Vec3f>& normals = zero.object.vertices.normals;
  const std::vector<std::uint32_t>& indices = zero.object.indices;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const Vec3f a = zero.positions[indices[i]];
    const float area = length(cross(zero.positions[indices[i + 1]] - a, zero.positions[indices[i + 2]] - a));
    for (std::size_t corner = i; corner < i + 3; ++corner) {
      Vec3f& sum = sums[merged[indices[corner]]];
      sum = sum + normals[indices[corner]] * area;
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = normalized(sums[i], normals[sources[i]]);
  return sums;
}

}  // namespace

Identity build_identity(const LevelZero& zero, const ChainOptions& options, Rung rung) {
  Identity identity;
  const Object& object = zero.object;
  identity.rung = rung;
  identity.plan = plan_attributes(object, options, rung != Rung::positions);
  identity.of_vertex = merge_vertices(zero, rung, identity.sources);
  const std::vector<std::uint32_t>& merged = identity.of_vertex;
  const std::size_t count = identity.sources.size();
  const bool any_merged = count < zero.positions.size();
  if (any_merged && identity.plan.normals) identity.normals = mean_normals(zero, merged, identity.sources);

  LevelMesh& mesh = identity.mesh;
  mesh.indices.resize(object.indices.size());
  for_ranges(mesh.indices.size(), most_side_by_side, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) mesh.indices[i] = merged[object.indices[i]];
  });
  mesh.vertices.resize(count);
  mesh.positions.reserve(count + anchor_count);
  mesh.positions.resize(count);
  mesh.attributes.resize((count + anchor_count) * identity.plan.count());
  for_ranges(count, most_side_by_side, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t source = identity.sources[i];
      mesh.vertices[i] = static_cast<std::uint32_t>(i);
      mesh.positions[i] = zero.positions[source];
      Vec3f normal;
      if (identity.plan.normals) normal = any_merged ? identity.normals[i] : object.vertices.normals[source];
      write_attributes(identity.plan, object.vertices, source, normal,
                       mesh.attributes.data() + i * identity.plan.count());
    }
  });
  append_anchors(zero.box, mesh.positions);
  drop_flat_triangles(mesh.positions, mesh.indices);
  return identity;
}

LevelSurface surface_of(const LevelZero& zero, const Identity& identity, const LevelMesh& mesh) {
  std::vector<std::uint32_t> sources;
  sources.reserve(mesh.vertices.size());
  LevelSurface surface;
  for (const std::uint32_t v : mesh.vertices) {
    sources.push_back(identity.sources[v]);
    surface.materials.push_back(zero.object.vertex_materials[sources.back()]);
  }
  surface.vertices = gather_vertices(zero.object.vertices, sources);
  if (!identity.normals.empty()) {
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
      surface.vertices.normals[i] = identity.normals[mesh.vertices[i]];
    }
  }
  surface.morph_targets = gather_morph_targets(zero.object.morph_targets, sources);
  surface.indices = mesh.indices;
  return surface;
}

}  // namespace lodcook::cooker
