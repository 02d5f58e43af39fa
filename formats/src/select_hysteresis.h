#pragma once

#include "lodcook/level_select.h"

namespace lodcook {

/// The value of a hysteresis that counts: 0 where it is invalid, a fraction at most 0.99.
double valid_hysteresis(Hysteresis hysteresis) noexcept;

/// A bias, or 1 where it is not positive and finite.
double valid_bias(double bias) noexcept;

/// Factors on a threshold that falls towards coarser levels (screen height, or the budget of a pixel error): coarser at
/// or below threshold * coarsen, finer from threshold * refine on if above the threshold.
struct FallingBand {
  double coarsen = 1, refine = 1;
};

FallingBand falling_band(Hysteresis hysteresis) noexcept;

}  // namespace lodcook
