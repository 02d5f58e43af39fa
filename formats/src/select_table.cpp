#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "lodcook/level_batch.h"
#include "lodcook/limits.h"

namespace lodcook {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

bool all_finite(std::span<const double> values) noexcept {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value) && value >= 0; });
}

bool is_complete(std::span<const double> values, std::size_t size) noexcept {
  return values.empty() || (values.size() == size && all_finite(values));
}

Status check_chain(const LevelChain& chain, std::size_t levels) {
  if (levels == 0) return Error{ErrorCode::invalid_argument, "a chain has no level", ""};
  if (levels > Limits{}.max_levels_per_object) return Error{ErrorCode::over_level_limit, "more than 32 levels", ""};
  const double sizes[] = {chain.radius, chain.cull_screen_height};
  if (!is_complete(chain.errors, levels) || !is_complete(chain.switch_distances, levels) ||
      !is_complete(chain.screen_heights, levels - 1) || !all_finite(sizes)) {
    return Error{ErrorCode::inconsistent, "a list is incomplete or a number not finite", ""};
  }
  if (!std::is_sorted(chain.errors.begin(), chain.errors.end()) ||
      !std::is_sorted(chain.switch_distances.begin(), chain.switch_distances.end()) ||
      !std::is_sorted(chain.screen_heights.begin(), chain.screen_heights.end(), std::greater<>())) {
    return Error{ErrorCode::inconsistent, "errors or distances fall, or heights rise", ""};
  }
  return Done{};
}

/// Infinity beyond a float's range as for what is absent: never reached.
float threshold(std::span<const double> values, std::size_t at) noexcept {
  return at < values.size() ? static_cast<float>(values[at]) : infinity;
}

float inverse_threshold(std::span<const double> heights, std::size_t at) noexcept {
  return at < heights.size() && heights[at] > 0 ? static_cast<float>(1 / heights[at]) : infinity;
}

}  // namespace

Result<std::uint32_t> ChainTable::add(const LevelChain& chain) {
  const std::size_t levels = std::max({chain.errors.size(), chain.switch_distances.size(),
                                       chain.screen_heights.size() + (chain.screen_heights.empty() ? 0U : 1U)});
  if (Status status = check_chain(chain, levels); !status) return std::move(status).error();
  if (entries_.empty()) {
    for (std::vector<float>* values : {&errors_, &distances_, &inverse_heights_}) values->assign(2, infinity);
  }
  Entry entry;
  entry.radius = static_cast<float>(chain.radius);
  entry.cull_height = static_cast<float>(chain.cull_screen_height);
  entry.first = static_cast<std::uint32_t>(errors_.size());
  entry.level_count = static_cast<std::uint32_t>(levels);
  for (std::vector<float>* values : {&errors_, &distances_, &inverse_heights_}) values->push_back(-infinity);
  const std::size_t filled = (levels + 3) / 4 * 4;  // levels - 1 thresholds and one infinity, in whole fours
  for (std::size_t i = 0; i < filled; ++i) {
    errors_.push_back(threshold(chain.errors, i + 1));
    distances_.push_back(threshold(chain.switch_distances, i + 1));
    inverse_heights_.push_back(inverse_threshold(chain.screen_heights, i));
  }
  entries_.push_back(entry);
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

std::span<const float> ChainTable::thresholds(Measure measure) const noexcept {
  switch (measure) {
    case Measure::distance: return distances_;
    case Measure::screen_height: return inverse_heights_;
    case Measure::pixel_error: return errors_;
  }
  return errors_;
}

}  // namespace lodcook
