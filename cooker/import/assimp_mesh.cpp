#include "cooker/import/assimp_mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "cooker/import/polygon.h"
#include "cooker/import/weld_exact.h"

namespace lodcook::cooker {
namespace {

Vec3f to_vec3(const aiVector3D& v) { return {v.x, v.y, v.z}; }
Vec3f difference(const aiVector3D& a, const aiVector3D& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

/// Unit length, or zero where there is no direction; the scene's checks rebuild those.
Vec3f unit(const aiVector3D& v) {
  const double x = v.x, y = v.y, z = v.z;
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0) || !std::isfinite(length)) return {};
  return {static_cast<float>(x / length), static_cast<float>(y / length), static_cast<float>(z / length)};
}

bool is_finite(const aiVector3D& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

float bitangent_sign(const aiVector3D& n, const aiVector3D& t, const aiVector3D& b) {
  return (n ^ t) * b < 0 ? -1.0F : 1.0F;
}

VertexStreams convert_attributes(const aiMesh& mesh) {
  const std::size_t count = mesh.mNumVertices;
  VertexStreams out;
  out.positions.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.positions.push_back(to_vec3(mesh.mVertices[i]));
  if (mesh.HasNormals())
    for (std::size_t i = 0; i < count; ++i) out.normals.push_back(unit(mesh.mNormals[i]));
  if (mesh.HasNormals() && mesh.HasTangentsAndBitangents())
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3f t = unit(mesh.mTangents[i]);
      out.tangents.push_back({t.x, t.y, t.z, bitangent_sign(mesh.mNormals[i], mesh.mTangents[i], mesh.mBitangents[i])});
    }
  return out;
}

/// Sets keep their numbers, by which materials name them: a hole between two is filled.
void convert_sets(AssimpConversion& conversion, const aiMesh& mesh, VertexStreams& out) {
  const std::size_t count = mesh.mNumVertices;
  static_assert(AI_MAX_NUMBER_OF_TEXTURECOORDS <= max_uv_sets);
  for (unsigned set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS; ++set) {
    if (!mesh.HasTextureCoords(set)) continue;
    out.uvs.resize(set + 1, std::vector<Vec2f>(count));
    for (std::size_t i = 0; i < count; ++i)
      out.uvs[set][i] = {mesh.mTextureCoords[set][i].x, 1 - mesh.mTextureCoords[set][i].y};
  }
  for (unsigned set = 0; set < AI_MAX_NUMBER_OF_COLOR_SETS; ++set) {
    if (!mesh.HasVertexColors(set)) continue;
    if (set >= max_color_sets) {
      ++conversion.extra_color_sets;
      continue;
    }
    out.colors.resize(set + 1, std::vector<Vec4f>(count, {1, 1, 1, 1}));
    for (std::size_t i = 0; i < count; ++i) {
      const aiColor4D& c = mesh.mColors[set][i];
      out.colors[set][i] = {c.r, c.g, c.b, c.a};
    }
  }
}

class FaceConverter {
 public:
  FaceConverter(AssimpConversion& conversion, const aiMesh& mesh, std::vector<std::uint32_t>& indices)
      : conversion_(conversion), mesh_(mesh), out_(indices) {}

  Status convert() {
    if ((mesh_.mNumFaces > 0 && mesh_.mFaces == nullptr) || (mesh_.mNumVertices > 0 && mesh_.mVertices == nullptr))
      return conversion_.error(ErrorCode::inconsistent, "a mesh has lost its faces or positions");
    for (std::uint32_t f = 0; f < mesh_.mNumFaces; ++f) {
      const aiFace& face = mesh_.mFaces[f];
      if (face.mNumIndices > 0 && face.mIndices == nullptr)
        return error(f, ErrorCode::inconsistent, "has lost its corners");
      if (Status taken = take(f, {face.mIndices, face.mNumIndices}); !taken.ok()) return taken;
    }
    return Done{};
  }

 private:
  Status take(std::uint32_t face, std::span<const unsigned int> corners);
  void cut(std::span<const unsigned int> corners);

  [[nodiscard]] Error error(std::uint32_t face, ErrorCode code, const char* what) const {
    return conversion_.error(code,
                             "face " + std::to_string(face) + " of mesh '" + assimp_text(mesh_.mName) + "' " + what);
  }

