#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "cooker/import/assimp_scene.h"

namespace lodcook::cooker {

/// Gathers the bones of the meshes of one node into one skin. Bones of equal node and equal bind matrix are one joint.
class AssimpSkin {
 public:
  /// `shown_by`: the node of the mesh, which holds what no bone holds.
  AssimpSkin(AssimpConversion& conversion, std::uint32_t shown_by) : conversion_(conversion), shown_by_(shown_by) {}

  /// Fills joints and weights of `vertices` from the bones of `mesh`: for each vertex all its influences, largest
  /// first.
  Status bind(const aiMesh& mesh, VertexStreams& vertices);

  Skin take() { return std::move(skin_); }

 private:
  struct Influence {
    float weight;
    std::uint16_t joint;
  };

  Result<std::uint16_t> joint(std::uint32_t node, const Mat4d& inverse_bind);
  Result<std::uint16_t> joint_of(const aiBone& bone);
  Status check(const aiBone& bone, std::uint32_t vertex_count) const;
  Result<std::vector<std::vector<Influence>>> influences(const aiMesh& mesh);

  AssimpConversion& conversion_;
  std::uint32_t shown_by_;
  Skin skin_;
  std::map<std::pair<std::uint32_t, std::array<double, 16>>, std::uint16_t> joints_;
};

}  // namespace lodcook::cooker
