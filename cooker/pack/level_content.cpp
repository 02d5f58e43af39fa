#include "cooker/pack/level_content.h"

#include <algorithm>
#include <span>

#include "cooker/pack/bounds.h"
#include "cooker/pack/vertex_codes.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

namespace {

struct KeptTriangles {
  std::vector<std::uint32_t> indices;
  std::vector<DrawRange> draws;
  std::vector<std::uint32_t> sources;  // the level's vertex for each kept one
};

template <class Kept>
KeptTriangles filter_triangles(const LodLevel& level, Kept kept) {
  KeptTriangles out;
  out.indices.reserve(level.indices.size());
  for (const DrawRange& draw : level.draws) {
    const auto first = static_cast<std::uint32_t>(out.indices.size());
    for (std::size_t i = draw.first_index; i + 2 < std::size_t{draw.first_index} + draw.index_count; i += 3) {
      const std::uint32_t a = level.indices[i], b = level.indices[i + 1], c = level.indices[i + 2];
      if (kept(a, b, c)) out.indices.insert(out.indices.end(), {a, b, c});
    }
    const auto count = static_cast<std::uint32_t>(out.indices.size()) - first;
    if (count > 0) out.draws.push_back({draw.material, first, count});
  }
  return out;
}

// Keeps the order of the vertices, which the level chose for the codec or the GPU.
void drop_unused_vertices(KeptTriangles& triangles, std::size_t vertex_count) {
  std::vector<std::uint32_t> place(vertex_count, no_index);
  for (const std::uint32_t index : triangles.indices) place[index] = 0;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    if (place[v] == no_index) continue;
    place[v] = static_cast<std::uint32_t>(triangles.sources.size());
    triangles.sources.push_back(v);
  }
  for (std::uint32_t& index : triangles.indices) index = place[index];
}

// Empty where every triangle collapses.
KeptTriangles keep_triangles(const LodLevel& level, const std::vector<LatticePoint>& points, Collapsed collapsed) {
  const auto all = [](std::uint32_t, std::uint32_t, std::uint32_t) { return true; };
  const auto whole = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return points[a] != points[b] && points[b] != points[c] && points[c] != points[a];
  };
  KeptTriangles triangles = points.empty() ? filter_triangles(level, all) : filter_triangles(level, whole);
  const bool some_collapse = triangles.indices.size() < level.indices.size();
  if (some_collapse && !triangles.indices.empty() && collapsed == Collapsed::keep) {
    triangles = filter_triangles(level, all);
  }
  drop_unused_vertices(triangles, level.vertices.vertex_count());
  return triangles;
}

LatticePoint corner_of(std::span<const LatticePoint> points) noexcept {
  LatticePoint corner = points.front();
  for (const LatticePoint& p : points) {
    for (std::size_t c = 0; c < 3; ++c) corner[c] = std::min(corner[c], p[c]);
  }
  return corner;
}

std::vector<LatticePoint> lattice_points(const LodLevel& level, const Lattice& lattice) {
  std::vector<LatticePoint> points;
  if (lattice.step == 0) return points;
  points.reserve(level.vertices.vertex_count());
  for (const Vec3f& p : level.vertices.positions) points.push_back(lattice.point(p));
  return points;
}

// What a reader will decode.
std::vector<Vec3f> decoded_positions(const LodLevel& level, const std::vector<LatticePoint>& points, double step,
                                     std::span<const std::uint32_t> sources) {
  std::vector<Vec3f> positions;
  positions.reserve(sources.size());
  const auto coordinate = [&](std::int64_t c) { return static_cast<float>(static_cast<double>(c) * step); };
  for (const std::uint32_t source : sources) {
    if (points.empty()) {
      positions.push_back(level.vertices.positions[source]);
    } else {
      const LatticePoint& p = points[source];
      positions.push_back({coordinate(p[0]), coordinate(p[1]), coordinate(p[2])});
    }
  }
  return positions;
}

}  // namespace

std::optional<PackedLevel> make_level(const LodLevel& level, const ObjectCoding& coding, const PackOptions& options,
                                      Collapsed collapsed) {
  const std::vector<LatticePoint> points = lattice_points(level, coding.lattice);
  KeptTriangles triangles = keep_triangles(level, points, collapsed);
  if (triangles.indices.empty()) return std::nullopt;

  PackedLevel packed;
  packed.positions = decoded_positions(level, points, coding.lattice.step, triangles.sources);
  LevelContent& content = packed.content;
  content.box = box_of(packed.positions);
  content.sphere.center = middle(content.box);
  content.sphere.radius = farthest(content.sphere.center, packed.positions);
  content.estimate_relative = level.estimate;

  TileContent tile;
  tile.vertex_count = static_cast<std::uint32_t>(triangles.sources.size());
  tile.box = content.box;
  if (!points.empty()) {
    std::vector<LatticePoint> kept;
    kept.reserve(triangles.sources.size());
    for (const std::uint32_t source : triangles.sources) kept.push_back(points[source]);
    const LatticePoint origin = corner_of(kept);
    std::copy(origin.begin(), origin.end(), tile.origin);
    tile.attributes.push_back(code_lattice_positions(kept, origin, coding.lattice.step));
  }
  for (AttributeContent& stream : code_attributes(level, triangles.sources, coding, options)) {
    tile.attributes.push_back(std::move(stream));
  }
  tile.indices = std::move(triangles.indices);
  tile.draws = std::move(triangles.draws);
  content.tiles.push_back(std::move(tile));
  packed.sources = std::move(triangles.sources);
  return packed;
}

}  // namespace lodcook::cooker
