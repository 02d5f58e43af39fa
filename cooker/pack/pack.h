#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/lod/chain.h"
#include "cooker/scene/object.h"

namespace lodcook::cooker {

struct PackOptions {
  std::uint32_t position_bits = 0;  ///< Bits along the largest side; 0: by the lattice rule (see pack.cpp's formula).
  std::uint32_t normal_bits = 8;    ///< 8, 10 or 12 per octahedral component.
  std::uint32_t uv_bits = 16;
  std::uint32_t color_bits = 8;     ///< 8 or 16 per channel.
  bool lossless = false;            ///< Everything as 32-bit floats.
  bool meshopt = true;
  int zstd_level = 9;
};

/// A container's bytes and the facts about them that the manifest repeats are read back from the bytes themselves
/// (Container::open), so they cannot disagree.
struct PackedAsset {
  std::vector<std::byte> container;
};

/// Quantises every level of every chain on one lattice per object and writes the container. `errors` of a level are its
/// estimate made strictly rising (at least 1e-6 of the extent above the level before); level 0's is the lattice's.
Result<PackedAsset> pack_asset(const ObjectSet& set, const std::vector<LodChain>& chains, const PackOptions& options);

}  // namespace lodcook::cooker
