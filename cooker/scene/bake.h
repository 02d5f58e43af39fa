#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lodcook/types.h>

#include "cooker/scene/object.h"
#include "cooker/scene/scene.h"

namespace lodcook::cooker {

/// One primitive on its way into an object: where it goes and how its material, joints and morph targets are numbered
/// there.
struct BakePart {
  const Primitive* primitive = nullptr;
  Mat4d to_world;
  std::uint32_t material = 0;          ///< Into the object set, or into ObjectDraft::draw_groups where it has any.
  std::uint32_t part = 0;              ///< Into ObjectPlan::parts.
  bool rigid = false;                  ///< In a skinned object: all weight on one joint.
  std::uint32_t binding = 0;           ///< In a skinned object: into ObjectDraft::bindings.
  std::vector<std::uint32_t> targets;  ///< For each morph target of the object the primitive's, or no_index.
};

struct MorphLayout {
  std::string name;
  bool normals = false;
  bool tangents = false;
};

/// Which arrays an object's vertices have: what any of its primitives has.
struct StreamLayout {
  bool normals = false;
  bool tangents = false;
  std::size_t uv_sets = 0;
  std::size_t color_sets = 0;
  std::uint32_t influences = 0;
  std::vector<MorphLayout> morph_targets;
};

/// Appends a primitive to an object whose origin is set: positions in double under `to_world` and then less the origin,
/// normals by the inverse transpose, the winding and the tangents' sign turned under mirroring. Attributes that the
/// primitive lacks are filled: UVs 0, colours white, morph differences 0. Normals and tangents that it lacks, or that
/// a flattening transform takes the direction from, come out as (0, 0, 0); fill_lost_directions settles them.
/// `joint_numbers` says which skeleton joint each joint of the part's skin is; its first is a rigid part's one joint.
void append_baked(Object& object, const BakePart& part, const StreamLayout& layout,
                  std::span<const std::uint16_t> joint_numbers);

/// Gives normals of no length the direction of their triangles, and tangents of no length one across their normal.
void fill_lost_directions(VertexStreams& vertices, std::span<const std::uint32_t> indices);

/// Grows a box (empty: min above max) over the primitive's placed positions.
struct WorldBox {
  Vec3d min, max;
  bool empty = true;
};
void grow(WorldBox& box, std::span<const Vec3f> positions, const Mat4d& to_world);

/// Largest side; 0 for an empty box.
double extent(const WorldBox& box) noexcept;

/// Where an object's coordinates start so that 32 bits hold them: an axis stays at 0 while its coordinates are below 8
/// extents (at most three bits lost); beyond, the centre is rounded to a multiple of the power of two at or above the
/// extent, so that subtracting it from 32-bit coordinates is exact.
Vec3d choose_origin(const WorldBox& box) noexcept;

}  // namespace lodcook::cooker
