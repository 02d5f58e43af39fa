#include "cooker/import/gltf_mesh.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "cooker/import/gltf_attributes.h"
#include "cooker/import/gltf_triangles.h"

namespace lodcook::cooker {
namespace {

struct Tally {
  std::uint64_t triangles = 0;
  std::uint64_t points_or_lines = 0;
  std::uint64_t without_positions = 0;
  std::uint64_t incomplete = 0;
  std::uint64_t not_shown = 0;
};

bool is_of_triangles(const cgltf_primitive& primitive) {
  return primitive.type == cgltf_primitive_type_triangles || primitive.type == cgltf_primitive_type_triangle_strip ||
         primitive.type == cgltf_primitive_type_triangle_fan;
}

Status count_triangles(const GltfDocument& document, std::uint64_t triangles, Tally& tally, const std::string& place) {
  const std::uint64_t most = document.options().max_triangles;
  if (triangles > most - tally.triangles) {
    return Error{ErrorCode::over_triangle_limit, "more triangles than the limit of " + std::to_string(most), place};
  }
  tally.triangles += triangles;
  return Done{};
}

Status check_indices(const std::vector<std::uint32_t>& corners, std::size_t vertices, const std::string& place) {
  const auto bad = std::find_if(corners.begin(), corners.end(), [&](std::uint32_t i) { return i >= vertices; });
  if (bad == corners.end()) return Done{};
  return Error{ErrorCode::invalid_index,
               "index " + std::to_string(bad - corners.begin()) + " is " + std::to_string(*bad) + ", but there are " +
                   std::to_string(vertices) + " vertices",
               place + ".indices"};
}

Result<std::vector<std::uint32_t>> read_corners(AttributeSource& source) {
  const cgltf_primitive& primitive = source.primitive;
  if (source.draco != nullptr) return source.draco->indices();
  if (primitive.indices != nullptr) {
    if (component_count(*primitive.indices) != 1) {
      return Error{ErrorCode::malformed, "indices that are not single numbers", source.place + ".indices"};
    }
    return read_integers(source.document, *primitive.indices, {});
  }
  std::vector<std::uint32_t> corners(source.vertex_count);
  std::iota(corners.begin(), corners.end(), 0U);
  return corners;
}

Result<std::optional<DracoMesh>> decode_draco(GltfDocument& document, const cgltf_primitive& primitive,
                                              std::size_t vertices, const std::string& place) {
  if (primitive.has_draco_mesh_compression == 0) return std::optional<DracoMesh>();
  Result<std::span<const std::byte>> bytes = document.view_bytes(*primitive.draco_mesh_compression.buffer_view);
  if (!bytes.ok()) return std::move(bytes).error();
  Result<DracoMesh> mesh = DracoMesh::decode(*bytes);
  if (!mesh.ok()) return Error{mesh.error().code, mesh.error().message, place};
  if (mesh->vertex_count() != vertices) {
    return Error{ErrorCode::inconsistent,
                 "the Draco mesh has " + std::to_string(mesh->vertex_count()) + " vertices, its accessors say " +
                     std::to_string(vertices),
                 place};
  }
  const std::uint64_t corners = std::uint64_t{mesh->face_count()} * 3;
  if (primitive.indices != nullptr && primitive.type == cgltf_primitive_type_triangles &&
      primitive.indices->count != corners) {
    return Error{ErrorCode::inconsistent,
                 "the Draco mesh has " + std::to_string(corners) + " indices, its accessor says " +
                     std::to_string(primitive.indices->count),
                 place};
  }
  return std::optional<DracoMesh>(*std::move(mesh));
}

// Checks that need no bytes of the buffers, then counts.
Status admit(GltfDocument& document, const cgltf_primitive& primitive, const cgltf_accessor& positions, Tally& tally,
             const std::string& place) {
  const std::uint64_t corners = primitive.indices != nullptr ? primitive.indices->count : positions.count;
  const bool is_list = primitive.type == cgltf_primitive_type_triangles;
  if (is_list && corners % 3 != 0) ++tally.incomplete;
  if (Status ok = count_triangles(document, triangle_count(primitive.type, corners), tally, place); !ok.ok()) return ok;
  if (primitive.has_draco_mesh_compression != 0) return Done{};
  if (Status ok = check_accessor(document, positions); !ok.ok()) return ok;
  return primitive.indices != nullptr ? check_accessor(document, *primitive.indices) : Status(Done{});
}

Result<std::optional<Primitive>> read_primitive(GltfDocument& document, const cgltf_primitive& primitive, Tally& tally,
                                                const std::string& place) {
  if (primitive.type == cgltf_primitive_type_invalid) {
    return Error{ErrorCode::malformed, "an unknown mode", place + ".mode"};
  }
  if (!is_of_triangles(primitive)) {
    ++tally.points_or_lines;
    return std::optional<Primitive>();
  }
  const cgltf_attribute* position = find_attribute(primitive, cgltf_attribute_type_position, 0);
  if (position == nullptr) {
    ++tally.without_positions;
    return std::optional<Primitive>();
  }
  if (Status ok = admit(document, primitive, *position->data, tally, place); !ok.ok()) return std::move(ok).error();
  AttributeSource source{document, primitive, nullptr, {}, position->data->count, place};
  Result<std::optional<DracoMesh>> draco = decode_draco(document, primitive, source.vertex_count, place);
  if (!draco.ok()) return std::move(draco).error();
  if (draco->has_value()) source.draco = &**draco;

  Result<std::vector<std::uint32_t>> corners = read_corners(source);
  if (!corners.ok()) return std::move(corners).error();
  if (Status ok = check_indices(*corners, source.vertex_count, place); !ok.ok()) return std::move(ok).error();
  Primitive out;
  const auto mode = source.draco != nullptr ? cgltf_primitive_type_triangles : primitive.type;
  out.indices = as_triangle_list(mode, *std::move(corners));
  const auto picks = compact_vertices(out.indices, source.vertex_count);
  if (picks) source.picks = std::span(*picks);
  if (primitive.material != nullptr) {
    out.material = static_cast<std::uint32_t>(cgltf_material_index(&document.root(), primitive.material));
  }
  Result<VertexStreams> vertices = read_attributes(source);
  if (!vertices.ok()) return std::move(vertices).error();
  out.vertices = *std::move(vertices);
  Result<std::vector<MorphTarget>> targets = read_morph_targets(source);
  if (!targets.ok()) return std::move(targets).error();
  out.morph_targets = *std::move(targets);
  return std::optional<Primitive>(std::move(out));
}

Status name_targets(const cgltf_mesh& from, Mesh& mesh, const std::string& place) {
  for (Primitive& primitive : mesh.primitives) {
    if (primitive.morph_targets.size() != mesh.primitives.front().morph_targets.size()) {
      return Error{ErrorCode::inconsistent, "its primitives have different numbers of morph targets", place};
    }
    for (std::size_t i = 0; i < primitive.morph_targets.size() && i < from.target_names_count; ++i) {
      primitive.morph_targets[i].name = text_of(from.target_names[i]);
    }
  }
  mesh.default_morph_weights.assign(from.weights, from.weights + from.weights_count);
  const std::size_t targets = mesh.primitives.empty() ? 0 : mesh.primitives.front().morph_targets.size();
  mesh.default_morph_weights.resize(targets, 0.0F);
  return Done{};
}

Result<Mesh> read_mesh(GltfDocument& document, std::size_t index, Tally& tally) {
  const cgltf_mesh& from = document.root().meshes[index];
  Mesh mesh;
  mesh.name = text_of(from.name);
  for (std::size_t i = 0; i < from.primitives_count; ++i) {
    const std::string place = place_of("meshes", index) + "." + place_of("primitives", i);
    Result<std::optional<Primitive>> primitive = read_primitive(document, from.primitives[i], tally, place);
    if (!primitive.ok()) return std::move(primitive).error();
    if (primitive->has_value()) mesh.primitives.push_back(**std::move(primitive));
  }
  if (Status ok = name_targets(from, mesh, place_of("meshes", index)); !ok.ok()) return std::move(ok).error();
  return mesh;
}

Status check_mesh_count(const GltfDocument& document) {
  const cgltf_data& root = document.root();
  std::size_t primitives = 0;
  for (std::size_t i = 0; i < root.meshes_count; ++i) primitives += root.meshes[i].primitives_count;
  const std::uint32_t most = document.options().max_meshes;
  if (std::max(root.meshes_count, primitives) <= most) return Done{};
  return Error{ErrorCode::over_mesh_limit, "more meshes than the limit of " + std::to_string(most), {}};
}

void warn_of(GltfDocument& document, const Tally& tally) {
  const auto warn = [&](const char* id, std::uint64_t count, const char* what) {
    if (count > 0) document.warn(id, std::to_string(count) + what);
  };
  warn("points_or_lines_left_out", tally.points_or_lines, " primitives of points or lines are left out");
  warn("no_positions", tally.without_positions, " primitives without positions are left out");
  warn("meshes_not_shown", tally.not_shown, " meshes are left out: no node of the scene shows them");
  warn("incomplete_triangle", tally.incomplete, " primitives end with an incomplete triangle, which is left out");
}

}  // namespace

Result<std::vector<Mesh>> read_meshes(GltfDocument& document, const std::vector<Node>& nodes) {
  const cgltf_data& root = document.root();
  if (Status ok = check_mesh_count(document); !ok.ok()) return std::move(ok).error();
  std::vector<bool> is_shown(root.meshes_count, false);
  for (const Node& node : nodes) {
    if (node.mesh != no_index) is_shown[node.mesh] = true;
  }
  std::vector<Mesh> out;
  Tally tally;
  for (std::size_t i = 0; i < root.meshes_count; ++i) {
    if (!is_shown[i]) {
      ++tally.not_shown;
      out.push_back({text_of(root.meshes[i].name), {}, {}});
      continue;
    }
    Result<Mesh> mesh = read_mesh(document, i, tally);
    if (!mesh.ok()) return std::move(mesh).error();
    out.push_back(*std::move(mesh));
  }
  warn_of(document, tally);
  return out;
}

}  // namespace lodcook::cooker
