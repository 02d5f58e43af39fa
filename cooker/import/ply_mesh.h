#pragma once

#include <cstddef>
#include <span>

#include "cooker/import/ply_header.h"
#include "cooker/import/polygon_mesh.h"

namespace lodcook::cooker {

/// What a PLY file holds.
struct PlyMesh : PolygonMesh {
  bool several_textures = false;
};

/// Reads all elements of the file. Strips become faces of three corners.
Result<PlyMesh> read_ply_mesh(std::span<const std::byte> file, const PlyHeader& header);

}  // namespace lodcook::cooker
