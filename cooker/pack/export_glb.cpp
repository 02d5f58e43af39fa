#include "cooker/pack/export_glb.h"

#include <algorithm>
#include <numbers>
#include <optional>
#include <string>
#include <utility>

#include "cooker/pack/glb_document.h"
#include "cooker/pack/glb_material.h"
#include "cooker/pack/glb_primitives.h"
#include "cooker/pack/glb_skin.h"
#include "cooker/pack/glb_transform.h"
#include "cooker/pack/shared_geometry.h"

namespace lodcook::cooker {

namespace {

/// One object in a document.
struct Exported {
  Exported(const Container& from, const ContainerObject& what, std::uint32_t which)
      : container(from), object(what), number(which) {}
  Exported(const Exported&) = delete;
  Exported& operator=(const Exported&) = delete;

  const Container& container;
  const ContainerObject& object;
  std::uint32_t number;
  GlbDocument document;
  GlbMaterials materials{document, container.materials()};
  SharedGeometries shared{container};
  bool skinned = false;
};

Result<const ContainerObject*> find_object(const Container& container, std::uint32_t object) {
  if (object < container.objects().size()) return &container.objects()[object];
  return Error{ErrorCode::invalid_argument, "there is no such object", {}};
}

/// Adds a mesh of all tiles of a level's cut and gives its number.
Result<std::size_t> add_level(Exported& out, std::uint32_t level) {
  const Container& container = out.container;
  std::vector<std::string> primitives;
  for (const std::uint32_t number : container.level_cut(out.number, level)) {
    const Result<DecodedTile> decoded = container.load_tile(number);
    if (!decoded) return decoded.error();
    const GlbSource tile{container, out.object, container.tiles()[number], *decoded};
    if (Status added = add_primitives(out.document, out.materials, tile, primitives); !added) return added.error();
    out.skinned = out.skinned || has_skin(tile);
    for (const MeshInstance& instance : decoded->instances()) {
      const Result<const SharedGeometry*> mesh = out.shared.get(instance.mesh);
      if (!mesh) return mesh.error();
      const GlbSource moved{container, container.shared_meshes()[instance.mesh],
                            container.shared_mesh_tiles()[instance.mesh], (*mesh)->decoded, &instance};
      if (Status added = add_primitives(out.document, out.materials, moved, primitives); !added) return added.error();
    }
  }
  return add_mesh(out.document, out.object, primitives);
}

Status add_bones(Exported& out) {
  if (!out.skinned) return Done{};
  const Result<std::size_t> skin = add_skin(out.document, out.container.skeleton());
  if (!skin) return skin.error();
  return Done{};
}

json::Object mesh_node(const Exported& out, std::size_t mesh, const std::string& suffix) {
  json::Object node;
  if (!out.object.name.empty()) node.add("name", json::text(out.object.name + suffix));
  node.add("mesh", json::number(mesh));
  if (out.skinned) {
    node.add("skin", "0");
  } else {
    add_transform(node, {out.object.bounds.origin, {0, 0, 0, 1}, {1, 1, 1}});
  }
  return node;
}

void add_root(GlbDocument& document, const json::Object& node) {
  document.scene_roots.push_back(document.nodes.size());
  document.nodes.push_back(node.str());
}

std::string number_list(std::span<const double> values) {
  std::vector<std::string> list;
  for (const double value : values) list.push_back(json::number(value));
  return json::array(list);
}

/// What makes the node of level 0 the node of all levels; those of the others follow it.
void add_lower_levels(Exported& out, json::Object& node, std::span<const double> heights, double cull_height) {
  std::vector<std::string> ids;
  std::vector<double> coverages;
  for (std::size_t level = 1; level < out.object.level_count; ++level) {
    ids.push_back(json::number(out.document.nodes.size() + level));
    coverages.push_back(screen_coverage(level <= heights.size() ? heights[level - 1] : 0));
  }
  coverages.push_back(screen_coverage(cull_height));
  const std::string lod = json::Object().add("ids", json::array(ids)).str();
  node.add("extensions", json::Object().add("MSFT_lod", lod).str());
  node.add("extras", json::Object()
                         .add("MSFT_screencoverage", number_list(coverages))
                         .add("screen_heights", number_list(heights))
                         .str());
  out.document.extensions_used.push_back("MSFT_lod");
}

}  // namespace

double screen_coverage(double screen_height) noexcept {
  constexpr double aspect = 16.0 / 9.0;
  return std::clamp(std::numbers::pi / 4 * screen_height * screen_height / aspect, 0.0, 1.0);
}

Result<std::vector<std::byte>> export_glb(const Container& container, std::uint32_t object, std::uint32_t level) {
  const Result<const ContainerObject*> found = find_object(container, object);
  if (!found) return found.error();
  if (level >= (*found)->level_count) {
    return Error{
        ErrorCode::invalid_argument,
        "there is no level " + std::to_string(level) + ", the coarsest is " + std::to_string((*found)->level_count - 1),
        "object '" + (*found)->name + '\''};
  }
  Exported out(container, **found, object);
  out.materials.add_all();
  const Result<std::size_t> mesh = add_level(out, level);
  if (!mesh) return mesh.error();
  if (Status added = add_bones(out); !added) return std::move(added).error();
  add_root(out.document, mesh_node(out, *mesh, {}));
  return out.document.bytes();
}

Result<std::vector<std::byte>> export_all_levels(const Container& container, std::uint32_t object,
                                                 std::span<const double> screen_heights, double cull_screen_height) {
  const Result<const ContainerObject*> found = find_object(container, object);
  if (!found) return found.error();
  Exported out(container, **found, object);
  out.materials.add_all();
  for (std::uint32_t level = 0; level < out.object.level_count; ++level) {
    const Result<std::size_t> mesh = add_level(out, level);
    if (!mesh) return mesh.error();
  }
  if (Status added = add_bones(out); !added) return std::move(added).error();
  json::Object finest = mesh_node(out, 0, {});
  if (out.object.level_count > 1) add_lower_levels(out, finest, screen_heights, cull_screen_height);
  add_root(out.document, finest);
  for (std::size_t level = 1; level < out.object.level_count; ++level) {
    out.document.nodes.push_back(mesh_node(out, level, "_LOD" + std::to_string(level)).str());
  }
  return out.document.bytes();
}

}  // namespace lodcook::cooker
