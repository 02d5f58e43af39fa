#include "cooker/import/assimp_skin.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lodcook::cooker {

Result<std::uint16_t> AssimpSkin::joint(std::uint32_t node, const Mat4d& inverse_bind) {
  std::array<double, 16> matrix{};
  std::copy(std::begin(inverse_bind.m), std::end(inverse_bind.m), matrix.begin());
  const auto [found, is_new] = joints_.try_emplace({node, matrix}, static_cast<std::uint16_t>(skin_.joints.size()));
  if (!is_new) return found->second;
  if (skin_.joints.size() >= std::numeric_limits<std::uint16_t>::max())
    return conversion_.error(ErrorCode::over_limit, "a skin has more than 65535 joints");
  skin_.joints.push_back(node);
  skin_.inverse_binds.push_back(inverse_bind);
  return found->second;
}

Result<std::uint16_t> AssimpSkin::joint_of(const aiBone& bone) {
  const std::uint32_t node = conversion_.find_node(bone.mName);
  if (node != no_index) return joint(node, assimp_matrix(bone.mOffsetMatrix));
  ++conversion_.stray_bones;
  return joint(shown_by_, Mat4d{});
}

Status AssimpSkin::check(const aiBone& bone, std::uint32_t vertex_count) const {
  const std::string name = "bone '" + assimp_text(bone.mName) + "' ";
  const Mat4d offset = assimp_matrix(bone.mOffsetMatrix);
  if (!std::all_of(std::begin(offset.m), std::end(offset.m), [](double v) { return std::isfinite(v); }))
    return conversion_.error(ErrorCode::non_finite, name + "has a bind matrix that is not finite");
  if (bone.mNumWeights > 0 && bone.mWeights == nullptr)
    return conversion_.error(ErrorCode::inconsistent, name + "has lost its weights");
  for (std::uint32_t i = 0; i < bone.mNumWeights; ++i) {
    if (bone.mWeights[i].mVertexId >= vertex_count)
      return conversion_.error(ErrorCode::invalid_index, name + "holds a vertex that is not there");
    if (!std::isfinite(bone.mWeights[i].mWeight))
      return conversion_.error(ErrorCode::non_finite, name + "has a weight that is not finite");
  }
  return Done{};
}

Result<std::vector<std::vector<AssimpSkin::Influence>>> AssimpSkin::influences(const aiMesh& mesh) {
  std::vector<std::vector<Influence>> of_vertex(mesh.mNumVertices);
  for (std::uint32_t b = 0; b < mesh.mNumBones; ++b) {
    if (mesh.mBones == nullptr || mesh.mBones[b] == nullptr)
      return conversion_.error(ErrorCode::inconsistent, "a mesh has lost a bone");
    const aiBone& bone = *mesh.mBones[b];
    if (Status checked = check(bone, mesh.mNumVertices); !checked.ok()) return std::move(checked).error();
    const Result<std::uint16_t> number = joint_of(bone);
    if (!number.ok()) return number.error();
    for (std::uint32_t i = 0; i < bone.mNumWeights; ++i) {
      const float weight = bone.mWeights[i].mWeight;
      if (weight < 0) ++conversion_.clamped_weights;
      if (weight <= 0) continue;
      auto& list = of_vertex[bone.mWeights[i].mVertexId];
      const auto same = std::find_if(list.begin(), list.end(), [&](const Influence& x) { return x.joint == *number; });
      if (same == list.end())
        list.push_back({weight, *number});
      else
        same->weight += weight;
    }
  }
  return of_vertex;
}

Status AssimpSkin::bind(const aiMesh& mesh, VertexStreams& vertices) {
  auto of_vertex = influences(mesh);
  if (!of_vertex.ok()) return std::move(of_vertex).error();
  std::size_t most = 1;
  for (auto& list : *of_vertex) {
    if (list.empty()) {
      const Result<std::uint16_t> own = joint(shown_by_, Mat4d{});
      if (!own.ok()) return own.error();
      list.push_back({1, *own});
    }
    std::sort(list.begin(), list.end(), [](const Influence& a, const Influence& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
    });
    most = std::max(most, list.size());
  }
  vertices.influences_per_vertex = static_cast<std::uint32_t>(most);
  vertices.joints.assign(most * mesh.mNumVertices, 0);
  vertices.weights.assign(most * mesh.mNumVertices, 0);
  for (std::size_t v = 0; v < of_vertex->size(); ++v) {
    const auto& list = (*of_vertex)[v];
    double sum = 0;
    for (const Influence& influence : list) sum += static_cast<double>(influence.weight);
    for (std::size_t i = 0; i < list.size(); ++i) {
      vertices.joints[v * most + i] = list[i].joint;
      vertices.weights[v * most + i] = static_cast<float>(static_cast<double>(list[i].weight) / sum);
    }
  }
  return Done{};
}

}  // namespace lodcook::cooker
