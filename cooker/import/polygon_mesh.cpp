#include "cooker/import/polygon_mesh.h"

#include <cmath>

#include "cooker/import/local_origin.h"
#include "cooker/import/polygon.h"
#include "cooker/import/weld_exact.h"

namespace lodcook::cooker {
namespace {

bool is_finite(const Vec3d& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

struct Triangles {
  std::vector<std::size_t> corners;  ///< Into PolygonMesh::corners, three for each triangle.
  std::vector<std::size_t> faces;    ///< One for each triangle.
  std::uint64_t crossing_polygons = 0;
};

Status check_corners(const PolygonMesh& mesh, std::uint64_t max_triangles) {
  for (const std::uint32_t corner : mesh.corners)
    if (corner >= mesh.positions.size())
      return Error{
          ErrorCode::invalid_index, "a face names vertex " + std::to_string(corner) + ", which is not there", {}};
  const std::uint64_t triangles = mesh.corners.size() - 2 * mesh.face_ends.size();
  if (triangles > max_triangles || 3 * triangles >= no_index)
    return Error{ErrorCode::over_triangle_limit, std::to_string(triangles) + " triangles are more than the limit", {}};
  return Done{};
}

Result<Triangles> cut_faces(const PolygonMesh& mesh) {
  Triangles out;
  PolygonCutter cutter;
  std::vector<Vec3d> ring;
  std::vector<std::uint32_t> cut;
  for (std::size_t f = 0; f < mesh.face_ends.size(); ++f) {
    const std::size_t begin = f == 0 ? 0 : mesh.face_ends[f - 1];
    ring.clear();
    cut.clear();
    for (std::size_t c = begin; c < mesh.face_ends[f]; ++c) {
      ring.push_back(mesh.positions[mesh.corners[c]]);
      if (!is_finite(ring.back()))
        return Error{ErrorCode::non_finite,
                     "vertex " + std::to_string(mesh.corners[c]) + " is not finite and a face uses it",
                     {}};
    }
    if (!cutter.cut(ring, cut)) ++out.crossing_polygons;
    for (const std::uint32_t corner : cut) out.corners.push_back(begin + corner);
    out.faces.insert(out.faces.end(), cut.size() / 3, f);
  }
  return out;
}

/// What belongs to corners or faces needs a vertex for each corner, to be joined again where all is equal.
Primitive with_own_corners(const PolygonMesh& mesh, const Triangles& triangles, Vec3d origin) {
  Primitive out;
  VertexStreams& v = out.vertices;
  if (!mesh.uvs.empty() || !mesh.corner_uvs.empty()) v.uvs.resize(1);
  if (!mesh.colors.empty() || !mesh.face_colors.empty()) v.colors.resize(1);
  for (std::size_t i = 0; i < triangles.corners.size(); ++i) {
    const std::size_t corner = triangles.corners[i];
    const std::uint32_t position = mesh.corners[corner];
    v.positions.push_back(relative_to(mesh.positions[position], origin));
    if (!mesh.normals.empty()) v.normals.push_back(mesh.normals[position]);
    if (!v.uvs.empty()) {
      const Vec2f uv = mesh.corner_uvs.empty() ? mesh.uvs[position] : mesh.corner_uvs[corner];
      v.uvs[0].push_back({uv.x, 1 - uv.y});
    }
    if (!v.colors.empty())
      v.colors[0].push_back(mesh.colors.empty() ? mesh.face_colors[triangles.faces[i / 3]] : mesh.colors[position]);
    out.indices.push_back(static_cast<std::uint32_t>(i));
  }
  return out;
}

Primitive with_shared_corners(const PolygonMesh& mesh, const Triangles& triangles, Vec3d origin) {
  Primitive out;
  VertexStreams& v = out.vertices;
  v.positions.reserve(mesh.positions.size());
  for (const Vec3d& p : mesh.positions) v.positions.push_back(relative_to(p, origin));
  v.normals = mesh.normals;
  if (!mesh.colors.empty()) v.colors.push_back(mesh.colors);
  if (!mesh.uvs.empty()) {
    std::vector<Vec2f>& uvs = v.uvs.emplace_back(mesh.uvs);
    for (Vec2f& uv : uvs) uv.y = 1 - uv.y;
  }
  out.indices.reserve(triangles.corners.size());
  for (const std::size_t corner : triangles.corners) out.indices.push_back(mesh.corners[corner]);
  return out;
}

void warn(const PolygonMesh& mesh, std::uint64_t crossing_polygons, Scene& scene) {
  const auto count = [&](const char* id, std::uint64_t n, const char* what) {
    if (n > 0) scene.warnings.push_back({id, std::to_string(n) + what});
  };
  count("points_left_out", mesh.points, " points are left out: only triangles are cooked");
  count("lines_left_out", mesh.lines, " lines are left out: only triangles are cooked");
  count("crossing_polygon", crossing_polygons,
        " polygons cross themselves; some of their triangles face the other way");
}

}  // namespace

Result<Scene> scene_of(const PolygonMesh& mesh, const std::string& name, std::uint64_t max_triangles) {
  if (Status checked = check_corners(mesh, max_triangles); !checked.ok()) return std::move(checked).error();
  const Result<Triangles> triangles = cut_faces(mesh);
  if (!triangles.ok()) return triangles.error();
  Scene scene;
  warn(mesh, triangles->crossing_polygons, scene);
  Node& node = scene.nodes.emplace_back();
  node.name = name;
  if (triangles->corners.empty()) return scene;
  const Vec3d origin = choose_local_origin(mesh.positions);
  node.local.m[12] = origin.x;
  node.local.m[13] = origin.y;
  node.local.m[14] = origin.z;
  const bool own = !mesh.corner_uvs.empty() || (mesh.colors.empty() && !mesh.face_colors.empty());
  Primitive primitive =
      own ? with_own_corners(mesh, *triangles, origin) : with_shared_corners(mesh, *triangles, origin);
  weld_exact(primitive);
  for (const Vec3f& p : primitive.vertices.positions)
    if (!is_finite({p.x, p.y, p.z})) return Error{ErrorCode::non_finite, "a coordinate does not fit 32 bits", {}};
  node.mesh = 0;
  Mesh& out = scene.meshes.emplace_back();
  out.name = name;
  out.primitives.push_back(std::move(primitive));
  return scene;
}

}  // namespace lodcook::cooker
