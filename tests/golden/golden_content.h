#pragma once

#include "formats/src/container_write.h"

/// Fixed contents, made from integers alone, that the golden containers hold. Never change what they return: the files
/// of released versions are compared with them.
namespace lodcook::test {

/// One object, one level, one tile: a unit square of two triangles, positions alone.
ContainerContent golden_square();

/// Three objects: "grid", two levels with normals, UVs and colours in two materials; "skinned", float positions, a
/// skeleton and a morph target; "tiled", two leaves (one with 32-bit positions) under one root. Placements and a light.
ContainerContent golden_scene();

/// A tree of tiles in three levels, far out: two leaves under a tile of level 1, which is under the root beside two
/// leaves of its own.
ContainerContent golden_tiles();

/// The same tree with what is told of tiles beside them: the first leaf has two draw ranges, one of three source draws
/// and one that belongs to the second placement, and the third leaf is the shared one.
ContainerContent golden_origins();

/// The same tree with two shared meshes: the first leaf has two instances of the first, one of them mirrored, and one
/// of the second, the next leaf one of the second.
ContainerContent golden_instances();

}  // namespace lodcook::test
