#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

#include "cooker/pack/prove_levels.h"
#include "cooker/tiles/tile_tree.h"

namespace lodcook::cooker {

/// A packed tile.
struct TileGeometry {
  std::span<const Vec3f> positions;  ///< As they will be decoded.
  std::span<const Vec3f> sources;    ///< The same before quantisation.
  std::span<const std::uint32_t> indices;
  std::span<const DrawRange> draws = {};  ///< For `looks`.
  const VertexStreams* looks = nullptr;   ///< Normals, UVs and colours by vertex, where they are to be compared.
};

/// Proves every tile of a tree against level 0 of its own region, which is the leaves' meshes below it: both
/// directions, quantisation included. `tiles` are in the tree's order, and so is what comes back. A leaf deviates by
/// the lattice alone, so its bound is `leaf_error` (over the extent). Where the tree left triangles out, each is within
/// twice that of another, by which the bounds of inner tiles grow. Of an inner tile only this is asked: by how much
/// it deviates more than its children; a bound below theirs is not looked for. Tiles without a triangle of any area,
/// and all of an object without extent, stay unproven. Where all tiles have `looks`, the slide and the normal angles of
/// every proven inner tile are measured too (SlideJudge), against the same level 0 and over the same extent.
std::vector<LevelProofFacts> prove_tiles(const TileTree& tree, std::span<const TileGeometry> tiles, double leaf_error,
                                         std::uint32_t threads, std::span<const Material> materials = {});

}  // namespace lodcook::cooker
