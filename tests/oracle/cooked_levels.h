#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/app/cook_settings.h"

/// What the oracles look at: models cooked in this process, every level as a container decodes it, beside the source.
namespace lodcook::test {

struct Shape {
  std::vector<Vec3f> positions;  ///< Relative to the object's origin, model units.
  std::vector<std::uint32_t> indices;

  [[nodiscard]] std::size_t triangles() const noexcept { return indices.size() / 3; }
};

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
