#pragma once

#include <cstdint>
#include <vector>

#include "cooker/import/import.h"
#include "cooker/lod/chain.h"
#include "cooker/pack/pack.h"
#include "cooker/scene/group.h"
#include "cooker/tiles/plan.h"
#include "manifest/asset_manifest.h"

namespace lodcook::cooker {

/// What a worker process may use for one asset.
struct WorkerLimits {
  std::uint64_t memory_mib = 4096;
  double time_seconds = 120;
  std::uint64_t memory_bytes_per_triangle = 512;  ///< Added once the number of triangles is known.
  double time_ms_per_triangle = 1;
};

/// Whether a game shows the object at all: a fact handed on to the manifest.
enum class DetailPolicy : std::uint8_t { all, near, none };

/// Facts about an asset that cooking hands on to whoever draws it.
struct DrawFacts {
  double bias = 1;
  bool ignore_global_bias = false;
  double cull_screen_height = 0;  ///< 0: never culled.
  DetailPolicy policy = DetailPolicy::all;
};

enum class TileMode : std::uint8_t {
  off,        ///< Every object is a chain.
  automatic,  ///< A tree for objects above `automatic_triangles`, else a chain.
  tree,       ///< Every object is a tree of tiles.
  flat,       ///< Every object is a list of tiles, each with a chain of its own.
};

struct TileSettings {
  TileMode mode = TileMode::off;
  TilePlanOptions plan;
  std::uint32_t automatic_triangles = 250'000;
  bool lock_open_borders = false;
  bool instances = true;  ///< Leaves of a tree show small meshes that the source shows several times as instances.
};

/// Everything that decides how one asset is cooked.
struct CookSettings {
  ImportOptions import;
  SceneOptions scene;
  ChainOptions chain;
  TileSettings tiles;
  PackOptions pack;
  manifest::ReferenceView view;
  WorkerLimits worker;
  DrawFacts draw;
  std::vector<std::string> levels;  ///< Files of the coarser levels, relative to the asset's folder; see level_files.h.
  std::uint32_t threads = 1;        ///< For the tiles of one asset; never shows in the output.
};

/// The settings as the manifest records them: one entry for each key at the root of lodcook.json, sorted, the value as
/// JSON with sorted keys. Left out is what cannot change an output, only refuse it (limits and allowed_roots), and an
/// empty list of levels. Equal
/// lists mean equal output for one source and one version.
std::vector<manifest::Setting> canonical_settings(const CookSettings& settings);

}  // namespace lodcook::cooker
