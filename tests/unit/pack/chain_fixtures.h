#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "cooker/lod/chain.h"

namespace lodcook::cooker::test {

inline LodLevel level_of(std::vector<Vec3f> positions, std::vector<std::uint32_t> indices, double estimate = 0) {
  LodLevel level;
  level.vertices.positions = std::move(positions);
  level.indices = std::move(indices);
  level.draws = {{0, 0, static_cast<std::uint32_t>(level.indices.size())}};
  level.estimate = estimate;
  return level;
}

inline LodChain chain_of(std::vector<LodLevel> levels) {
  LodChain chain;
  chain.name = "object";
  Aabb& box = chain.bounds.box;
  box = {levels.front().vertices.positions.front(), levels.front().vertices.positions.front()};
  for (const Vec3f& p : levels.front().vertices.positions) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
  }
  chain.bounds.extent = std::max({box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z});
  chain.levels = std::move(levels);
  return chain;
}

/// `cells` unit squares in a row along x, two triangles each; half of all edges have length 1.
inline LodLevel strip(std::uint32_t cells) {
  std::vector<Vec3f> positions;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t x = 0; x <= cells; ++x) {
    positions.push_back({static_cast<float>(x), 0, 0});
    positions.push_back({static_cast<float>(x), 1, 0});
  }
  for (std::uint32_t x = 0; x < cells; ++x) {
    const std::uint32_t v = 2 * x;
    indices.insert(indices.end(), {v, v + 2, v + 1, v + 1, v + 2, v + 3});
  }
  return level_of(std::move(positions), std::move(indices));
}

}  // namespace lodcook::cooker::test
