#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

namespace lodcook::cooker {

constexpr std::uint32_t no_obj_index = 0xFFFFFFFFU;

struct ObjCorner {
  std::uint32_t position = 0, uv = no_obj_index, normal = no_obj_index;
};

/// Faces that follow each other under the same names.
struct ObjRun {
  std::string object, group, material;  ///< Empty where the file names none; else whole, with blanks.
  std::size_t first_face = 0;
};

/// An OBJ file as it is written: positions in double, polygons uncut, every index checked.
struct ObjFile {
  std::vector<Vec3d> positions;
  std::vector<Vec4f> colors;  ///< Empty, or one for each position (white where the file gives none).
  std::vector<Vec2f> uvs;     ///< v upwards, as OBJ has it.
  std::vector<Vec3f> normals;
  std::vector<ObjCorner> corners;
  std::vector<std::size_t> face_ends;  ///< For each face the number of corners up to its end; at least 3 each.
  std::vector<ObjRun> runs;
  std::vector<std::string> material_libraries;
  std::uint64_t points = 0, lines = 0, curves = 0;
};

/// Fails with malformed (a field that is not a number, a face without corners), invalid_index, or truncated (the last
/// line has no end and much of the file is never used). The place of an error is the line.
Result<ObjFile> parse_obj(std::string_view text);

}  // namespace lodcook::cooker
