#include "cooker/lod/level_mesh.h"

#include <algorithm>
#include <cmath>

#include "cooker/lod/unit_box.h"

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t unseen = 0xFFFFFFFFU;

double squared_distance(Vec3f a, Vec3f b) {
  const double x = double{a.x} - b.x, y = double{a.y} - b.y, z = double{a.z} - b.z;
  return x * x + y * y + z * z;
}

bool is_flat(Vec3f a, Vec3f b, Vec3f c) {
  const double ux = double{b.x} - a.x, uy = double{b.y} - a.y, uz = double{b.z} - a.z;
  const double vx = double{c.x} - a.x, vy = double{c.y} - a.y, vz = double{c.z} - a.z;
  const double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
  return x * x + y * y + z * z <= 1e-24;  // area of 5e-13 of the extent squared: below what a float position resolves
}

}  // namespace

LevelMesh compact_level(const LevelMesh& mesh, std::vector<std::uint32_t> indices, std::size_t attribute_count) {
  LevelMesh result;
  std::vector<std::uint32_t> renumbered(mesh.vertices.size(), unseen);
  std::vector<std::uint32_t> used;
  used.reserve(std::min(indices.size(), mesh.vertices.size()));
  for (std::uint32_t& index : indices) {
    std::uint32_t& target = renumbered[index];
    if (target == unseen) {
      target = static_cast<std::uint32_t>(used.size());
      used.push_back(index);
    }
    index = target;
  }
  result.indices = std::move(indices);
  result.vertices.reserve(used.size());
  result.positions.reserve(used.size() + anchor_count);
  result.attributes.reserve((used.size() + anchor_count) * attribute_count);
  for (const std::uint32_t old : used) {
    result.vertices.push_back(mesh.vertices[old]);
    result.positions.push_back(mesh.positions[old]);
    const float* const first = mesh.attributes.data() + old * attribute_count;
    result.attributes.insert(result.attributes.end(), first, first + attribute_count);
  }
  result.positions.insert(result.positions.end(), mesh.positions.end() - anchor_count, mesh.positions.end());
  result.attributes.resize((used.size() + anchor_count) * attribute_count, 0.0F);
  return result;
}

double mean_longest_edge(const LevelMesh& mesh) {
  double sum = 0;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    const Vec3f a = mesh.positions[mesh.indices[i]];
    const Vec3f b = mesh.positions[mesh.indices[i + 1]];
    const Vec3f c = mesh.positions[mesh.indices[i + 2]];
    sum += std::sqrt(std::max({squared_distance(a, b), squared_distance(b, c), squared_distance(c, a)}));
  }
  return mesh.indices.empty() ? 0 : sum / static_cast<double>(mesh.triangle_count());
}

namespace {

template <class Drop>
void drop_triangles(std::vector<std::uint32_t>& indices, const Drop& drop) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const std::uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
    if (drop(a, b, c)) continue;
    indices[kept] = a;
    indices[kept + 1] = b;
    indices[kept + 2] = c;
    kept += 3;
  }
  indices.resize(kept);
}

}  // namespace

void drop_flat_triangles(const std::vector<Vec3f>& positions, std::vector<std::uint32_t>& indices) {
  drop_triangles(indices, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return is_flat(positions[a], positions[b], positions[c]);
  });
}

void drop_folded_triangles(const std::vector<Vec3f>& positions, std::vector<std::uint32_t>& indices) {
  drop_triangles(indices, [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return positions[a] == positions[b] || positions[b] == positions[c] || positions[c] == positions[a];
  });
}

}  // namespace lodcook::cooker
