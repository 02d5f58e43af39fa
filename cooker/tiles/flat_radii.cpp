#include "cooker/tiles/flat_radii.h"

#include <algorithm>
#include <cmath>

namespace lodcook::cooker {

FlatRadii flat_radii(double tile, double half_diagonal) {
  if (!(tile > 0) || !(half_diagonal > 0) || !std::isfinite(tile) || !std::isfinite(half_diagonal)) return {};
  FlatRadii radii;
  radii.stream = std::min(2 * tile, 0.35 * half_diagonal);
  radii.unload = std::max(std::min(3 * tile, 0.5 * half_diagonal), 1.5 * radii.stream);
  radii.prefetch = radii.stream + (radii.unload - radii.stream) / 2;
  return radii;
}

FlatSwitches keep_flat_law(const FlatRadii& radii, std::span<const double> wanted) {
  FlatSwitches out;
  double below = radii.stream;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto level = static_cast<std::uint32_t>(i + 1);
    if (!std::isfinite(wanted[i])) {
      out.dropped.push_back({level, "its switch distance is no number"});
    } else if (!(wanted[i] > below)) {
      const char* const before = out.levels.empty() ? "the streaming radius" : "that of a finer level";
      out.dropped.push_back({level, std::string("its switch distance is not above ") + before});
    } else if (!(wanted[i] < radii.unload)) {
      out.dropped.push_back({level, "its switch distance is not below the unload radius"});
    } else {
      below = wanted[i];
      out.distances.push_back(below);
      out.levels.push_back(level);
    }
  }
  return out;
}

FlatSwitches spread_flat_switches(const FlatRadii& radii, std::uint32_t count) {
  std::vector<double> wanted;
  const double room = radii.unload - radii.stream;
  for (std::uint32_t i = 1; i <= count; ++i)
    wanted.push_back(radii.stream + room * i / (static_cast<double>(count) + 1));
  return keep_flat_law(radii, wanted);
}

}  // namespace lodcook::cooker
