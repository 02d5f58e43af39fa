#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lodcook/result.h>

#include "cooker/app/cook_settings.h"
#include "cooker/scene/scene.h"
#include "manifest/asset_manifest.h"

namespace lodcook::cooker {

/// What building a chain found that its container does not hold.
struct ChainFacts {
  std::vector<std::string> methods;  ///< One per level of a chain; none for a tree.
  std::string stopped;
  std::vector<LevelError> errors;             ///< Over the extent, by level; absent members were not measured.
  std::vector<std::optional<PosedAt>> poses;  ///< As `errors`; empty for a tree.
  std::vector<manifest::TileFacts> tiles;     ///< Of a tree, in the container's order: method, cell, relative, angle.
  std::vector<std::uint32_t> redone;          ///< LodLevel::redone, as `methods`.
  std::vector<double> replaced;               ///< LodLevel::replaced, as `methods`.
  std::vector<std::optional<NormalAngle>> normal_angles;  ///< As `errors`; empty for a tree.
};

struct CookedAsset {
  std::vector<std::byte> container;
  std::vector<ChainFacts> chains;  ///< One per object of the container.
  std::vector<Dependency> dependencies;
  std::vector<Warning> warnings;  ///< Of every stage, in the order of the stages.
};

/// Whether a level that was made again is proven to be no nearer to level 0 than what it replaced, but for the proof's
/// tolerance and the lattice, which is level 0's bound. `errors`: as packed. Levels whose bound is that of a pose are
/// passed over.
bool redo_failed(const ChainFacts& facts, const PackedObject& packed);

/// Whether one of the levels that were made again has a lower bound where none was: redo_failed knows of `plain` only
/// how far it is at least. `facts`: those of `redone`.
bool plain_is_nearer(const ChainFacts& facts, const PackedObject& redone, const PackedObject& plain);

/// check and group: the objects that become levels.
Result<ObjectSet> prepare_scene(Scene scene, const SceneOptions& options);

/// check, group, chain and pack in one: an imported scene becomes a container's bytes. Touches no file, no clock and no
/// state; the same scene and settings give the same bytes.
Result<CookedAsset> cook_scene(Scene scene, const CookSettings& settings);

/// The same of a source whose levels are scenes of their own, fine to coarse.
Result<CookedAsset> cook_scenes(std::vector<Scene> levels, const CookSettings& settings);

/// Triangles of level 0 before any repair, every use of a mesh counted. What limits of a worker grow with.
std::uint64_t count_triangles(const Scene& scene);

}  // namespace lodcook::cooker
