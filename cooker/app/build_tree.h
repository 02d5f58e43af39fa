#pragma once

#include <cstdint>
#include <vector>

#include "cooker/app/cook_settings.h"
#include "cooker/scene/object.h"
#include "cooker/tiles/tile_tree.h"

namespace lodcook::cooker {

/// Tiles of an object that meet without a crack once they are packed with `pack`. The lattice is known only when tiles
/// are there to choose it by; where it would open their seams or leave a tile without a triangle they are made again
/// for that lattice, which `pack` then names.
/// `meshes`: TileOptions::meshes.
Result<TileTree> build_tree(const Object& object, const CookSettings& settings, PackOptions& pack,
                            std::vector<std::uint32_t> meshes = {});

}  // namespace lodcook::cooker
