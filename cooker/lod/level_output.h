#pragma once

#include <span>

#include "cooker/lod/chain.h"

namespace lodcook::cooker {

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

}  // namespace lodcook::cooker
