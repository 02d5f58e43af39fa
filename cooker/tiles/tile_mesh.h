#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cooker/lod/identity.h"
#include "cooker/lod/simplify_step.h"

namespace lodcook::cooker {

/// What tiles must leave where it is, by place of level 0.
struct PlaceLocks {
  std::vector<std::uint32_t> free_depth;  ///< A tile locks a place whose free depth is below its own depth.
  std::vector<bool> held;                 ///< Places that every tile locks; empty: none.

  [[nodiscard]] bool is_shared(std::uint32_t place, std::uint32_t depth) const { return free_depth[place] < depth; }
  [[nodiscard]] bool is_held(std::uint32_t place) const { return !held.empty() && held[place]; }
};

/// What one tile hands to the simplifier: its own vertices in its own unit box, since the simplifier divides by the
/// extent of what it gets.
struct TileWork {
  LevelMesh mesh;                     ///< vertices[i]: identity vertex.
  AttributePlan plan;                 ///< Weights of lengths in asset extents restated in the tile's own.
  double scale = 1;                   ///< The tile's extent over the asset's.
  std::vector<std::uint32_t> places;  ///< By vertex of `mesh`: numbers that are equal where positions are equal.
  std::size_t place_count = 0;
  std::vector<unsigned char> locked;  ///< By vertex of `mesh`, anchors included.
  std::uint32_t locked_places = 0;    ///< Those shared with neighbours.
  std::uint32_t held_places = 0;      ///< The others that are locked.
  // set by simplify_tile
  bool looks_for_lost = true;              ///< Whether it is asked which vertices a step leaves far behind.
  std::vector<unsigned char> may_be_lost;  ///< By place: of which it is asked; empty: of all.
};

/// Renumbers vertices of large buffers densely for one tile after another, without clearing the buffer each time.
class Renumbering {
 public:
  explicit Renumbering(std::size_t count) : numbers_(count, unseen) {}

  /// The dense number of `old`, a new one at first sight.
  std::uint32_t operator()(std::uint32_t old) {
    std::uint32_t& number = numbers_[old];
    if (number == unseen) {
      number = static_cast<std::uint32_t>(seen_.size());
      seen_.push_back(old);
    }
    return number;
  }

  /// Old numbers by new ones.
  [[nodiscard]] const std::vector<std::uint32_t>& seen() const noexcept { return seen_; }

  void clear() {
    for (const std::uint32_t old : seen_) numbers_[old] = unseen;
    seen_.clear();
  }

 private:
  static constexpr std::uint32_t unseen = 0xFFFFFFFFU;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint32_t> seen_;
};

/// Room to work in for one thread.
struct TileScratch {
  TileScratch(std::size_t vertex_count, std::size_t place_count) : vertices(vertex_count), places(place_count) {}
  Renumbering vertices, places;
};

/// Gathers a tile at `depth`. `indices` name identity vertices.
TileWork gather_tile(const LevelZero& zero, const Identity& identity, std::span<const std::uint32_t> indices,
                     const PlaceLocks& locks, std::uint32_t depth, TileScratch& scratch);

/// One halving of a gathered tile; the error is in extents of the asset. `stuck` becomes the positions that the
/// simplifier cannot move, other than those locked for the neighbours, over half the triangles asked for. Where the
/// simplifier tears a surface, the places of the tear are locked too and it is tried again; without triangles where
/// that does not help. Where a few vertices are left farther behind than `estimate` (of the triangles, over the
/// asset's extent) and the step's error account for, a triangle at each is locked too; without `redo` that is asked
/// only of borders that may move, with which strips and scraps are lost. Pruning takes parts away, so then nothing of
/// this is looked for.
StepResult simplify_tile(TileWork& work, double normal_weight, const StepOptions& step, double estimate, bool redo,
                         double& stuck);

/// Whether the step leaves any of those that may be lost farther behind than `least`, over the asset's extent.
bool leaves_behind(const TileWork& work, const StepResult& result, double least);

/// How far the vertices that the step lost are at most from what is left, over the asset's extent; `least` where that
/// is less.
double farthest_lost(const TileWork& work, const StepResult& result, double least);

}  // namespace lodcook::cooker
