#pragma once

#include "cooker/lod/chain.h"
#include "cooker/lod/places.h"
#include "cooker/lod/unit_box.h"

namespace lodcook::cooker {

/// The object that a chain is made of, and what all rungs share of it. Keeps a reference: the object must outlive it.
struct LevelZero {
  explicit LevelZero(const Object& source);

  /// Places are those that will be equal when decoded: points of the lattice of `step`, a power of two of which
  /// coordinates have at most 24 bits, or with a step of 0 the positions themselves.
  LevelZero(const Object& source, double step);

  /// `positions` of LevelZero(source).
  [[nodiscard]] static std::vector<Vec3f> unit_positions(const Object& source);

  const Object& object;
  UnitBox box;
  double grid = UnitBox::coarse_grid;  ///< `positions` are rounded to 1 / grid.
  std::vector<Vec3f> positions;        ///< In the unit box, by object vertex; equal in a place.
  Places places;
};

}  // namespace lodcook::cooker
