#pragma once

/// Geometric error as seen from a distance. Every producer and consumer of switch distances calls these.
namespace lodcook {

/// Pixels that one unit covers at distance one: height / (2 tan(fov_y / 2)). 935.307 at 60 degrees and 1080 px.
double pixels_per_unit(double fov_y_radians, double height_px) noexcept;

/// Distance from the camera to the centre of the group sphere from which on an error stays within the budget, taken at
/// the near side of the sphere: radius + error_absolute * K / budget_px, with K = pixels_per_unit. 0 for an error of 0.
double switch_distance(double error_absolute, double radius, double pixels_per_unit, double budget_px) noexcept;

/// Part of the view's height that the bounding sphere's diameter fills at that distance: radius cot(fov_y/2) /
/// distance. 1 fills it; near levels exceed 1.
double screen_height(double radius, double fov_y_radians, double distance) noexcept;

}  // namespace lodcook
