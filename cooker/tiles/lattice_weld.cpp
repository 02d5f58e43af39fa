#include "cooker/tiles/lattice_weld.h"

#include <vector>

#include "cooker/lod/level_zero.h"
#include "cooker/lod/snap.h"
#include "cooker/scene/parallel.h"
#include "cooker/tiles/open_edges.h"

namespace lodcook::cooker {
namespace {

/// By place of `fine`: whether other places lie at the same one of `coarse`.
std::vector<bool> merged_places(const Places& fine, const Places& coarse) {
  std::vector<bool> merged(fine.count());
  for (std::uint32_t place = 0; place < coarse.count(); ++place) {
    const std::span<const std::uint32_t> vertices = coarse.at(place);
    const std::uint32_t first = fine.of_vertex[vertices.front()];
    for (const std::uint32_t v : vertices) {
      if (fine.of_vertex[v] != first) merged[first] = merged[fine.of_vertex[v]] = true;
    }
  }
  return merged;
}

bool parts_a_place(const Places& places, const Places& decoded) {
  for (std::uint32_t place = 0; place < places.count(); ++place) {
    const std::span<const std::uint32_t> vertices = places.at(place);
    for (const std::uint32_t v : vertices) {
      if (decoded.of_vertex[v] != decoded.of_vertex[vertices.front()]) return true;
    }
  }
  return false;
}

/// Whether the same vertices share a place on the lattice as without it, which is the rule.
bool keeps_places(const Object& object, double step) {
  std::vector<std::uint32_t> first, decoded;
  for_each_index(2, [&](std::size_t which) {
    if (which == 0)
      first = first_at_place(LevelZero::unit_positions(object));
    else
      decoded = first_at_place(snap_positions(object.vertices.positions, step));
  });
  return first == decoded;
}

}  // namespace

bool needs_lattice_weld(const Object& object, double step) {
  if (keeps_places(object, step)) return false;
  Places places, decoded;
  for_each_index(2, [&](std::size_t which) {
    if (which == 0)
      places = LevelZero(object).places;
    else
      decoded = LevelZero(object, step).places;
  });
  if (parts_a_place(places, decoded)) return true;
  const std::vector<bool> merged = merged_places(places, decoded);
  const auto is_merged = [&](std::uint32_t vertex) { return merged[places.of_vertex[vertex]]; };
  std::vector<std::uint32_t> near;
  for (std::size_t i = 0; i + 2 < object.indices.size(); i += 3) {
    const std::uint32_t* const t = &object.indices[i];
    if (is_merged(t[0]) || is_merged(t[1]) || is_merged(t[2])) near.insert(near.end(), t, t + 3);
  }
  for (const OpenEdge& edge : open_edges(near, places.of_vertex, places.count())) {
    if (merged[edge.low] || merged[edge.high]) return true;
  }
  return false;
}

}  // namespace lodcook::cooker
