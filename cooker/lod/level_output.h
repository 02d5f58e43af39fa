#pragma once

#include <span>

#include "cooker/lod/chain.h"

namespace lodcook::cooker {

/// A level's triangles and vertices before they are ordered.
struct LevelSurface {
  VertexStreams vertices;
  std::vector<MorphTarget> morph_targets;
  std::vector<std::uint32_t> materials;  ///< By vertex.
  std::vector<std::uint32_t> indices;
};

/// An index buffer in drawing order over renumbered vertices.
struct DrawOrder {
  std::vector<std::uint32_t> indices;
  std::vector<std::uint32_t> old_vertices;  ///< By new vertex; only vertices that are used.
  std::vector<DrawRange> draws;             ///< Ascending by material.
};

/// Groups triangles by the material of their first corner and orders each group. No vertex may be used by triangles of
/// two materials.
DrawOrder order_triangles(std::span<const std::uint32_t> indices, std::span<const std::uint32_t> vertex_materials,
                          VertexOrder order);

/// The vertices `old_vertices` of `vertices`, in that order.
VertexStreams gather_vertices(const VertexStreams& vertices, std::span<const std::uint32_t> old_vertices);
std::vector<MorphTarget> gather_morph_targets(const std::vector<MorphTarget>& targets,
                                              std::span<const std::uint32_t> old_vertices);

/// Only what is drawn, in drawing order; `estimate` and `method` are left empty.
LodLevel ordered_level(const LevelSurface& surface, VertexOrder order);
LodLevel ordered_level(const Object& object, VertexOrder order);

}  // namespace lodcook::cooker
