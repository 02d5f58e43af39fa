#include "shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lodcook::cooker {

namespace {

Vec3f unit(double x, double y, double z) {
  const double length = std::sqrt(x * x + y * y + z * z);
  return {static_cast<float>(x / length), static_cast<float>(y / length), static_cast<float>(z / length)};
}

}  // namespace

Object icosphere(int subdivisions) {
  const double t = (1 + std::sqrt(5.0)) / 2;
  std::vector<Vec3f> points = {unit(-1, t, 0), unit(1, t, 0), unit(-1, -t, 0), unit(1, -t, 0),
                               unit(0, -1, t), unit(0, 1, t), unit(0, -1, -t), unit(0, 1, -t),
                               unit(t, 0, -1), unit(t, 0, 1), unit(-t, 0, -1), unit(-t, 0, 1)};
  std::vector<std::uint32_t> indices = {0, 11, 5,  0, 5,  1, 0, 1, 7, 0, 7,  10, 0, 10, 11, 1, 5, 9, 5, 11,
                                        4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3,  9,  4, 3,  4,  2, 3, 2, 6, 3,
                                        6, 8,  3,  8, 9,  4, 9, 5, 2, 4, 11, 6,  2, 10, 8,  6, 7, 9, 8, 1};
  for (int level = 0; level < subdivisions; ++level) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    std::vector<std::uint32_t> finer;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto key = std::minmax(a, b);
      const auto found = middles.find(key);
      if (found != middles.end()) return found->second;
      const Vec3f p = points[a], q = points[b];
      points.push_back(unit(double{p.x} + q.x, double{p.y} + q.y, double{p.z} + q.z));
      const auto made = static_cast<std::uint32_t>(points.size() - 1);
      middles.emplace(key, made);
      return made;
    };
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      const std::uint32_t a = indices[i], b = indices[i + 1], c = indices[i + 2];
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      const std::array<std::uint32_t, 12> four = {a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca};
      finer.insert(finer.end(), four.begin(), four.end());
    }
    indices.swap(finer);
  }
  Object object;
  object.name = "icosphere";
  object.vertices.positions = points;
  object.vertices.normals = points;
  object.vertex_materials.assign(points.size(), 0);
  object.indices = indices;
  return object;
}

Object box(float x, float y, float z, int n) {
  Object object;
  object.name = "box";
  // One corner and two directions for each side, so that the first crossed with the second points outward.
  const std::array<std::array<Vec3f, 3>, 6> sides = {{{{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}},
                                                      {{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}},
                                                      {{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}},
                                                      {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}},
                                                      {{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}}},
                                                      {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}};
  for (const auto& [corner, u, v] : sides) {
    const auto base = static_cast<std::uint32_t>(object.vertices.positions.size());
    const Vec3f normal = unit(double{u.y} * v.z - double{u.z} * v.y, double{u.z} * v.x - double{u.x} * v.z,
                              double{u.x} * v.y - double{u.y} * v.x);
    for (int row = 0; row <= n; ++row) {
      for (int column = 0; column <= n; ++column) {
        const float a = static_cast<float>(column) / static_cast<float>(n),
                    b = static_cast<float>(row) / static_cast<float>(n);
        object.vertices.positions.push_back({(corner.x + u.x * a + v.x * b) * x, (corner.y + u.y * a + v.y * b) * y,
                                             (corner.z + u.z * a + v.z * b) * z});
        object.vertices.normals.push_back(normal);
        object.vertex_materials.push_back(0);
      }
    }
    const auto width = static_cast<std::uint32_t>(n + 1);
    for (std::uint32_t row = 0; row + 1 < width; ++row) {
      for (std::uint32_t column = 0; column + 1 < width; ++column) {
        const std::uint32_t first = base + row * width + column;
        object.indices.insert(object.indices.end(),
                              {first, first + 1, first + width + 1, first, first + width + 1, first + width});
      }
    }
  }
  return object;
}

Object faceted(const Object& object) {
  Object result;
  result.name = object.name;
  for (std::size_t i = 0; i < object.indices.size(); i += 3) {
    std::array<Vec3f, 3> p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = object.vertices.positions[object.indices[i + k]];
    const Vec3d u{double{p[1].x} - p[0].x, double{p[1].y} - p[0].y, double{p[1].z} - p[0].z};
    const Vec3d v{double{p[2].x} - p[0].x, double{p[2].y} - p[0].y, double{p[2].z} - p[0].z};
    const Vec3f normal = unit(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x);
    for (std::size_t k = 0; k < 3; ++k) {
      result.vertices.positions.push_back(p[k]);
      result.vertices.normals.push_back(normal);
      result.vertex_materials.push_back(object.vertex_materials[object.indices[i + k]]);
      result.indices.push_back(static_cast<std::uint32_t>(i + k));
    }
  }
  return result;
}

Object octants(const Object& object) {
  Object result;
  result.name = object.name;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> made;
  for (std::size_t i = 0; i < object.indices.size(); i += 3) {
    Vec3d sum;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3f p = object.vertices.positions[object.indices[i + k]];
      sum = {sum.x + p.x, sum.y + p.y, sum.z + p.z};
    }
    const std::uint32_t material = (sum.x > 0 ? 1U : 0U) + (sum.y > 0 ? 2U : 0U) + (sum.z > 0 ? 4U : 0U);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t old = object.indices[i + k];
      const auto [found, added] = made.emplace(std::pair{old, material}, result.vertex_materials.size());
      if (added) {
        result.vertices.positions.push_back(object.vertices.positions[old]);
        result.vertices.normals.push_back(object.vertices.normals[old]);
        result.vertex_materials.push_back(material);
      }
      result.indices.push_back(found->second);
    }
  }
  return result;
}

}  // namespace lodcook::cooker
