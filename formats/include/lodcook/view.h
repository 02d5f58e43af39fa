#pragma once

#include "lodcook/types.h"

/// A camera as choosing levels needs it: where it is and how large things appear. Which way it looks never counts, so
/// turning it changes nothing.
namespace lodcook {

/// `reach` is the projection's vertical scale |P[1][1]|: cot(fov_y / 2) of a perspective view, 2 / view height of an
/// orthographic one. A reach that is not positive and finite means that the view is unusable: everything is drawn at
/// level 0.
struct View {
  Vec3d position;             ///< World space.
  double reach = 0;           ///< Perspective: without unit. Orthographic: per world unit.
  double height_px = 0;       ///< Of the picture.
  bool orthographic = false;  ///< Distance does not matter.
};

/// From a vertical field of view in radians, between 0 and pi.
View perspective_view(Vec3d position, double fov_y_radians, double height_px) noexcept;

/// From the height in world units that the picture shows.
View orthographic_view(Vec3d position, double view_height, double height_px) noexcept;

/// From a projection matrix, any convention of depth: finite, infinite far, reversed; y up or down; off-centre. It is
/// orthographic where its last row is that of one, P[3][3] = 1 (column-major: m[15]).
View view_from_projection(const Mat4d& projection, Vec3d position, double height_px) noexcept;

/// One choice for both eyes: the larger reach and the larger height, from the middle between them. Both of one kind.
View stereo_view(const View& left, const View& right) noexcept;

/// Pixels that one world unit covers, at distance one where the view is perspective: reach * height_px / 2, the K of
/// switch_distance.h.
double pixels_per_unit(const View& view) noexcept;

/// Part of the view's height that the diameter of a sphere fills (1: all of it): radius * reach / distance, and
/// radius * reach where the view is orthographic. Radius and distance in world units.
double screen_height(const View& view, double radius, double distance) noexcept;

/// Distance from the camera to a point.
double distance_to(const View& view, Vec3d point) noexcept;

/// The largest absolute axis scale, what errors, extents and radii of an instance are multiplied by. Mirroring is no
/// negative size.
double largest_axis_scale(Vec3d scale) noexcept;

/// The same of a world matrix: the longest of the images of the three axes, also when it rotates.
double largest_axis_scale(const Mat4d& world) noexcept;

}  // namespace lodcook
