#pragma once

#include <cstdint>
#include <vector>

#include <lodcook/types.h>

#include "cooker/pack/glb_document.h"

namespace lodcook::cooker {

/// Adds one glTF material. `uv_sets` are the sets that the mesh has: a texture on another set is left out, as is one
/// embedded in the source. Slots that glTF does not know stay as paths in the material's extras. Factors are clamped to
/// what glTF allows.
void add_material(GlbDocument& document, const Material& material, const std::vector<std::uint8_t>& uv_sets);

}  // namespace lodcook::cooker
