#pragma once

#include <vector>

#include "manifest/asset_manifest.h"

namespace lodcook::cooker {

/// For an object whose leaves have chains of their own (flat mode), what an engine that streams lists needs of each
/// leaf, in the order of the leaves; else nothing. lod_levels are the leaf and its chain, hlod_levels the tiles above,
/// which stand for more than this leaf; all are in strictly rising order of their switch distances, 0 for the leaf. Of
/// two tiles with one distance the coarser stays. Radii count from the first HLOD tile's box, 1.1, 1.25 and 1.5 of its
/// switch distance; absent where there is none. Where no tile has an error, radii and distances are those of
/// flat_radii, with the longest side of a leaf's box as the tile's, and HLOD tiles begin at the unload radius, each
/// step at twice the distance.
std::vector<manifest::FlatTile> list_flat_tiles(const std::vector<manifest::TileFacts>& tiles);

}  // namespace lodcook::cooker
