#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/result.h>

#include "cooker/pack/glb_document.h"
#include "cooker/pack/glb_material.h"

namespace lodcook::cooker {

/// Geometry that becomes primitives: a tile, or a shared mesh where an instance moves it.
struct GlbSource {
  const Container& container;
  const ContainerObject& object;
  const Tile& tile;
  const DecodedTile& decoded;
  const MeshInstance* instance = nullptr;  ///< Baked into corners and normals; null where nothing moves them.
  Vec3d base{};                            ///< Subtracted from every corner, in double: a node puts it back.
};

/// Whether its primitives have joints and weights.
bool has_skin(const GlbSource& source);

/// One primitive for each draw range, with normals, tangents, UV and colour sets, skin and morph targets, as JSON
/// behind `primitives`. Fails where joints are none of the container's skeleton.
Status add_primitives(GlbDocument& document, GlbMaterials& materials, const GlbSource& source,
                      std::vector<std::string>& primitives);

/// A mesh with the name and the names of morph targets of `object`. Returns its number.
std::size_t add_mesh(GlbDocument& document, const ContainerObject& object, const std::vector<std::string>& primitives);

}  // namespace lodcook::cooker
