#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lodcook/types.h>

namespace lodcook::cooker {

/// Cuts polygons, concave ones and ones with bridged holes too, into triangles. Reusable, so that a mesh of many
/// polygons allocates once.
class PolygonCutter {
 public:
  /// Appends n - 2 triangles as positions in `ring`, turning as the ring does. True when no triangle is turned over
  /// seen along the ring's Newell normal: then they cover exactly what the ring encloses, since cutting a corner off
  /// keeps the signed area. False for a ring that crosses itself; its triangles still add up to its signed area.
  /// Rings of fewer than 3 corners append nothing.
  bool cut(std::span<const Vec3d> ring, std::vector<std::uint32_t>& triangles);

 private:
  enum class Rule : std::uint8_t { strict, touching, any };
  struct Point {
    double x = 0, y = 0;
  };

  bool project(std::span<const Vec3d> ring);
  bool cut_fan(std::vector<std::uint32_t>& triangles) const;
  bool cut_ears(std::vector<std::uint32_t>& triangles);
  void build_grid();
  std::uint32_t column(double x) const;
  std::uint32_t row(double y) const;
  double cross(std::uint32_t a, std::uint32_t b, std::uint32_t c) const;
  bool blocks(std::uint32_t v, std::uint32_t a, std::uint32_t b, std::uint32_t c, Rule rule) const;
  bool blocked(std::uint32_t a, std::uint32_t b, std::uint32_t c, Rule rule) const;
  bool is_ear(std::uint32_t v, Rule rule) const;

  std::vector<Point> points_;
  std::vector<std::uint32_t> previous_, next_;
  std::vector<std::uint8_t> gone_;
  double flatness(std::uint32_t a, std::uint32_t b) const;

  double tolerance_ = 0;  ///< Twice the area below which three corners count as being in line.
  double noise_ = 0;      ///< How far a corner in line may be off it: the step of a 32-bit coordinate.
  Point low_, cell_;
  std::uint32_t side_ = 1;
  std::vector<std::uint32_t> cell_begin_, cell_points_;  ///< The grid's corners that may lie in an ear.
};

}  // namespace lodcook::cooker
