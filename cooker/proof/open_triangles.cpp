#include "cooker/proof/open_triangles.h"

#include <algorithm>

namespace lodcook::proof {
namespace {

constexpr std::size_t ranked_probes = 32;

bool farther(const Open& a, const Open& b) noexcept {
  return a.distance != b.distance ? a.distance > b.distance : a.triangle < b.triangle;
}

}  // namespace

std::vector<Open> picks(const std::vector<Open>& open) {
  std::vector<Open> ranked(std::min(open.size(), ranked_probes));
  std::partial_sort_copy(open.begin(), open.end(), ranked.begin(), ranked.end(), farther);
  const std::size_t stride = std::max<std::size_t>(1, open.size() / ranked_probes);
  if (open.size() > ranked.size()) {
    for (std::size_t i = stride / 2; i < open.size(); i += stride) ranked.push_back(open[i]);
  }
  std::sort(ranked.begin(), ranked.end(), farther);
  return ranked;
}

}  // namespace lodcook::proof
