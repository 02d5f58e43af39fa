#include "cooker/app/nearest_key.h"

#include <algorithm>
#include <cstddef>

namespace lodcook::cooker {

namespace {

constexpr std::size_t longest = 128;  // of a key; what lies behind does not make it more alike

/// Optimal string alignment (Boytsov 2011, section 2.2): no part is edited twice.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  a = a.substr(0, longest);
  b = b.substr(0, longest);
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string_view last_part(std::string_view key) { return key.substr(key.rfind('.') + 1); }

}  // namespace

std::string nearest_key(std::string_view key, const std::vector<std::string>& known) {
  const std::string* nearest = nullptr;
  std::size_t least = 0;
  for (const std::string& candidate : known) {
    const std::size_t distance =
        std::min(edit_distance(key, candidate), edit_distance(last_part(key), last_part(candidate)) + 1);
    if (nearest != nullptr && distance >= least) continue;
    nearest = &candidate;
    least = distance;
  }
  return nearest == nullptr ? std::string() : *nearest;
}

}  // namespace lodcook::cooker
