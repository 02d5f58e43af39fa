#include "cooker/import/ply_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "cooker/import/ply_rows.h"

namespace lodcook::cooker {
namespace {

constexpr std::size_t absent = ~std::size_t{0};

std::size_t find(const PlyElement& element, std::initializer_list<std::string_view> names, bool is_list) {
  for (std::size_t i = 0; i < element.properties.size(); ++i) {
    const PlyProperty& p = element.properties[i];
    if (p.is_list == is_list && std::find(names.begin(), names.end(), p.name) != names.end()) return i;
  }
  return absent;
}

/// Four properties that are one colour; the last may be absent.
struct ColorColumns {
  std::array<std::size_t, 4> at{absent, absent, absent, absent};
  std::array<double, 4> scale{1, 1, 1, 1};

  explicit ColorColumns(const PlyElement& element) {
    at = {find(element, {"red", "diffuse_red", "r"}, false), find(element, {"green", "diffuse_green", "g"}, false),
          find(element, {"blue", "diffuse_blue", "b"}, false), find(element, {"alpha", "diffuse_alpha", "a"}, false)};
    for (std::size_t i = 0; i < 4; ++i) {
      if (at[i] == absent) continue;
      const PlyType type = element.properties[at[i]].type;
      if (type != PlyType::float32 && type != PlyType::float64) scale[i] = type == PlyType::uint16 ? 65535 : 255;
    }
  }
  [[nodiscard]] bool present() const { return at[0] != absent && at[1] != absent && at[2] != absent; }
  [[nodiscard]] Vec4f of(const PlyRow& row) const {
    const auto part = [&](std::size_t i) { return static_cast<float>(row.values[at[i]] / scale[i]); };
    return {part(0), part(1), part(2), at[3] == absent ? 1.0F : part(3)};
  }
};

Vec3f unit(double x, double y, double z) {
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0) || !std::isfinite(length)) return {};
  return {static_cast<float>(x / length), static_cast<float>(y / length), static_cast<float>(z / length)};
}

class MeshReader {
 public:
  MeshReader(std::span<const std::byte> file, const PlyHeader& header) : header_(header), rows_(file, header) {}

  Result<PlyMesh> read() {
    for (const PlyElement& element : header_.elements)
      if (Status taken = take(element); !taken.ok()) return std::move(taken).error();
    if (Status finished = rows_.finish(); !finished.ok()) return std::move(finished).error();
    if (mesh_.face_ends.empty()) mesh_.points += mesh_.positions.size();
    return std::move(mesh_);
  }

 private:
  Status take(const PlyElement& element);
  Status take_vertices(const PlyElement& element);
  Status take_faces(const PlyElement& element);
  Status take_strips(const PlyElement& element);
  Status skip(const PlyElement& element);
  Status add_face(const std::vector<double>& list);
  Status add_strip(const std::vector<double>& list);
  Result<std::uint32_t> index(double value) const;

  const PlyHeader& header_;
  PlyRows rows_;
  PlyRow row_;
  PlyMesh mesh_;
};

Status MeshReader::take(const PlyElement& element) {
  if (element.name == "vertex") return take_vertices(element);
  if (element.name == "face") return take_faces(element);
  if (element.name == "tristrips") return take_strips(element);
  if (element.name == "edge") mesh_.lines += element.count;
  return skip(element);
}

Status MeshReader::skip(const PlyElement& element) {
  if (element.properties.empty()) return Done{};
  for (std::uint64_t i = 0; i < element.count; ++i)
    if (Status read = rows_.read(element, row_); !read.ok()) return read;
  return Done{};
}

