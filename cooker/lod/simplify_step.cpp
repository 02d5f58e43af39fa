#include "cooker/lod/simplify_step.h"

#include <algorithm>
#include <limits>

#include <meshoptimizer.h>

namespace lodcook::cooker {

StepResult simplify_step(const LevelMesh& mesh, const AttributePlan& plan, double normal_weight,
                         const StepOptions& step) {
  std::vector<float> weights = plan.weights;
  double weight = 0;
  if (plan.normals) {
    weight = normal_weight * mean_longest_edge(mesh);
    std::fill_n(weights.begin(), 3, static_cast<float>(weight));
  }
  unsigned int flags = step.prune ? static_cast<unsigned int>(meshopt_SimplifyPrune) : 0U;
  if (step.lock_border) flags |= meshopt_SimplifyLockBorder;
  StepResult result;
  result.indices.resize(mesh.indices.size());
  float error = 0;
  const std::size_t count = meshopt_simplifyWithAttributes(
      result.indices.data(), mesh.indices.data(), mesh.indices.size(), &mesh.positions.front().x, mesh.positions.size(),
      sizeof(Vec3f), weights.empty() ? nullptr : mesh.attributes.data(), weights.size() * sizeof(float),
      weights.empty() ? nullptr : weights.data(), weights.size(), step.locked.empty() ? nullptr : step.locked.data(),
      std::min(step.target_triangles * 3, mesh.indices.size()), std::numeric_limits<float>::max(), flags, &error);
  result.indices.resize(count);
  if (step.keep_flat) {
    drop_folded_triangles(mesh.positions, result.indices);
  } else {
    drop_flat_triangles(mesh.positions, result.indices);
  }
  result.error = double{error} / (1 + weight);
  return result;
}

}  // namespace lodcook::cooker
