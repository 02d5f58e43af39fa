#pragma once

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "cooker/tiles/tile_tree.h"

namespace lodcook::cooker::test {

class Random {
 public:
  double operator()() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) / 9007199254740992.0;
  }

 private:
  std::uint64_t state_ = 3;
};

/// Smooth hills of n x n quads over the unit square, with normals and UV; `materials` strips of equal width.
inline Object hills(std::uint32_t n, std::uint32_t materials) {
  Object object;
  object.name = "hills";
  object.vertices.uvs.resize(1);
  const auto height = [](double x, double z) {
    return 0.05 * std::sin(9 * x + 1) * std::cos(7 * z) + 0.01 * std::sin(41 * x) * std::sin(37 * z + 2);
  };
  std::vector<std::uint32_t> first_of_strip;
  for (std::uint32_t m = 0; m < materials; ++m) {
    const std::uint32_t from = m * n / materials, to = (m + 1) * n / materials;
    const auto base = static_cast<std::uint32_t>(object.vertices.positions.size());
    const std::uint32_t width = to - from + 1;
    for (std::uint32_t z = 0; z <= n; ++z) {
      for (std::uint32_t x = from; x <= to; ++x) {
        const double u = double(x) / n, v = double(z) / n, e = 1e-3;
        object.vertices.positions.push_back({float(u), float(height(u, v)), float(v)});
        const double dx = (height(u + e, v) - height(u - e, v)) / (2 * e);
        const double dz = (height(u, v + e) - height(u, v - e)) / (2 * e);
        const double l = std::sqrt(1 + dx * dx + dz * dz);
        object.vertices.normals.push_back({float(-dx / l), float(1 / l), float(-dz / l)});
        object.vertices.uvs[0].push_back({float(u), float(v)});
        object.vertex_materials.push_back(m);
      }
    }
    for (std::uint32_t z = 0; z < n; ++z) {
      for (std::uint32_t x = 0; x + 1 < width; ++x) {
        const std::uint32_t a = base + z * width + x, b = a + 1, c = a + width, d = c + 1;
        object.indices.insert(object.indices.end(), {a, c, b, b, c, d});
      }
    }
  }
  return object;
}

/// Every triangle with corners and a normal of its own.
inline Object flat_shaded(const Object& smooth) {
  Object object;
  object.name = "flat";
  for (std::size_t t = 0; t < smooth.indices.size(); t += 3) {
    const Vec3f a = smooth.vertices.positions[smooth.indices[t]], b = smooth.vertices.positions[smooth.indices[t + 1]];
    const Vec3f c = smooth.vertices.positions[smooth.indices[t + 2]];
    const Vec3f u{b.x - a.x, b.y - a.y, b.z - a.z}, v{c.x - a.x, c.y - a.y, c.z - a.z};
    Vec3f n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    const float l = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    n = {n.x / l, n.y / l, n.z / l};
    for (std::size_t k = 0; k < 3; ++k) {
      object.indices.push_back(static_cast<std::uint32_t>(object.vertices.positions.size()));
      object.vertices.positions.push_back(smooth.vertices.positions[smooth.indices[t + k]]);
      object.vertices.normals.push_back(n);
      object.vertex_materials.push_back(0);
    }
  }
  return object;
}

using Point = std::array<float, 3>;
using Edges = std::map<std::pair<Point, Point>, int>;

/// Adds each edge with its direction; what is shared by two triangles of one winding cancels out.
inline void add_edges(Edges& edges, const std::vector<Vec3f>& positions, const std::vector<std::uint32_t>& indices) {
  for (std::size_t t = 0; t < indices.size(); t += 3) {
    std::array<Point, 3> p{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3f q = positions[indices[t + k]];
      p[k] = {q.x, q.y, q.z};
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const Point& a = p[k];
      const Point& b = p[(k + 1) % 3];
      auto& count = a < b ? edges[{a, b}] : edges[{b, a}];
      count += a < b ? 1 : -1;
    }
  }
}

inline Edges open_edges(Edges edges) {
  std::erase_if(edges, [](const auto& entry) { return entry.second == 0; });
  return edges;
}

inline std::vector<std::uint32_t> random_cut(const TileTree& tree, Random& random, double keep) {
  std::vector<std::uint32_t> cut, stack{0};
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    stack.pop_back();
    const std::size_t children = tree.tiles[at].children.size();
    if (children == 0 || (children > 1 && random() < keep)) {
      cut.push_back(at);
    } else {
      stack.insert(stack.end(), tree.tiles[at].children.begin(), tree.tiles[at].children.end());
    }
  }
  return cut;
}

inline TileTree tree_of(const Object& object, std::uint32_t budget, bool lock_border) {
  ChainOptions chain;
  chain.lock_border = lock_border;
  TileOptions options;
  options.plan.budget = budget;
  auto tree = build_tiles(object, chain, options);
  REQUIRE(tree.ok());
  return std::move(*tree);
}

inline void check_links(const TileTree& tree) {
  for (std::uint32_t i = 0; i < tree.tiles.size(); ++i) {
    const TileMesh& tile = tree.tiles[i];
    CHECK((tile.parent < 0) == (i == 0));
    CHECK((tile.level == 0) == tile.children.empty());
    for (const std::uint32_t child : tile.children) {
      CHECK(child > i);
      CHECK(tree.tiles[child].parent == static_cast<std::int32_t>(i));
      CHECK(tree.tiles[child].level < tile.level);
      CHECK(tree.tiles[child].mesh.estimate <= tile.mesh.estimate);
    }
  }
}

inline void check_cuts(const Object& object, const TileTree& tree, int cuts) {
  Edges source;
  add_edges(source, object.vertices.positions, object.indices);
  source = open_edges(std::move(source));
  Random random;
  std::size_t mixed = 0;
  for (int i = 0; i < cuts; ++i) {
    const std::vector<std::uint32_t> cut = random_cut(tree, random, 0.1 + 0.5 * random());
    Edges edges;
    for (const std::uint32_t t : cut)
      add_edges(edges, tree.tiles[t].mesh.vertices.positions, tree.tiles[t].mesh.indices);
    REQUIRE(open_edges(std::move(edges)) == source);
    mixed += cut.size() > 1 ? 1 : 0;
  }
  CHECK(mixed * 2 > static_cast<std::size_t>(cuts));
}

}  // namespace lodcook::cooker::test
