#pragma once

#include <vector>

#include "cooker/import/gltf_document.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// All materials in the order of the file. Textures are named through the jail, never opened; an image inside the file
/// is "#image/<index>". Specular-glossiness gives its diffuse colour as base colour.
std::vector<Material> read_materials(GltfDocument& document);

}  // namespace lodcook::cooker
