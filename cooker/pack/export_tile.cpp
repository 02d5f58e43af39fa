#include "cooker/pack/export_tile.h"

#include <map>
#include <string>
#include <utility>

#include "cooker/pack/glb_document.h"
#include "cooker/pack/glb_material.h"
#include "cooker/pack/glb_primitives.h"
#include "cooker/pack/glb_transform.h"

namespace lodcook::cooker {

namespace {

struct TileDocument {
  explicit TileDocument(const Container& from) : container(from) {}
  TileDocument(const TileDocument&) = delete;
  TileDocument& operator=(const TileDocument&) = delete;

  const Container& container;
  GlbDocument document;
  GlbMaterials materials{document, container.materials()};
  std::map<std::uint32_t, std::size_t> meshes;  ///< glTF meshes by shared mesh.
};

Vec3d origin_of(const ContainerObject& object, const Tile& tile) {
  const double step = object.lattice_step;
  return {static_cast<double>(tile.origin[0]) * step, static_cast<double>(tile.origin[1]) * step,
          static_cast<double>(tile.origin[2]) * step};
}

Result<std::size_t> add_source(TileDocument& out, const GlbSource& source) {
  std::vector<std::string> primitives;
  if (Status added = add_primitives(out.document, out.materials, source, primitives); !added) return added.error();
  return add_mesh(out.document, source.object, primitives);
}

void add_node(GlbDocument& document, const std::string& name, std::size_t mesh, const GlbTransform& transform) {
  json::Object node;
  if (!name.empty()) node.add("name", json::text(name));
  node.add("mesh", json::number(mesh));
  add_transform(node, transform);
  document.scene_roots.push_back(document.nodes.size());
  document.nodes.push_back(node.str());
}

GlbTransform translation(Vec3d by) { return {by, {0, 0, 0, 1}, {1, 1, 1}}; }

Status add_instance(TileDocument& out, const MeshInstance& instance, const SharedGeometry& mesh, Vec3d origin) {
  const Container& container = out.container;
  const std::string name =
      instance.placement < container.placements().size() ? container.placements()[instance.placement].name : "";
  GlbSource source{container, container.shared_meshes()[instance.mesh], container.shared_mesh_tiles()[instance.mesh],
                   mesh.decoded};
  const GlbTransform transform = decompose(instance.matrix);
  if (!is_exact(transform, instance.matrix)) {
    source.instance = &instance;
    source.base = origin;
    const Result<std::size_t> baked = add_source(out, source);
    if (!baked) return baked.error();
    add_node(out.document, name, *baked, translation(origin));
    return Done{};
  }
  auto known = out.meshes.find(instance.mesh);
  if (known == out.meshes.end()) {
    const Result<std::size_t> added = add_source(out, source);
    if (!added) return added.error();
    known = out.meshes.emplace(instance.mesh, *added).first;
  }
  add_node(out.document, name, known->second, transform);
  return Done{};
}

}  // namespace

Result<std::vector<std::byte>> export_tile(const Container& container, std::uint32_t tile, SharedGeometries& shared) {
  const Result<DecodedTile> decoded = container.load_tile(tile);
  if (!decoded) return decoded.error();
  const Tile& facts = container.tiles()[tile];
  const ContainerObject& object = container.objects()[facts.object];
  const Vec3d origin = origin_of(object, facts);
  TileDocument out(container);
  if (!decoded->draws().empty()) {
    const Result<std::size_t> mesh = add_source(out, {container, object, facts, *decoded, nullptr, origin});
    if (!mesh) return mesh.error();
    add_node(out.document, object.name, *mesh, translation(origin));
  }
  for (const MeshInstance& instance : decoded->instances()) {
    const Result<const SharedGeometry*> mesh = shared.get(instance.mesh);
    if (!mesh) return mesh.error();
    if (Status added = add_instance(out, instance, **mesh, origin); !added) return std::move(added).error();
  }
  return out.document.bytes();
}

}  // namespace lodcook::cooker
