#include "cooker/lod/identity.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;
constexpr float normal_cosine = 0.9659258F;      // 15 degrees
constexpr float uv_tolerance = 1.0F / 4096.0F;   // one texel of the largest usual texture
constexpr float color_tolerance = 0.01F;         // below what 8 bits show after blending
constexpr float morph_normal_tolerance = 0.26F;  // chord of 15 degrees

float dot(Vec3f a, Vec3f b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

bool near(Vec2f a, Vec2f b) { return std::abs(a.x - b.x) <= uv_tolerance && std::abs(a.y - b.y) <= uv_tolerance; }

bool near(Vec4f a, Vec4f b) {
  return std::abs(a.x - b.x) <= color_tolerance && std::abs(a.y - b.y) <= color_tolerance &&
         std::abs(a.z - b.z) <= color_tolerance && std::abs(a.w - b.w) <= color_tolerance;
}

bool near(Vec3f a, Vec3f b) {
  const Vec3f d{a.x - b.x, a.y - b.y, a.z - b.z};
  return dot(d, d) <= morph_normal_tolerance * morph_normal_tolerance;
}

bool same_skin(const VertexStreams& vertices, std::size_t a, std::size_t b) {
  const std::size_t n = vertices.influences_per_vertex;
  for (std::size_t i = 0; i < n; ++i) {
    if (vertices.weights[a * n + i] != vertices.weights[b * n + i]) return false;
    if (vertices.joints[a * n + i] != vertices.joints[b * n + i]) return false;
  }
  return true;
}

bool same_morphs(const Object& object, std::size_t a, std::size_t b, bool normals) {
  return std::all_of(object.morph_targets.begin(), object.morph_targets.end(), [&](const MorphTarget& target) {
    if (!target.position_deltas.empty() && target.position_deltas[a] != target.position_deltas[b]) return false;
    return !normals || target.normal_deltas.empty() || near(target.normal_deltas[a], target.normal_deltas[b]);
  });
}

/// Whether two object vertices at one position are one vertex for this rung.
bool same_vertex(const Object& object, Rung rung, std::size_t a, std::size_t b) {
  if (object.vertex_materials[a] != object.vertex_materials[b]) return false;
  if (rung == Rung::positions) return true;
  const VertexStreams& vertices = object.vertices;
  for (const auto& set : vertices.uvs) {
    if (!near(set[a], set[b])) return false;
  }
  for (const auto& set : vertices.colors) {
    if (!near(set[a], set[b])) return false;
  }
  if (!same_skin(vertices, a, b)) return false;
  const bool normals = rung == Rung::attributes;
  if (!same_morphs(object, a, b, normals)) return false;
  return !normals || vertices.normals.empty() || dot(vertices.normals[a], vertices.normals[b]) >= normal_cosine;
}

std::size_t hash_position(Vec3f p) {
  std::uint64_t h = std::bit_cast<std::uint32_t>(p.x);
  h = h * 0x9E3779B97F4A7C15U + std::bit_cast<std::uint32_t>(p.y);
  h = h * 0x9E3779B97F4A7C15U + std::bit_cast<std::uint32_t>(p.z);
  h *= 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(h >> 20);
}

/// For each object vertex the number of its identity vertex, in order of first appearance; fills `sources`.
std::vector<std::uint32_t> merge_vertices(const Object& object, Rung rung, const std::vector<Vec3f>& unit_positions,
                                          std::vector<std::uint32_t>& sources) {
  const std::size_t count = unit_positions.size();
  const std::size_t buckets = std::bit_ceil(count + count / 2 + 1);
  std::vector<std::uint32_t> table(buckets, none);  // first identity vertex at a position
  std::vector<std::uint32_t> next;                  // further ones at the same position
  std::vector<std::uint32_t> merged(count);
  for (std::size_t vertex = 0; vertex < count; ++vertex) {
    std::size_t slot = hash_position(unit_positions[vertex]) & (buckets - 1);
    while (table[slot] != none && unit_positions[sources[table[slot]]] != unit_positions[vertex]) {
      slot = (slot + 1) & (buckets - 1);
    }
    std::uint32_t* link = &table[slot];
    while (*link != none && !same_vertex(object, rung, sources[*link], vertex)) link = &next[*link];
    if (*link == none) {
      *link = static_cast<std::uint32_t>(sources.size());
      sources.push_back(static_cast<std::uint32_t>(vertex));
      merged[vertex] = *link;
      next.push_back(none);  // last: it may move what `link` points to
    } else {
      merged[vertex] = *link;
    }
  }
  return merged;
}

std::vector<Vec3f> mean_normals(const Object& object, const std::vector<Vec3f>& unit_positions,
                                const std::vector<std::uint32_t>& merged, const std::vector<std::uint32_t>& sources) {
  std::vector<Vec3f> sums(sources.size());
  const std::vector<Vec3f>& normals = object.vertices.normals;
  for (std::size_t i = 0; i + 2 < object.indices.size(); i += 3) {
    const Vec3f a = unit_positions[object.indices[i]];
    const Vec3f b = unit_positions[object.indices[i + 1]];
    const Vec3f c = unit_positions[object.indices[i + 2]];
    const Vec3f u{b.x - a.x, b.y - a.y, b.z - a.z}, v{c.x - a.x, c.y - a.y, c.z - a.z};
    const Vec3f cross{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    const float area = std::sqrt(dot(cross, cross));
    for (std::size_t corner = i; corner < i + 3; ++corner) {
      const Vec3f n = normals[object.indices[corner]];
      Vec3f& sum = sums[merged[object.indices[corner]]];
      sum = {sum.x + n.x * area, sum.y + n.y * area, sum.z + n.z * area};
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const float length = std::sqrt(dot(sums[i], sums[i]));
    sums[i] = length > 0 ? Vec3f{sums[i].x / length, sums[i].y / length, sums[i].z / length} : normals[sources[i]];
  }
  return sums;
}

}  // namespace

Identity build_identity(const Object& object, const UnitBox& box, const ChainOptions& options, Rung rung) {
  Identity identity;
  identity.rung = rung;
  identity.plan = plan_attributes(object, options, rung != Rung::positions);
  std::vector<Vec3f> unit_positions;
  unit_positions.reserve(object.vertices.vertex_count() + anchor_count);
  for (const Vec3f p : object.vertices.positions) unit_positions.push_back(box.to_unit(p));

  const std::vector<std::uint32_t> merged = merge_vertices(object, rung, unit_positions, identity.sources);
  const std::size_t count = identity.sources.size();
  const bool any_merged = count < unit_positions.size();
  if (any_merged && identity.plan.normals) {
    identity.normals = mean_normals(object, unit_positions, merged, identity.sources);
  }
  LevelMesh& mesh = identity.mesh;
  mesh.indices.reserve(object.indices.size());
  for (const std::uint32_t index : object.indices) mesh.indices.push_back(merged[index]);

  mesh.vertices.resize(count);
  mesh.attributes.resize((count + anchor_count) * identity.plan.count());
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t source = identity.sources[i];
    mesh.vertices[i] = static_cast<std::uint32_t>(i);
    unit_positions[i] = unit_positions[source];  // source >= i: never read after it was overwritten
    Vec3f normal;
    if (identity.plan.normals) normal = any_merged ? identity.normals[i] : object.vertices.normals[source];
    write_attributes(identity.plan, object.vertices, source, normal,
                     mesh.attributes.data() + i * identity.plan.count());
  }
  unit_positions.resize(count);
  append_anchors(box, unit_positions);
  mesh.positions = std::move(unit_positions);
  drop_flat_triangles(mesh.positions, mesh.indices);
  return identity;
}

}  // namespace lodcook::cooker
