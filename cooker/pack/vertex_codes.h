#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cooker/lod/chain.h"
#include "cooker/pack/object_coding.h"
#include "cooker/pack/pack.h"
#include "formats/src/container_write.h"

namespace lodcook::cooker {

/// Positions as lattice points relative to `origin`, in 16 bits where all fit, else 32. `points` and `origin` are on
/// the same lattice and no point is below the origin.
AttributeContent code_lattice_positions(std::span<const LatticePoint> points, const LatticePoint& origin, double step);

/// Every attribute of a level but quantised positions, for the vertices `sources` of it in that order: positions as
/// floats where the lattice has no step, normals, tangents, UVs, colours, joints and weights, morph differences.
/// Each has a stride that is a multiple of 4; unused bytes are 0.
std::vector<AttributeContent> code_attributes(const LodLevel& level, std::span<const std::uint32_t> sources,
                                              const ObjectCoding& coding, const PackOptions& options);

}  // namespace lodcook::cooker
