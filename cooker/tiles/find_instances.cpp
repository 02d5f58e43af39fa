#include "cooker/tiles/find_instances.h"

#include <algorithm>
#include <map>

#include "cooker/scene/scene.h"

namespace lodcook::cooker {
namespace {

/// Takes out parts that are in several leaves; gives the number of triangles of each.
std::vector<std::uint32_t> drop_cut_parts(const TilePlan& plan, const PlannedParts& planned,
                                          std::vector<bool>& chosen) {
  std::vector<std::uint32_t> leaf_of(chosen.size(), no_index), triangles(chosen.size());
  for (std::uint32_t n = 0; n < plan.nodes.size(); ++n) {
    const TileNode& node = plan.nodes[n];
    if (!node.is_leaf()) continue;
    for (std::uint32_t i = node.first_triangle; i < node.first_triangle + node.triangle_count; ++i) {
      const std::uint32_t part = planned.parts[plan.order[i]];
      ++triangles[part];
      if (leaf_of[part] == no_index) leaf_of[part] = n;
      if (leaf_of[part] != n) chosen[part] = false;
    }
  }
  return triangles;
}

void drop_touching_parts(const PlannedParts& planned, std::vector<bool>& chosen) {
  std::vector<std::uint32_t> part_at(planned.place_count, no_index);
  for (std::size_t i = 0; i < planned.places.size(); ++i) {
    const std::uint32_t part = planned.parts[i / 3];
    std::uint32_t& first = part_at[planned.places[i]];
    if (first == no_index) first = part;
    if (first != part) chosen[first] = chosen[part] = false;
  }
}

void fill_leaves(const TilePlan& plan, const PlannedParts& planned, const std::vector<std::uint32_t>& triangles,
                 std::vector<bool>& chosen) {
  for (const TileNode& node : plan.nodes) {
    if (!node.is_leaf()) continue;
    std::uint32_t smallest = no_index;
    bool empty = true;
    for (std::uint32_t i = node.first_triangle; empty && i < node.first_triangle + node.triangle_count; ++i) {
      const std::uint32_t part = planned.parts[plan.order[i]];
      empty = chosen[part];
      const bool smaller = smallest == no_index || triangles[part] < triangles[smallest] ||
                           (triangles[part] == triangles[smallest] && part < smallest);
      if (smaller) smallest = part;
    }
    if (empty && smallest != no_index) chosen[smallest] = false;
  }
}

void drop_single_ones(std::span<const std::uint32_t> meshes, std::vector<bool>& chosen) {
  std::map<std::uint32_t, std::uint32_t> uses;
  for (std::size_t p = 0; p < meshes.size(); ++p) uses[meshes[p]] += chosen[p] ? 1 : 0;
  for (std::size_t p = 0; p < meshes.size(); ++p) chosen[p] = chosen[p] && uses[meshes[p]] > 1;
}

}  // namespace

std::vector<bool> find_instances(const TilePlan& plan, const PlannedParts& planned,
                                 std::span<const std::uint32_t> meshes) {
  std::vector<bool> chosen(meshes.size());
  if (plan.nodes.size() == 1) return chosen;
  for (std::size_t p = 0; p < meshes.size(); ++p) chosen[p] = meshes[p] != no_index;
  const std::vector<std::uint32_t> triangles = drop_cut_parts(plan, planned, chosen);
  drop_touching_parts(planned, chosen);
  fill_leaves(plan, planned, triangles, chosen);
  drop_single_ones(meshes, chosen);
  return chosen;
}

}  // namespace lodcook::cooker
