#pragma once

#include <vector>

#include "manifest/asset_manifest.h"
#include "manifest/json_fields.h"
#include "manifest/json_writer.h"

namespace lodcook::manifest {

void write_tile(JsonWriter& out, const TileFacts& tile);

/// `expected`: the id it must have.
TileFacts read_tile(const JsonFields& fields, std::size_t material_count, std::size_t expected);

/// Refuses parents and children that are not there, that do not name each other, or that are not coarser and finer.
void check_tile_links(const JsonFields& object, const std::vector<TileFacts>& tiles);

}  // namespace lodcook::manifest
