#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cooker/import/ply_header.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// What a PLY file holds, as it is written; faces uncut.
struct PlyMesh {
  std::vector<Vec3d> positions;
  std::vector<Vec3f> normals;  ///< Each of these is empty, or one for each position.
  std::vector<Vec4f> colors;
  std::vector<Vec2f> uvs;

  std::vector<std::uint32_t> corners;  ///< Positions.
  std::vector<std::size_t> face_ends;  ///< For each face the number of corners up to its end; at least 3 each.
  std::vector<Vec2f> corner_uvs;       ///< Empty, or one for each corner.
  std::vector<Vec4f> face_colors;      ///< Empty, or one for each face.
  std::uint64_t points = 0, lines = 0;
  bool several_textures = false;
};

/// Reads all elements and checks that every corner is a position. Strips become faces of three corners.
Result<PlyMesh> read_ply_mesh(std::span<const std::byte> file, const PlyHeader& header, std::uint64_t max_triangles);

}  // namespace lodcook::cooker
