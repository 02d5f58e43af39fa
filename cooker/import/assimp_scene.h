#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <assimp/scene.h>
#include <lodcook/result.h>

#include "cooker/import/import.h"
#include "cooker/import/jail.h"
#include "cooker/scene/scene.h"

/// From Assimp's scene to ours, checking every pointer, count, index and number before it is used. Conventions: texture
/// v runs downwards as in glTF (Assimp stores it upwards for every format); vertex colours are taken as stored; lengths
/// stay in the file's unit (FBX: UnitScaleFactor is not applied, as Assimp leaves it).
namespace lodcook::cooker {

/// What the parts of the conversion share. Nodes are converted first.
struct AssimpConversion {
  AssimpConversion(const aiScene& from, const ImportOptions& with, Jail& files)
      : source(from), options(with), jail(files), file(files.model_name()) {}

  const aiScene& source;
  const ImportOptions& options;
  Jail& jail;
  std::string file;  ///< The place of errors.
  bool fbx = false;
  Scene scene;
  std::vector<const aiNode*> source_nodes;            ///< One for each of the first nodes of `scene`.
  std::map<std::string, std::uint32_t> node_numbers;  ///< The first node of each name.
  std::uint64_t triangles = 0;
  std::uint64_t points = 0, lines = 0, crossing_polygons = 0;
  std::uint64_t stray_bones = 0, clamped_weights = 0, extra_color_sets = 0;

  [[nodiscard]] Error error(ErrorCode code, std::string message) const { return {code, std::move(message), file}; }
  /// The node of that name, or no_index.
  [[nodiscard]] std::uint32_t find_node(const aiString& name) const;
  /// Appends a node without a mesh and returns its number.
  std::uint32_t add_node(std::string name, std::uint32_t parent, const Mat4d& local);
};

/// As UTF-8 (see as_utf8).
std::string assimp_text(const aiString& text);
Mat4d assimp_matrix(const aiMatrix4x4& matrix);

Status convert_assimp_nodes(AssimpConversion& conversion);
void convert_assimp_materials(AssimpConversion& conversion);
Status convert_assimp_meshes(AssimpConversion& conversion);
void convert_assimp_lights(AssimpConversion& conversion);
Status convert_assimp_animations(AssimpConversion& conversion);

/// All of the above. Points and lines are left out with a warning.
Result<Scene> convert_assimp_scene(const aiScene& source, const ImportOptions& options, Jail& jail);

}  // namespace lodcook::cooker
