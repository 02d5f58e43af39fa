#pragma once

#include <cstdint>
#include <vector>

#include "cooker/lod/attribute_plan.h"
#include "cooker/lod/level_mesh.h"
#include "cooker/lod/level_output.h"
#include "cooker/lod/level_zero.h"

namespace lodcook::cooker {

/// What makes two vertices at one position different while simplifying. The simplifier does not move positions with
/// more than two different vertices or with a seam that does not go on, so the fewer the better.
enum class Rung : std::uint8_t {
  attributes,  ///< Material, skin, morph deltas; UV, colours and normals within a tolerance.
  no_normals,  ///< As above, without normals.
  positions,   ///< Material only.
};

/// Level 0 as a rung sees it.
struct Identity {
  Rung rung = Rung::attributes;
  AttributePlan plan;
  std::vector<std::uint32_t> of_vertex;  ///< By object vertex: its identity vertex.
  std::vector<std::uint32_t> sources;    ///< By identity vertex: the first object vertex that it stands for.
  std::vector<Vec3f> normals;            ///< By identity vertex: area-weighted mean; empty where nothing was merged.
  LevelMesh mesh;                        ///< vertices[i] == i.
};

Identity build_identity(const LevelZero& zero, const ChainOptions& options, Rung rung);

/// The level's vertices as level 0 has them, with the mean normals of merged ones.
LevelSurface surface_of(const LevelZero& zero, const Identity& identity, const LevelMesh& mesh);

}  // namespace lodcook::cooker
