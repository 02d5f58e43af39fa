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

}  // namespace lodcook::cooker
