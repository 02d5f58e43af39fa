#pragma once

#include <span>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/pack/glb_document.h"

namespace lodcook::cooker {

/// Adds the joints as nodes in their rest pose (several roots under one node of their own, as glTF wants) and a skin
/// with their inverse binds; returns the number of the skin. A rest pose that shears loses its shear: glTF nodes have
/// none. Fails with non_finite for a joint whose scale or inverse bind is beyond the range of floats, which glTF is
/// read with.
Result<std::size_t> add_skin(GlbDocument& document, std::span<const Joint> skeleton);

}  // namespace lodcook::cooker
