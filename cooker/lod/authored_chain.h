#pragma once

#include <span>

#include <lodcook/result.h>

#include "cooker/lod/chain.h"
#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// A chain of levels that the source brings: `finest` is level 0, `coarser` follow as they are, in their order; nothing
/// is simplified. A level that does not have fewer triangles than the one before, or reaches farther out of
/// level 0's box than its extent, is left out with its reason (warning authored_level_dropped). `options.max_levels`
/// and `options.order` hold; the method of what was brought is "authored", `stopped` is "authored" or "level_cap". The
/// estimate of a level is the largest distance found between its vertices or up to 20 000 of level 0's and the other
/// surface: a proof makes it a bound. `coarser` share level 0's attributes, materials and joints. Fails for an object
/// without triangles.
Result<LodChain> authored_chain(const Object& finest, std::span<const Object> coarser, const ChainOptions& options);

}  // namespace lodcook::cooker
