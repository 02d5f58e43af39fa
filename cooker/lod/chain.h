#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lodcook/result.h>
#include <lodcook/types.h>

#include "cooker/scene/object.h"

namespace lodcook::cooker {

enum class VertexOrder : std::uint8_t {
  size,  ///< Strip-like order that compresses best.
  gpu,   ///< Vertex cache order.
};

struct ChainOptions {
  double ratio = 0.5;                 ///< Triangles of a level over those of the level before.
  std::uint32_t max_levels = 12;      ///< Level 0 included.
  std::uint32_t triangle_floor = 32;  ///< No level is asked for fewer.
  double max_error = 0;               ///< Largest estimate over extent; 0: no limit.
  double normal_weight = 3.0;         ///< Times the mean longest edge over the extent.
  double uv_weight = 1.0;
  double color_weight = 1.0;
  double skin_weight = 1.0;
  bool lock_border = false;
  bool redo = false;  ///< Make a level again where it left vertices of level 0 far beyond its estimate.
  VertexOrder order = VertexOrder::size;
};

/// One level with its own compact vertex buffer. Indices are grouped by material, one draw range each.
struct LodLevel {
  VertexStreams vertices;
  std::vector<MorphTarget> morph_targets;
  std::vector<std::uint32_t> indices;
  std::vector<DrawRange> draws;  ///< Ascending by material.
  double estimate = 0;           ///< Accumulated, over the extent. 0 for level 0.
  std::string method;            ///< "source" for level 0; then "attributes" (A), "no_normals" (N), "positions" (P).
  std::uint32_t redone = 0;      ///< How often it was made again because vertices of level 0 had been left far behind.
  /// How far from level 0 it would be at least, over the extent, had it not been made again; else 0. Nothing is proven
  /// of how far it is now.
  double replaced = 0;
};

struct LodChain {
  std::string name;
  Bounds bounds;  ///< Over all levels; bounds.origin is the object's.
  std::vector<LodLevel> levels;
  std::string stopped;  ///< Why there is no further level, one of the words of the manifest's schema.
  std::vector<Warning> warnings;
};

/// Box and sphere over all of several meshes: the centre of the box, and the radius to the farthest vertex, rounded up.
/// Origin and extent are left to the caller.
Bounds bounds_over(std::span<const VertexStreams* const> meshes);

/// Builds levels 0..n of one object. Never gives an empty, equal or growing level. Fails only for an object without
/// triangles.
Result<LodChain> build_chain(const Object& object, const ChainOptions& options);

}  // namespace lodcook::cooker
