#include "lodcook/switch_distance.h"

#include <cmath>

namespace lodcook {

double pixels_per_unit(double fov_y_radians, double height_px) noexcept {
  return height_px / (2.0 * std::tan(fov_y_radians * 0.5));
}

double switch_distance(double error_absolute, double radius, double pixels_per_unit, double budget_px) noexcept {
  if (error_absolute == 0.0) return 0.0;
  return radius + error_absolute * pixels_per_unit / budget_px;
}

double screen_height(double radius, double fov_y_radians, double distance) noexcept {
  return radius / (std::tan(fov_y_radians * 0.5) * distance);
}

}  // namespace lodcook
