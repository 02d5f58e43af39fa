#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lodcook::cooker {

/// Distances within which a tile of a flat list is loaded, loaded ahead, and beyond which it is given back.
struct FlatRadii {
  double stream = 0, prefetch = 0, unload = 0;
};

/// Radii where no error says how far a tile is to be seen: stream = min(2 tile, 0.35 half_diagonal), unload =
/// max(min(3 tile, 0.5 half_diagonal), 1.5 stream), prefetch halfway between. `tile` is a tile's side, `half_diagonal`
/// that of the whole's box. All 0 where one of them is not a positive finite number.
FlatRadii flat_radii(double tile, double half_diagonal);

struct DroppedLevel {
  std::uint32_t level = 0;
  std::string reason;
};

/// Switch distances of a flat tile's levels from 1 on; level 0 is drawn below the first.
struct FlatSwitches {
  std::vector<double> distances;      ///< Of the levels kept.
  std::vector<std::uint32_t> levels;  ///< Those kept, rising.
  std::vector<DroppedLevel> dropped;
};

/// Keeps the law stream < switch(1) < switch(2) < ... < unload: `wanted` are the distances of levels 1, 2, ...; a level
/// whose distance would break the law is dropped with the reason.
FlatSwitches keep_flat_law(const FlatRadii& radii, std::span<const double> wanted);

/// Distances for `count` levels without errors, evenly between stream and unload, under the same law.
FlatSwitches spread_flat_switches(const FlatRadii& radii, std::uint32_t count);

}  // namespace lodcook::cooker
