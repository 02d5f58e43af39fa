#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lodcook/result.h>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// What simple formats hold: one list of vertices and faces of any number of corners, uncut, as it is written.
struct PolygonMesh {
  std::vector<Vec3d> positions;
  std::vector<Vec3f> normals;  ///< Each of these is empty, or one for each position.
  std::vector<Vec4f> colors;
  std::vector<Vec2f> uvs;  ///< v upwards.

  std::vector<std::uint32_t> corners;  ///< Positions.
  std::vector<std::size_t> face_ends;  ///< For each face the number of corners up to its end; at least 3 each.
  std::vector<Vec2f> corner_uvs;       ///< Empty, or one for each corner; v upwards.
  std::vector<Vec4f> face_colors;      ///< Empty, or one for each face.
  std::uint64_t points = 0, lines = 0;
};

/// A scene of one node and one mesh of that name, polygons cut, equal vertices joined, positions relative to the node,
/// which holds what 32 bits could not. No mesh where there is no face. Fails with invalid_index where a corner is no
/// position, with non_finite where a face uses such a position, and with over_triangle_limit.
Result<Scene> scene_of(const PolygonMesh& mesh, const std::string& name, std::uint64_t max_triangles);

}  // namespace lodcook::cooker
