#pragma once

#include <vector>

#include "manifest/asset_manifest.h"
#include "manifest/json_fields.h"
#include "manifest/json_writer.h"

namespace lodcook::manifest {

/// Nothing where there are none.
void write_flat_tiles(JsonWriter& out, const std::vector<FlatTile>& lists);

/// Refuses tiles that are not there, a list that does not begin with a leaf at 0, and distances that do not rise.
std::vector<FlatTile> read_flat_tiles(const JsonFields& object, const std::vector<TileFacts>& tiles);

}  // namespace lodcook::manifest
