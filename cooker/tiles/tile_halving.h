#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "cooker/lod/identity.h"
#include "cooker/lod/level_zero_tools.h"
#include "cooker/tiles/tile_mesh.h"
#include "cooker/tiles/tile_tree.h"

namespace lodcook::cooker {

/// Triangles on their way up the tree, as vertices of one rung's identity.
struct TileTriangles {
  Rung rung = Rung::attributes;
  std::vector<std::uint32_t> indices;
  double estimate = 0;  ///< Over the asset's extent, the largest of what was joined.

  [[nodiscard]] std::size_t count() const noexcept { return indices.size() / 3; }
};

/// A tile and its triangles for the parent. Links, level and estimate are left to the caller.
struct Halved {
  TileMesh tile;
  TileTriangles triangles;
  double step_error = 0;  ///< Over the asset's extent.
};

/// Makes the meshes of one object's tiles. Const in effect: safe to call for several tiles at once.
class TileHalving {
 public:
  /// The references must outlive it.
  TileHalving(const LevelZero& zero, const ChainOptions& chain);

  /// Makes what every tile needs, which the first tile would do else.
  void prepare() { static_cast<void>(identity(Rung::attributes)); }

  /// Must be called before any tile is made.
  void set_locks(PlaceLocks locks) { locks_ = std::move(locks); }

  /// Level 0 of the given triangles of the object.
  Halved leaf(std::span<const std::uint32_t> triangles, std::uint32_t depth);

  /// Both, on the coarser rung of the two.
  TileTriangles join(TileTriangles a, TileTriangles b);

  /// Halves joined triangles with what the node at `depth` must lock. Nothing where they cannot lose a tenth.
  std::optional<Halved> halve(const TileTriangles& triangles, std::uint32_t depth);

  /// A tile of the triangles as they are, or a little fewer.
  Halved join_unhalved(const TileTriangles& triangles);

 private:
  struct Attempt {
    TileWork work;
    StepOptions step;
    StepResult result;
    Rung rung = Rung::attributes;
    double overrun = 0;  // of the target
    double stuck = 0;    // as RungChain::stuck
    bool valid = false;  // lost a tenth and kept its shape
  };

  [[nodiscard]] Identity make_identity(Rung rung) const;
  [[nodiscard]] const Identity& identity(Rung rung);
  std::vector<std::uint32_t> on_rung(const TileTriangles& triangles, Rung rung);
  std::optional<Attempt> attempt(const TileTriangles& triangles, Rung rung, std::uint32_t depth);
  Halved finish(Attempt attempt);
  void prefer_whole(Attempt& attempt, const TileTriangles& triangles);
  void keep_more(Attempt& attempt, const TileTriangles& triangles);
  [[nodiscard]] bool coarser_wins(const Attempt& finer, const Attempt& coarser) const;
  std::unique_ptr<TileScratch> borrow_scratch();
  void return_scratch(std::unique_ptr<TileScratch> scratch);

  const LevelZero& zero_;
  const ChainOptions& chain_;
  PlaceLocks locks_;
  std::array<Identity, 2> identities_;  ///< Of attributes, and of positions where that is needed.
  std::array<std::once_flag, 2> identity_once_;
  std::once_flag donor_once_;
  LevelZeroTools tools_;
  std::mutex scratch_mutex_;
  std::vector<std::unique_ptr<TileScratch>> scratch_;
};

}  // namespace lodcook::cooker
