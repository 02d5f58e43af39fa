#include "measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

namespace lodcook::cooker {

namespace {

Vec3d doubled_area_vector(const LodLevel& level, std::size_t i) {
  const Vec3f a = level.vertices.positions[level.indices[i]];
  const Vec3f b = level.vertices.positions[level.indices[i + 1]];
  const Vec3f c = level.vertices.positions[level.indices[i + 2]];
  const Vec3d u{double{b.x} - a.x, double{b.y} - a.y, double{b.z} - a.z};
  const Vec3d v{double{c.x} - a.x, double{c.y} - a.y, double{c.z} - a.z};
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

void check_vertices(const LodLevel& level) {
  const VertexStreams& vertices = level.vertices;
  const std::size_t count = vertices.vertex_count();
  std::vector<bool> used(count, false);
  for (const std::uint32_t index : level.indices) {
    REQUIRE(index < count);
    used[index] = true;
  }
  CHECK(std::count(used.begin(), used.end(), false) == 0);
  CHECK((vertices.normals.empty() || vertices.normals.size() == count));
  for (const auto& set : vertices.uvs) CHECK(set.size() == count);
  for (const auto& set : vertices.colors) CHECK(set.size() == count);
  for (const MorphTarget& target : level.morph_targets) {
    CHECK((target.position_deltas.empty() || target.position_deltas.size() == count));
  }
  const std::size_t influences = vertices.influences_per_vertex;
  if (influences == 0) return;
  REQUIRE(vertices.weights.size() == count * influences);
  REQUIRE(vertices.joints.size() == count * influences);
  for (std::size_t v = 0; v < count; ++v) {
    double sum = 0;
    for (std::size_t i = v * influences; i < (v + 1) * influences; ++i) sum += double{vertices.weights[i]};
    CHECK(std::abs(sum - 1) <= 1.0 / 255);
  }
}

void check_bounds(const LodLevel& level, const Bounds& bounds) {
  for (const Vec3f p : level.vertices.positions) {
    const bool inside = p.x >= bounds.box.min.x && p.y >= bounds.box.min.y && p.z >= bounds.box.min.z &&
                        p.x <= bounds.box.max.x && p.y <= bounds.box.max.y && p.z <= bounds.box.max.z;
    CHECK(inside);
    const double x = double{p.x} - bounds.sphere.center.x, y = double{p.y} - bounds.sphere.center.y,
                 z = double{p.z} - bounds.sphere.center.z;
    CHECK(std::sqrt(x * x + y * y + z * z) <= double{bounds.sphere.radius});
  }
}

}  // namespace

std::vector<std::size_t> triangle_counts(const LodChain& chain) {
  std::vector<std::size_t> counts;
  for (const LodLevel& level : chain.levels) counts.push_back(level.indices.size() / 3);
  return counts;
}

double surface_area(const LodLevel& level) {
  double area = 0;
  for (std::size_t i = 0; i < level.indices.size(); i += 3) {
    const Vec3d n = doubled_area_vector(level, i);
    area += std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z) / 2;
  }
  return area;
}

double signed_volume(const LodLevel& level) {
  double volume = 0;
  for (std::size_t i = 0; i < level.indices.size(); i += 3) {
    const Vec3d n = doubled_area_vector(level, i);
    const Vec3f a = level.vertices.positions[level.indices[i]];
    volume += (n.x * double{a.x} + n.y * double{a.y} + n.z * double{a.z}) / 6;
  }
  return volume;
}

std::vector<std::pair<Vec3f, Vec3f>> open_edges(const LodLevel& level) {
  std::map<std::array<float, 3>, std::uint32_t> places;
  std::vector<Vec3f> position_of;
  std::vector<std::uint32_t> place_of;
  for (const Vec3f p : level.vertices.positions) {
    const auto [found, added] = places.emplace(std::array<float, 3>{p.x, p.y, p.z}, places.size());
    if (added) position_of.push_back(p);
    place_of.push_back(found->second);
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
  for (std::size_t i = 0; i < level.indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = place_of[level.indices[i + k]], b = place_of[level.indices[i + (k + 1) % 3]];
      if (a != b) balance[std::minmax(a, b)] += a < b ? 1 : -1;
    }
  }
  std::vector<std::pair<Vec3f, Vec3f>> open;
  for (const auto& [edge, count] : balance) {
    if (count != 0) open.emplace_back(position_of[edge.first], position_of[edge.second]);
  }
  return open;
}

std::vector<std::uint32_t> materials_of_indices(const LodLevel& level) {
  std::vector<std::uint32_t> materials;
  std::int64_t previous = -1;
  for (const DrawRange& draw : level.draws) {
    CHECK(draw.first_index == materials.size());
    CHECK(draw.index_count > 0);
    CHECK(draw.index_count % 3 == 0);
    CHECK(std::int64_t{draw.material} > previous);
    previous = draw.material;
    materials.insert(materials.end(), draw.index_count, draw.material);
  }
  CHECK(materials.size() == level.indices.size());
  return materials;
}

void check_laws(const LodChain& chain) {
  REQUIRE_FALSE(chain.levels.empty());
  CHECK_FALSE(chain.stopped.empty());
  CHECK(chain.levels.front().method == "source");
  CHECK(chain.levels.front().estimate == 0);
  for (std::size_t k = 0; k < chain.levels.size(); ++k) {
    CAPTURE(k);
    const LodLevel& level = chain.levels[k];
    CHECK_FALSE(level.indices.empty());
    CHECK(std::isfinite(level.estimate));
    if (k > 0) CHECK(level.indices.size() < chain.levels[k - 1].indices.size());
    if (k > 0) CHECK(level.estimate >= chain.levels[k - 1].estimate);
    materials_of_indices(level);
    check_vertices(level);
    check_bounds(level, chain.bounds);
  }
}

}  // namespace lodcook::cooker
