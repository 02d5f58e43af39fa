#include "case_files.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include <doctest/doctest.h>

namespace lodcook::cooker {

namespace {

std::string shared_folder() {
  const char* const folder = std::getenv("LODCOOK_SHARED");
  return folder != nullptr ? folder : LODCOOK_SHARED_DEFAULT;
}

using PositionKey = std::array<float, 3>;

PositionKey key_of(Vec3f p) { return {p.x, p.y, p.z}; }

void add_smooth_normals(Object& object) {
  std::map<PositionKey, Vec3d> sums;
  const std::vector<Vec3f>& p = object.vertices.positions;
  for (std::size_t i = 0; i < object.indices.size(); i += 3) {
    const Vec3f a = p[object.indices[i]], b = p[object.indices[i + 1]], c = p[object.indices[i + 2]];
    const Vec3d u{double{b.x} - a.x, double{b.y} - a.y, double{b.z} - a.z};
    const Vec3d v{double{c.x} - a.x, double{c.y} - a.y, double{c.z} - a.z};
    for (const Vec3f corner : {a, b, c}) {
      Vec3d& sum = sums[key_of(corner)];
      sum.x += u.y * v.z - u.z * v.y;
      sum.y += u.z * v.x - u.x * v.z;
      sum.z += u.x * v.y - u.y * v.x;
    }
  }
  object.vertices.normals.clear();
  for (const Vec3f position : p) {
    const Vec3d n = sums[key_of(position)];
    const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    object.vertices.normals.push_back(
        {static_cast<float>(n.x / length), static_cast<float>(n.y / length), static_cast<float>(n.z / length)});
  }
}

Object read_obj(std::istream& file) {
  Object object;
  std::vector<Vec3f> points;
  std::vector<Vec2f> coordinates;
  std::map<std::array<int, 3>, std::uint32_t> vertices;
  std::map<std::string, int> materials;
  int material = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "v") {
      Vec3f p;
      words >> p.x >> p.y >> p.z;
      points.push_back(p);
    } else if (word == "vt") {
      Vec2f t;
      words >> t.x >> t.y;
      coordinates.push_back(t);
    } else if (word == "usemtl") {
      words >> word;
      material = materials.emplace(word, static_cast<int>(materials.size())).first->second;
    } else if (word == "f") {
      std::vector<std::uint32_t> polygon;
      while (words >> word) {
        const int point = std::stoi(word) - 1;
        const std::size_t slash = word.find('/');
        const int coordinate = slash == std::string::npos ? -1 : std::stoi(word.substr(slash + 1)) - 1;
        const auto [found, added] =
            vertices.emplace(std::array<int, 3>{point, coordinate, material}, object.vertex_materials.size());
        if (added) {
          object.vertices.positions.push_back(points[static_cast<std::size_t>(point)]);
          object.vertex_materials.push_back(static_cast<std::uint32_t>(material));
          if (coordinate >= 0) {
            object.vertices.uvs.resize(1);
            object.vertices.uvs[0].push_back(coordinates[static_cast<std::size_t>(coordinate)]);
          }
        }
        polygon.push_back(found->second);
      }
      for (std::size_t i = 2; i < polygon.size(); ++i) {
        object.indices.insert(object.indices.end(), {polygon[0], polygon[i - 1], polygon[i]});
      }
    }
  }
  add_smooth_normals(object);
  return object;
}

Object read_ply(std::istream& file) {
  Object object;
  std::size_t vertices = 0, faces = 0;
  for (std::string line; std::getline(file, line) && line != "end_header";) {
    std::istringstream words(line);
    std::string element, name;
    words >> element >> name;
    if (element == "element" && name == "vertex") words >> vertices;
    if (element == "element" && name == "face") words >> faces;
  }
  object.vertices.colors.resize(1);
  for (std::size_t i = 0; i < vertices; ++i) {
    Vec3f p;
    float red = 0, green = 0, blue = 0;
    file >> p.x >> p.y >> p.z >> red >> green >> blue;
    object.vertices.positions.push_back(p);
    object.vertices.colors[0].push_back({red / 255, green / 255, blue / 255, 1});
    object.vertex_materials.push_back(0);
  }
  for (std::size_t i = 0; i < faces; ++i) {
    std::uint32_t count = 0, a = 0, b = 0, c = 0;
    file >> count >> a >> b >> c;
    object.indices.insert(object.indices.end(), {a, b, c});
  }
  add_smooth_normals(object);
  return object;
}

Object read_stl(std::istream& file) {
  Object object;
  Vec3f normal;
  for (std::string word; file >> word;) {
    if (word == "normal") file >> normal.x >> normal.y >> normal.z;
    if (word != "vertex") continue;
    Vec3f p;
    file >> p.x >> p.y >> p.z;
    object.indices.push_back(static_cast<std::uint32_t>(object.vertices.positions.size()));
    object.vertices.positions.push_back(p);
    object.vertices.normals.push_back(normal);
    object.vertex_materials.push_back(0);
  }
  return object;
}

}  // namespace

std::optional<Object> read_case(const std::string& path_below_cases) {
  std::ifstream file(shared_folder() + "/cases/" + path_below_cases);
  if (!file) {
    MESSAGE("skipped: no shared case ", path_below_cases);
    return std::nullopt;
  }
  const std::string extension = path_below_cases.substr(path_below_cases.rfind('.') + 1);
  Object object = extension == "ply" ? read_ply(file) : extension == "stl" ? read_stl(file) : read_obj(file);
  object.name = path_below_cases;
  return object;
}

}  // namespace lodcook::cooker