Status MeshReader::take_vertices(const PlyElement& element) {
  const std::size_t x = find(element, {"x"}, false), y = find(element, {"y"}, false), z = find(element, {"z"}, false);
  if (x == absent || y == absent || z == absent)
    return Error{ErrorCode::malformed, "the vertices have no x, y and z", {}};
  const std::size_t nx = find(element, {"nx"}, false), ny = find(element, {"ny"}, false),
                    nz = find(element, {"nz"}, false);
  const std::size_t u = find(element, {"s", "u", "texture_u", "s0"}, false);
  const std::size_t v = find(element, {"t", "v", "texture_v", "t0"}, false);
  const ColorColumns color(element);
  for (std::uint64_t i = 0; i < element.count; ++i) {
    if (Status read = rows_.read(element, row_); !read.ok()) return read;
    const std::vector<double>& value = row_.values;
    mesh_.positions.push_back({value[x], value[y], value[z]});
    if (nx != absent && ny != absent && nz != absent) mesh_.normals.push_back(unit(value[nx], value[ny], value[nz]));
    if (u != absent && v != absent) mesh_.uvs.push_back({static_cast<float>(value[u]), static_cast<float>(value[v])});
    if (color.present()) mesh_.colors.push_back(color.of(row_));
  }
  return Done{};
}

Result<std::uint32_t> MeshReader::index(double value) const {
  if (!(value >= 0) || value != std::floor(value) || value >= no_index)
    return Error{ErrorCode::invalid_index, "a face names a vertex below 0 or beyond counting", {}};
  return static_cast<std::uint32_t>(value);
}

Status MeshReader::add_face(const std::vector<double>& list) {
  for (const double value : list) {
    const Result<std::uint32_t> corner = index(value);
    if (!corner.ok()) return corner.error();
    mesh_.corners.push_back(*corner);
  }
  mesh_.face_ends.push_back(mesh_.corners.size());
  return Done{};
}

Status MeshReader::take_faces(const PlyElement& element) {
  const std::size_t at = find(element, {"vertex_indices", "vertex_index"}, true);
  if (at == absent && element.count > 0) return Error{ErrorCode::malformed, "the faces have no list of vertices", {}};
  const std::size_t uvs = find(element, {"texcoord"}, true);
  const std::size_t number = find(element, {"texnumber"}, false);
  const ColorColumns color(element);
  for (std::uint64_t i = 0; i < element.count; ++i) {
    if (Status read = rows_.read(element, row_); !read.ok()) return read;
    const std::vector<double>& list = row_.lists[at];
    mesh_.points += list.size() == 1 ? 1 : 0;
    mesh_.lines += list.size() == 2 ? 1 : 0;
    if (list.size() < 3) continue;
    if (Status added = add_face(list); !added.ok()) return added;
    if (color.present()) mesh_.face_colors.push_back(color.of(row_));
    if (number != absent && row_.values[number] > 0) mesh_.several_textures = true;
    for (std::size_t c = 0; uvs != absent && c < list.size(); ++c) {
      const std::vector<double>& uv = row_.lists[uvs];
      const bool whole = uv.size() == 2 * list.size();
      mesh_.corner_uvs.push_back(whole ? Vec2f{static_cast<float>(uv[2 * c]), static_cast<float>(uv[2 * c + 1])}
                                       : Vec2f{});
    }
  }
  return Done{};
}

/// Every second triangle of a strip turns the other way; repeated corners only join strips.
Status MeshReader::add_strip(const std::vector<double>& list) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] < 0) start = i + 1;
    if (list[i] < 0 || i < start + 2) continue;
    const bool odd = (i - start) % 2 == 1;
    const double a = list[odd ? i - 1 : i - 2], b = list[odd ? i - 2 : i - 1], c = list[i];
    if (a == b || b == c || c == a) continue;
    if (Status added = add_face({a, b, c}); !added.ok()) return added;
  }
  return Done{};
}

Status MeshReader::take_strips(const PlyElement& element) {
  const std::size_t at = find(element, {"vertex_indices", "vertex_index"}, true);
  if (at == absent && element.count > 0) return Error{ErrorCode::malformed, "the strips have no list of vertices", {}};
  for (std::uint64_t i = 0; i < element.count; ++i) {
    if (Status read = rows_.read(element, row_); !read.ok()) return read;
    if (Status added = add_strip(row_.lists[at]); !added.ok()) return added;
  }
  return Done{};
}

}  // namespace

Result<PlyMesh> read_ply_mesh(std::span<const std::byte> file, const PlyHeader& header) {
  return MeshReader(file, header).read();
}

}  // namespace lodcook::cooker
