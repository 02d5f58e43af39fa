#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <lodcook/loader.h>

namespace lodcook::cooker {

/// Where an object's levels switch, as parts of the view's height.
struct ScreenHeights {
  std::vector<double> levels;  ///< From level 1 on.
  double cull = 0;             ///< 0: never culled.
  bool recorded = false;       ///< From the manifest.
};

/// As the manifest beside the container says; for the usual reference view where there is none, or one of another
/// container.
ScreenHeights recorded_heights(const std::filesystem::path& file, const Container& container, std::uint32_t object);

}  // namespace lodcook::cooker
