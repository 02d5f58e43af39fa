#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <lodcook/result.h>

#include "cooker/import/gltf_accessor.h"

namespace lodcook::cooker {

/// A mesh decoded from KHR_draco_mesh_compression: a triangle list and attributes by their id.
class DracoMesh {
 public:
  /// Fails with malformed where the stream cannot be decoded or holds no mesh. Every index is below vertex_count().
  static Result<DracoMesh> decode(std::span<const std::byte> stream);

  DracoMesh(DracoMesh&&) noexcept;
  DracoMesh& operator=(DracoMesh&&) noexcept;
  ~DracoMesh();

  [[nodiscard]] std::size_t vertex_count() const noexcept;
  [[nodiscard]] std::size_t face_count() const noexcept;
  [[nodiscard]] std::vector<std::uint32_t> indices() const;

  /// Numbers per vertex of an attribute; 0 where there is none with this id.
  [[nodiscard]] std::uint32_t components(std::uint32_t id) const noexcept;

  /// As the functions of the same names for accessors. The id must be one that components() knows.
  Status read_floats(std::uint32_t id, const Picks& picks, FloatTarget target) const;
  [[nodiscard]] Result<std::vector<std::uint32_t>> read_integers(std::uint32_t id, const Picks& picks) const;

 private:
  struct State;
  explicit DracoMesh(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace lodcook::cooker
