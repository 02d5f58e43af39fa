#pragma once

#include <string>

#include <lodcook/result.h>

#include "cooker/import/gltf_accessor.h"
#include "cooker/import/gltf_document.h"
#include "cooker/import/gltf_draco.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// Where the attributes of one primitive come from: accessors, or a Draco mesh for those that it holds.
struct AttributeSource {
  GltfDocument& document;
  const cgltf_primitive& primitive;
  const DracoMesh* draco = nullptr;
  Picks picks;                   ///< The vertices to read, where not all.
  std::size_t vertex_count = 0;  ///< Of the source, before picking.
  std::string place;             ///< For errors.
};

/// The attribute of a kind and set number, or null.
const cgltf_attribute* find_attribute(const cgltf_primitive& primitive, cgltf_attribute_type type, int set);

/// Positions, normals, tangents, UV sets, colours, joints and weights. A set number that is left out is filled with
/// zeros, so that numbers stay what materials call them. Fails with inconsistent where an attribute has another number
/// of elements than the positions, with malformed for one of a wrong type, with non_finite for a position.
Result<VertexStreams> read_attributes(const AttributeSource& source);

/// The differences of all morph targets, named after their accessors where those have names.
Result<std::vector<MorphTarget>> read_morph_targets(const AttributeSource& source);

}  // namespace lodcook::cooker
