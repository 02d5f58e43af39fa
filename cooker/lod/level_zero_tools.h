#pragma once

#include <optional>

#include "cooker/lod/give_back.h"
#include "cooker/lod/surface_judge.h"

namespace lodcook::cooker {

/// The structures over level 0 that only some objects need, built at first use.
class LevelZeroTools {
 public:
  /// `zero` must outlive the tools.
  explicit LevelZeroTools(const LevelZero& zero) : zero_(zero) {}

  [[nodiscard]] const LevelZero& zero() const noexcept { return zero_; }
  const SurfaceJudge& judge() { return judge_ ? *judge_ : judge_.emplace(zero_, tree()); }
  const AttributeDonor& donor() { return donor_ ? *donor_ : donor_.emplace(zero_, tree()); }

 private:
  const TriangleTree& tree() {
    return tree_ ? *tree_ : tree_.emplace(zero_.positions, zero_.object.indices, zero_.object.vertex_materials);
  }

  const LevelZero& zero_;
  std::optional<TriangleTree> tree_;
  std::optional<SurfaceJudge> judge_;
  std::optional<AttributeDonor> donor_;
};

}  // namespace lodcook::cooker
