#include "cooker/pack/shared_geometry.h"

#include <utility>

#include "cooker/scene/transform.h"
#include "cooker/scene/vector_math.h"

namespace lodcook::cooker {

namespace {

std::vector<std::uint32_t> indices_of(const DecodedTile& decoded) {
  std::vector<std::uint32_t> indices;
  indices.reserve(decoded.index_count());
  for (std::uint32_t i = 0; i < decoded.index_count(); ++i) indices.push_back(decoded.index(i));
  return indices;
}

}  // namespace

Result<const SharedGeometry*> SharedGeometries::get(std::uint32_t mesh) {
  const auto found = known_.find(mesh);
  if (found != known_.end()) return &found->second;
  Result<DecodedTile> decoded = container_.load_shared_mesh(mesh);
  if (!decoded) return std::move(decoded).error();
  SharedGeometry geometry;
  geometry.positions =
      decode_positions(container_.shared_meshes()[mesh], container_.shared_mesh_tiles()[mesh], *decoded);
  geometry.indices = indices_of(*decoded);
  geometry.decoded = std::move(*decoded);
  return &known_.emplace(mesh, std::move(geometry)).first->second;
}

Status append_tile(const Container& container, SharedGeometries& shared, std::uint32_t tile,
                   DecodedGeometry& geometry) {
  const Result<DecodedTile> decoded = container.load_tile(tile);
  if (!decoded) return decoded.error();
  const auto append = [&](const std::vector<Vec3f>& positions, const std::vector<std::uint32_t>& indices) {
    const auto first = static_cast<std::uint32_t>(geometry.positions.size());
    geometry.positions.insert(geometry.positions.end(), positions.begin(), positions.end());
    for (const std::uint32_t i : indices) geometry.indices.push_back(first + i);
  };
  const Tile& facts = container.tiles()[tile];
  append(decode_positions(container.objects()[facts.object], facts, *decoded), indices_of(*decoded));
  for (const MeshInstance& instance : decoded->instances()) {
    const Result<const SharedGeometry*> mesh = shared.get(instance.mesh);
    if (!mesh) return mesh.error();
    append(placed_floats(**mesh, instance), placed_indices(**mesh, instance));
  }
  return Done{};
}

std::vector<Vec3d> placed_positions(const SharedGeometry& mesh, const MeshInstance& instance) {
  std::vector<Vec3d> out;
  out.reserve(mesh.positions.size());
  for (const Vec3f p : mesh.positions) out.push_back(transform_point(instance.matrix, to_double(p)));
  return out;
}

std::vector<Vec3f> placed_floats(const SharedGeometry& mesh, const MeshInstance& instance) {
  std::vector<Vec3f> out;
  out.reserve(mesh.positions.size());
  for (const Vec3d p : placed_positions(mesh, instance)) out.push_back(to_float(p));
  return out;
}

std::vector<std::uint32_t> placed_indices(const SharedGeometry& mesh, const MeshInstance& instance) {
  std::vector<std::uint32_t> out = mesh.indices;
  if (determinant3(instance.matrix) >= 0) return out;
  for (std::size_t t = 0; t + 2 < out.size(); t += 3) std::swap(out[t + 1], out[t + 2]);
  return out;
}

}  // namespace lodcook::cooker
