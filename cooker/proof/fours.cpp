#include "cooker/proof/fours.h"

#include <algorithm>

namespace lodcook::proof {
namespace {

Four make_four(const Surface& s, std::uint32_t first) {
  const std::uint32_t* const corners = s.corners(first);
  const std::uint32_t count = 3 * std::min(s.triangle_count() - first, 4U);
  Four four = 0;
  std::uint32_t places[8];
  unsigned found = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto same = [&](std::uint32_t place) { return corners[place] == corners[i]; };
    if (std::any_of(places, places + found, same)) continue;
    if (found == 8) return no_four;
    places[found] = i;
    four |= i << (4 * found++);
  }
  return four;
}

}  // namespace

std::vector<Four> make_fours(const Surface& s) {
  std::vector<Four> fours;
  fours.reserve((s.triangle_count() + 3) / 4);
  for (std::uint32_t t = 0; t < s.triangle_count(); t += 4) fours.push_back(make_four(s, t));
  return fours;
}

}  // namespace lodcook::proof
