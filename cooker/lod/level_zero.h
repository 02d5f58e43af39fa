#pragma once

#include "cooker/lod/chain.h"
#include "cooker/lod/places.h"
#include "cooker/lod/unit_box.h"

namespace lodcook::cooker {

/// The object that a chain is made of, and what all rungs share of it. Keeps a reference: the object must outlive it.
struct LevelZero {
  explicit LevelZero(const Object& source);

  const Object& object;
  UnitBox box;
  std::vector<Vec3f> positions;  ///< In the unit box, by object vertex.
  Places places;                 ///< Of `positions`.
};

}  // namespace lodcook::cooker
