#include "manifest/shared_fields.h"

#include "manifest/level_fields.h"

namespace lodcook::manifest {

namespace {

using Layout = JsonWriter::Layout;

SharedMeshFacts read_shared_mesh(const JsonFields& fields, std::size_t material_count) {
  SharedMeshFacts mesh;
  mesh.name = fields.string("name");
  read_stored(fields, mesh);
  mesh.instances = fields.count("instances");
  mesh.draws = read_draws(fields, material_count);
  return mesh;
}

}  // namespace

void write_shared_meshes(JsonWriter& out, const std::vector<SharedMeshFacts>& meshes) {
  if (meshes.empty()) return;
  out.begin_array("shared_meshes");
  for (const SharedMeshFacts& mesh : meshes) {
    out.begin_object();
    out.member("name", mesh.name);
    write_stored(out, mesh);
    out.member("instances", mesh.instances);
    write_draws(out, mesh.draws);
    out.end();
  }
  out.end();
}

std::vector<SharedMeshFacts> read_shared_meshes(const JsonFields& root, std::size_t material_count) {
  std::vector<SharedMeshFacts> meshes;
  if (!root.has("shared_meshes")) return meshes;
  root.each("shared_meshes",
            [&](const JsonFields& fields) { meshes.push_back(read_shared_mesh(fields, material_count)); });
  return meshes;
}

void write_instances(JsonWriter& out, const std::vector<MeshInstance>& instances) {
  if (instances.empty()) return;
  out.begin_array("instances");
  for (const MeshInstance& instance : instances) {
    out.begin_object(Layout::row);
    out.member("mesh", instance.mesh);
    if (instance.placement != no_placement) out.member("placement", instance.placement);
    out.begin_array("matrix", Layout::row);
    for (const double number : instance.matrix.m) out.element(number);
    out.end();
    out.end();
  }
  out.end();
}

std::vector<MeshInstance> read_instances(const JsonFields& tile) {
  std::vector<MeshInstance> instances;
  if (!tile.has("instances")) return instances;
  tile.each("instances", [&](const JsonFields& fields) {
    MeshInstance& instance = instances.emplace_back();
    instance.mesh = fields.count32("mesh");
    if (fields.has("placement")) instance.placement = fields.count32("placement");
    fields.numbers("matrix", instance.matrix.m);
  });
  return instances;
}

void check_instances(const JsonFields& root, const AssetManifest& manifest) {
  std::vector<std::uint64_t> counts(manifest.shared_meshes.size());
  for (const ObjectFacts& object : manifest.objects) {
    for (const TileFacts& tile : object.tiles) {
      for (const MeshInstance& instance : tile.instances) {
        const bool placed = instance.placement == no_placement || instance.placement < manifest.placements.size();
        if (tile.level > 0 || instance.mesh >= counts.size() || !placed) {
          return root.refuse("objects", "an instance stands for nothing", ErrorCode::invalid_index);
        }
        ++counts[instance.mesh];
      }
    }
  }
  for (std::size_t m = 0; m < counts.size(); ++m) {
    if (counts[m] == manifest.shared_meshes[m].instances) continue;
    return root.refuse("shared_meshes", "another number of instances than tiles have", ErrorCode::inconsistent);
  }
}

}  // namespace lodcook::manifest
