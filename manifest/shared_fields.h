#pragma once

#include <vector>

#include "manifest/asset_manifest.h"
#include "manifest/json_fields.h"
#include "manifest/json_writer.h"

/// Meshes that a container holds once, and what shows them.
namespace lodcook::manifest {

/// Nothing where there are none.
void write_shared_meshes(JsonWriter& out, const std::vector<SharedMeshFacts>& meshes);
std::vector<SharedMeshFacts> read_shared_meshes(const JsonFields& root, std::size_t material_count);

/// The same of a tile's instances.
void write_instances(JsonWriter& out, const std::vector<MeshInstance>& instances);
std::vector<MeshInstance> read_instances(const JsonFields& tile);

/// Refuses instances of meshes and placements that are not there, and counts that are not theirs.
void check_instances(const JsonFields& root, const AssetManifest& manifest);

}  // namespace lodcook::manifest
