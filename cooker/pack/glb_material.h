#pragma once

#include <lodcook/types.h>

#include "cooker/pack/glb_document.h"

namespace lodcook::cooker {

/// Adds one glTF material. Its textures stay as slot, path and UV set in the material's extras, not as images: their
/// paths count from the source's folder, and a GLB whose images cannot be found is refused by some viewers. Factors are
/// clamped to what glTF allows.
void add_material(GlbDocument& document, const Material& material);

}  // namespace lodcook::cooker
