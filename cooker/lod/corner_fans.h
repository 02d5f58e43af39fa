#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cooker/lod/level_mesh.h"

namespace lodcook::cooker {

/// Triangles by corner: for each vertex the corners that follow and precede it.
class CornerFans {
 public:
  struct Corner {
    std::uint32_t next, last, triangle;
  };

  explicit CornerFans(const LevelMesh& mesh) : begins_(mesh.vertices.size() + 1, 0), corners_(mesh.indices.size()) {
    for (const std::uint32_t index : mesh.indices) ++begins_[index + 1];
    for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
    std::vector<std::uint32_t> cursors(begins_.begin(), begins_.end() - 1);
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
      const std::uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2];
      const auto triangle = static_cast<std::uint32_t>(i / 3);
      corners_[cursors[a]++] = {b, c, triangle};
      corners_[cursors[b]++] = {c, a, triangle};
      corners_[cursors[c]++] = {a, b, triangle};
    }
  }

  [[nodiscard]] std::span<const Corner> at(std::uint32_t vertex) const {
    return {corners_.data() + begins_[vertex], corners_.data() + begins_[vertex + 1]};
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<Corner> corners_;
};

}  // namespace lodcook::cooker