  AssimpConversion& conversion_;
  const aiMesh& mesh_;
  std::vector<std::uint32_t>& out_;
  PolygonCutter cutter_;
  std::vector<Vec3d> ring_;
  std::vector<std::uint32_t> cut_;
};

Status FaceConverter::take(std::uint32_t face, std::span<const unsigned int> corners) {
  for (const unsigned int v : corners) {
    if (v >= mesh_.mNumVertices) return error(face, ErrorCode::invalid_index, "names a vertex that is not there");
    if (corners.size() >= 3 && !is_finite(mesh_.mVertices[v]))
      return error(face, ErrorCode::non_finite, "has a corner that is not finite");
  }
  conversion_.points += corners.size() == 1 ? 1 : 0;
  conversion_.lines += corners.size() == 2 ? 1 : 0;
  if (corners.size() < 3) return Done{};
  conversion_.triangles += corners.size() - 2;
  if (conversion_.triangles > conversion_.options.max_triangles)
    return conversion_.error(ErrorCode::over_triangle_limit,
                             "more than " + std::to_string(conversion_.options.max_triangles) + " triangles");
  cut(corners);
  return Done{};
}

void FaceConverter::cut(std::span<const unsigned int> corners) {
  if (corners.size() == 3) {
    out_.insert(out_.end(), corners.begin(), corners.end());
    return;
  }
  ring_.clear();
  cut_.clear();
  for (const unsigned int v : corners)
    ring_.push_back({mesh_.mVertices[v].x, mesh_.mVertices[v].y, mesh_.mVertices[v].z});
  if (!cutter_.cut(ring_, cut_)) ++conversion_.crossing_polygons;
  for (const std::uint32_t corner : cut_) out_.push_back(corners[corner]);
}

/// Assimp keeps 32 bits of every coordinate, whatever the file has.
void note_precision(AssimpConversion& conversion, const std::string& mesh, const std::vector<Vec3f>& positions) {
  if (positions.empty()) return;
  Vec3f low = positions[0], high = positions[0];
  for (const Vec3f& p : positions) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const float extent = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
  const float farthest = std::max({-low.x, -low.y, -low.z, high.x, high.y, high.z});
  const float step = std::nextafter(farthest, std::numeric_limits<float>::infinity()) - farthest;
  if (step > extent * 1e-4F)
    conversion.scene.warnings.push_back({"precision_loss", "mesh '" + mesh + "' lies where coordinates have steps of " +
                                                               std::to_string(step) + ", and is only " +
                                                               std::to_string(extent) + " large"});
}

Status convert_morphs(const AssimpConversion& conversion, const aiMesh& mesh, Primitive& out) {
  for (std::uint32_t m = 0; m < mesh.mNumAnimMeshes; ++m) {
    const aiAnimMesh* shape = mesh.mAnimMeshes == nullptr ? nullptr : mesh.mAnimMeshes[m];
    if (shape == nullptr || shape->mNumVertices != mesh.mNumVertices)
      return conversion.error(ErrorCode::inconsistent, "a morph target has not as many vertices as its mesh");
    MorphTarget& target = out.morph_targets.emplace_back();
    target.name = assimp_text(shape->mName);
    target.position_deltas.resize(mesh.mNumVertices);
    for (std::uint32_t i = 0; shape->HasPositions() && i < mesh.mNumVertices; ++i) {
      if (!is_finite(shape->mVertices[i]))
        return conversion.error(ErrorCode::non_finite, "morph target '" + target.name + "' is not finite");
      target.position_deltas[i] = difference(shape->mVertices[i], mesh.mVertices[i]);
    }
    if (mesh.HasNormals() && shape->HasNormals())
      for (std::uint32_t i = 0; i < mesh.mNumVertices; ++i)
        target.normal_deltas.push_back(difference(shape->mNormals[i], mesh.mNormals[i]));
    if (!out.vertices.tangents.empty() && shape->HasTangentsAndBitangents())
      for (std::uint32_t i = 0; i < mesh.mNumVertices; ++i)
        target.tangent_deltas.push_back(difference(shape->mTangents[i], mesh.mTangents[i]));
  }
  return Done{};
}

}  // namespace

Result<Primitive> convert_assimp_primitive(AssimpConversion& conversion, const aiMesh& mesh, AssimpSkin& skin) {
  Primitive out;
  if (mesh.mMaterialIndex < conversion.scene.materials.size()) out.material = mesh.mMaterialIndex;
  if (Status faces = FaceConverter(conversion, mesh, out.indices).convert(); !faces.ok())
    return std::move(faces).error();
  out.vertices = convert_attributes(mesh);
  convert_sets(conversion, mesh, out.vertices);
  if (Status morphs = convert_morphs(conversion, mesh, out); !morphs.ok()) return std::move(morphs).error();
  if (mesh.mNumBones > 0)
    if (Status bound = skin.bind(mesh, out.vertices); !bound.ok()) return std::move(bound).error();
  weld_exact(out);
  note_precision(conversion, assimp_text(mesh.mName), out.vertices.positions);
  return out;
}

}  // namespace lodcook::cooker
