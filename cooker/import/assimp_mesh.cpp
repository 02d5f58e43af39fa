#include "cooker/import/assimp_mesh.h"

#include <algorithm>
#include <cmath>

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

Status check_positions(const AssimpConversion& conversion, const aiMesh& mesh) {
  if (mesh.mNumVertices > 0 && mesh.mVertices == nullptr)
    return conversion.error(ErrorCode::inconsistent, "a mesh has lost its positions");
  for (std::uint32_t i = 0; i < mesh.mNumVertices; ++i)
    if (!is_finite(mesh.mVertices[i]))
      return conversion.error(ErrorCode::non_finite, "vertex " + std::to_string(i) + " of mesh '" +
                                                         assimp_text(mesh.mName) + "' is not finite");
  return Done{};
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
  for (unsigned set = 0; set < AI_MAX_NUMBER_OF_TEXTURECOORDS && out.uvs.size() < max_uv_sets; ++set) {
    if (!mesh.HasTextureCoords(set)) continue;
    std::vector<Vec2f>& uvs = out.uvs.emplace_back(count);
    for (std::size_t i = 0; i < count; ++i) uvs[i] = {mesh.mTextureCoords[set][i].x, 1 - mesh.mTextureCoords[set][i].y};
  }
  for (unsigned set = 0; set < AI_MAX_NUMBER_OF_COLOR_SETS && out.colors.size() < max_color_sets; ++set) {
    if (!mesh.HasVertexColors(set)) continue;
    std::vector<Vec4f>& colors = out.colors.emplace_back(count);
    for (std::size_t i = 0; i < count; ++i) {
      const aiColor4D& c = mesh.mColors[set][i];
      colors[i] = {c.r, c.g, c.b, c.a};
    }
  }
  return out;
}

Status convert_faces(AssimpConversion& conversion, const aiMesh& mesh, Primitive& out) {
  if (mesh.mNumFaces > 0 && mesh.mFaces == nullptr)
    return conversion.error(ErrorCode::inconsistent, "a mesh has lost its faces");
  PolygonCutter cutter;
  std::vector<Vec3d> ring;
  std::vector<std::uint32_t> corners;
  for (std::uint32_t f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    if (face.mNumIndices > 0 && face.mIndices == nullptr)
      return conversion.error(ErrorCode::inconsistent, "a face has lost its corners");
    const std::span<const unsigned int> indices(face.mIndices, face.mNumIndices);
    if (std::any_of(indices.begin(), indices.end(), [&](unsigned int v) { return v >= mesh.mNumVertices; }))
      return conversion.error(
          ErrorCode::invalid_index,
          "face " + std::to_string(f) + " of mesh '" + assimp_text(mesh.mName) + "' names a vertex that is not there");
    conversion.points += indices.size() == 1 ? 1 : 0;
    conversion.lines += indices.size() == 2 ? 1 : 0;
    if (indices.size() < 3) continue;
    conversion.triangles += indices.size() - 2;
    if (conversion.triangles > conversion.options.max_triangles)
      return conversion.error(ErrorCode::over_triangle_limit,
                              "more than " + std::to_string(conversion.options.max_triangles) + " triangles");
    ring.clear();
    corners.clear();
    for (const unsigned int v : indices)
      ring.push_back({mesh.mVertices[v].x, mesh.mVertices[v].y, mesh.mVertices[v].z});
    if (!cutter.cut(ring, corners)) ++conversion.crossing_polygons;
    for (const std::uint32_t corner : corners) out.indices.push_back(indices[corner]);
  }
  return Done{};
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
  if (Status checked = check_positions(conversion, mesh); !checked.ok()) return std::move(checked).error();
  out.vertices = convert_attributes(mesh);
  if (Status faces = convert_faces(conversion, mesh, out); !faces.ok()) return std::move(faces).error();
  if (Status morphs = convert_morphs(conversion, mesh, out); !morphs.ok()) return std::move(morphs).error();
  if (mesh.mNumBones > 0)
    if (Status bound = skin.bind(mesh, out.vertices); !bound.ok()) return std::move(bound).error();
  weld_exact(out);
  return out;
}

}  // namespace lodcook::cooker
