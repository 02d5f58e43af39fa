#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace lodcook::cooker {

/// Part of the extent by which the error of a level is above that of the finer one at least.
inline constexpr double smallest_error_rise = 1e-6;

/// The least relative error of a level behind one of `previous`. Where doubles lie further apart than the smallest rise
/// (a bone can be scaled by anything in a pose), it is the next double.
inline double risen_error(double previous) noexcept {
  return std::max(previous + smallest_error_rise, std::nextafter(previous, std::numeric_limits<double>::infinity()));
}

}  // namespace lodcook::cooker
