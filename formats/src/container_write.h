#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lodcook/limits.h"
#include "lodcook/loader.h"
#include "lodcook/result.h"
#include "lodcook/types.h"

/// The writer's side of the container: quantised content in, the bytes of a `.lodc` out. Not part of the runtime.
namespace lodcook {

struct AttributeContent {
  Attribute attribute;
  std::vector<std::byte> bytes;  ///< vertex_count * stride.
};

struct TileContent {
  std::int32_t parent = -1;  ///< A tile of a coarser level of the same object, numbered level by level from 0.
  std::int32_t first_child = -1, next_sibling = -1;  ///< Not used: the writer lists every parent's children itself.
  std::uint32_t vertex_count = 0;
  double error_relative = 0, error_absolute = 0;
  Aabb box;
  std::int64_t origin[3] = {};
  std::vector<std::uint32_t> indices;
  std::vector<DrawRange> draws;
  SharedReason shared = SharedReason::none;
  std::vector<DrawOrigin> draw_origins;  ///< By draw range; empty: all as a default one.
  std::vector<MeshInstance> instances;   ///< Of the container's shared meshes, in a tile of the finest level only.
  std::vector<AttributeContent> attributes;
};

struct LevelContent {
  double error_relative = 0, error_absolute = 0, estimate_relative = 0;
  Proof proof = Proof::none;
  Aabb box;
  Sphere sphere;
  std::vector<TileContent> tiles;
};

struct ObjectContent {
  std::string name;
  Bounds bounds;
  double lattice_step = 0;
  bool skinned = false;
  std::vector<std::string> morph_names;
  std::vector<LevelContent> levels;
};

struct ContainerContent {
  std::vector<ObjectContent> objects;
  std::vector<ObjectContent> shared_meshes;  ///< What instances stand for: one level of one tile each.
  std::vector<Material> materials;
  std::vector<Joint> skeleton;
  std::vector<Placement> placements;
  std::vector<Light> lights;
};

struct WriteOptions {
  bool meshopt = true;
  int zstd_level = 6;  ///< 0: no zstd. 6 by measurement: 9 saves 0.4 % more for 1.6 times the time.
  Limits limits;
  /// Calls its second argument with 0 up to the first, each once, perhaps several at the same time, and returns when
  /// all are done; empty: one after the other. The bytes are the same.
  std::function<void(std::size_t, const std::function<void(std::size_t)>&)> run_all;
};

/// Encodes and lays out a container. Attributes may come in any order. Triangles keep their order, their corners may be
/// rotated. A level's errors must rise from level to level, a tile's never fall towards its parent, draw ranges cover
/// the indices without a gap, joints need a skeleton, and integer positions a lattice. Instances name meshes and
/// placements that are there and have affine matrices. The same content gives the same bytes (for one version of zstd).
/// Fails where the reader would refuse the result.
Result<std::vector<std::byte>> write_container(const ContainerContent& content, const WriteOptions& options);

}  // namespace lodcook
