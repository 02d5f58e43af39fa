#pragma once

#include "cooker/scene/object.h"

namespace lodcook::cooker {

/// Whether tiles of the object can only meet on a lattice of `step` (0: as floats) if they are made with
/// TileOptions::step: because it parts positions that the tiles took for one, or because it closes a gap between open
/// edges, which simplifying would open again.
bool needs_lattice_weld(const Object& object, double step);

}  // namespace lodcook::cooker
