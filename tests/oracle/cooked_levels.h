#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/app/cook_settings.h"
#include "cooker/pack/shared_geometry.h"

/// What the oracles look at: models cooked in this process, every level as a container decodes it, beside the source.
namespace lodcook::test {

using Shape = cooker::DecodedGeometry;

struct CookedLevel {
  Shape shape;
  bool proven = false;
  double measured = 0, bound = 0;  ///< Over the extent.
  double error = 0, switch_distance = 0;
};

struct CookedObject {
  std::string name;
  Shape source;
  Bounds bounds;
  std::vector<CookedLevel> levels;
};

/// Imports and cooks a file; `levels` of a tree are its cuts.
Result<std::vector<CookedObject>> cook_levels(const std::filesystem::path& file, const cooker::CookSettings& settings);

}  // namespace lodcook::test
