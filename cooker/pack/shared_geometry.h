#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <lodcook/loader.h>
#include <lodcook/result.h>

namespace lodcook::cooker {

/// A shared mesh of a container, decoded.
struct SharedGeometry {
  DecodedTile decoded;
  std::vector<Vec3f> positions;        ///< As decode_positions gives them.
  std::vector<std::uint32_t> indices;  ///< Three a triangle.
};

/// Decodes shared meshes, each once.
class SharedGeometries {
 public:
  /// The container must outlive it.
  explicit SharedGeometries(const Container& container) : container_(container) {}

  /// Fails where load_shared_mesh does. What it gives lives as long as this.
  Result<const SharedGeometry*> get(std::uint32_t mesh);

 private:
  const Container& container_;
  std::map<std::uint32_t, SharedGeometry> known_;
};

/// Tiles as decoded, one behind the other.
struct DecodedGeometry {
  std::vector<Vec3f> positions;  ///< Relative to the object's origin.
  std::vector<std::uint32_t> indices;

  [[nodiscard]] std::size_t triangles() const noexcept { return indices.size() / 3; }
};

/// Adds a tile of Container::tiles() with its instances. `shared` is the container's. Fails where load_tile and
/// load_shared_mesh do.
Status append_tile(const Container& container, SharedGeometries& shared, std::uint32_t tile, DecodedGeometry& geometry);

/// Corners where an instance puts them, relative to the origin of the tile's object.
std::vector<Vec3d> placed_positions(const SharedGeometry& mesh, const MeshInstance& instance);

/// The same rounded to floats.
std::vector<Vec3f> placed_floats(const SharedGeometry& mesh, const MeshInstance& instance);

/// The mesh's triangles with the winding that the instance gives them.
std::vector<std::uint32_t> placed_indices(const SharedGeometry& mesh, const MeshInstance& instance);

}  // namespace lodcook::cooker
