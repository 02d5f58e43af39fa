#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/lod/chain.h"
#include "cooker/tiles/plan.h"

namespace lodcook::cooker {

struct TileOptions {
  TilePlanOptions plan;
  std::uint32_t threads = 1;   ///< Tiles made side by side; never shows in the result.
  std::optional<double> step;  ///< Positions that this lattice makes equal are one (LevelZero); else those of a grid.
  /// Positions on an open border within a thousandth of the extent of another part's stay in every level, which the
  /// target of a tile does not make room for (warning open_borders_locked).
  bool lock_open_borders = false;
  /// Every leaf is halved on by itself and keeps what it shares at every level; the tree joins the coarsest of them. A
  /// cell of the plan's size is a leaf however little it holds.
  bool flat = false;
  /// By part of the object, a number of the mesh that an instance of it would show, or no_index; empty: there are none.
  /// Not for flat lists, which have none.
  std::vector<std::uint32_t> meshes;
};

/// A leaf without the triangles of the parts that it has instances for.
struct InstancedLeaf {
  std::vector<std::uint32_t> parts;  ///< Ascending, into Object::parts.
  LodLevel rest;                     ///< Never empty.
  std::vector<DrawOrigin> draw_origins;
};

/// One tile of a tree, in an order of its own for drawing.
struct TileMesh {
  std::int32_t parent = -1;
  std::vector<std::uint32_t> children;  ///< Tiles it stands for; empty for a leaf.
  std::uint32_t level = 0;              ///< Halvings: 0 for a leaf, above every child's.
  LodLevel mesh;                        ///< `estimate`: over the asset's extent, not below any child's.
  Aabb region;                          ///< Box of the level-0 triangles that it stands for.
  std::int32_t cell[3] = {};            ///< Where the plan has cells.
  std::uint32_t locked_positions = 0;   ///< Kept as at level 0, since a neighbour shares them.
  std::uint32_t position_count = 0;
  SharedReason shared = SharedReason::none;
  std::vector<DrawOrigin> draw_origins;  ///< By draw of `mesh`; empty where the object's parts are not known.
  /// Of a leaf that shows parts of the object as instances: what it stores. `mesh` has their triangles too.
  std::optional<InstancedLeaf> instanced;
};

/// A tree of tiles: every inner tile is its children joined and halved once. Any cut through it, one tile of every path
/// from a leaf to the root, meets without a crack: positions that tiles share stay until their common ancestor.
struct TileTree {
  std::string name;
  std::vector<TileMesh> tiles;  ///< Parents before children; tiles[0] is the only root.
  Bounds bounds;                ///< Over all tiles.
  std::string stopped;          ///< Why the root is not halved further, as for a chain.
  std::uint32_t stalled = 0;    ///< Nodes of the plan that hold no tile because their children could not be halved.
  std::uint32_t left_out = 0;   ///< Triangles that the lattice leaves no area; another of their places stands for each.
  std::vector<Warning> warnings;
};

/// Cuts an object into tiles and builds their tree. With a step, triangles that it leaves no area for want of three
/// corners are left out (warning collapsed_triangles), save one in a leaf for each piece that would be gone. Fails
/// where plan_tiles does.
Result<TileTree> build_tiles(const Object& object, const ChainOptions& chain, const TileOptions& options);

}  // namespace lodcook::cooker
