#pragma once

#include <cstdint>
#include <vector>

#include "cooker/lod/chain.h"
#include "cooker/pack/lattice.h"
#include "cooker/pack/pack.h"

namespace lodcook::cooker {

/// A value is offset + scale * (stored integer as a part of its largest), per component.
struct ValueRange {
  float offset[4] = {0, 0, 0, 0};
  float scale[4] = {1, 1, 1, 1};
};

struct UvCoding {
  ValueRange range;
  bool floats = false;  ///< The set spans too much for 16 bits.
};

/// Largest absolute component of each kind of difference; 0 where there is none.
struct MorphCoding {
  float position = 0, normal = 0, tangent = 0;
};

/// How the attributes of an object are stored. The same for every level, so that equal values stay equal across levels.
struct ObjectCoding {
  Lattice lattice;
  std::vector<UvCoding> uvs;
  std::vector<ValueRange> colors;
  std::vector<MorphCoding> morphs;
  bool wide_joints = false;  ///< A joint number needs 16 bits.
};

/// UV sets keep their range at 16 bits; one that spans more than 16 repeats keeps floats (a step of 1/4096 of a repeat
/// is a texel of a large texture). Colours within 0..1 keep the plain range, so that 8-bit sources come back exactly.
ObjectCoding choose_coding(const CodedMeshes& meshes, const PackOptions& options);

}  // namespace lodcook::cooker
