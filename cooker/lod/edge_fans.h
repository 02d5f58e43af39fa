#pragma once

#include <cstdint>
#include <vector>

#include "cooker/lod/level_mesh.h"

namespace lodcook::cooker {

struct HalfEdge {
  std::uint32_t target;
  std::uint32_t triangle;
};

/// Half-edges by the vertex they leave.
class EdgeFans {
 public:
  explicit EdgeFans(const LevelMesh& mesh) : begins_(mesh.vertices.size() + 1, 0), edges_(mesh.indices.size()) {
    for (const std::uint32_t index : mesh.indices) ++begins_[index + 1];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    std::vector<std::uint32_t> cursors(begins_.begin(), begins_.end() - 1);
    for (std::size_t i = 0; i < mesh.indices.size(); ++i) {
      const std::size_t next = i % 3 == 2 ? i - 2 : i + 1;
      edges_[cursors[mesh.indices[i]]++] = {mesh.indices[next], static_cast<std::uint32_t>(i / 3)};
    }
  }

  /// The half-edges that leave `vertex` are begin(vertex) to end(vertex).
  [[nodiscard]] std::uint32_t begin(std::uint32_t vertex) const { return begins_[vertex]; }
  [[nodiscard]] std::uint32_t end(std::uint32_t vertex) const { return begins_[vertex + 1]; }
  [[nodiscard]] const HalfEdge& operator[](std::uint32_t edge) const { return edges_[edge]; }

  /// Whether just one half-edge runs from `origin` to `target`.
  [[nodiscard]] bool is_single(std::uint32_t origin, std::uint32_t target) const {
    int count = 0;
    for (std::uint32_t e = begins_[origin]; e < begins_[origin + 1]; ++e) count += edges_[e].target == target ? 1 : 0;
    return count == 1;
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<HalfEdge> edges_;
};

}  // namespace lodcook::cooker
