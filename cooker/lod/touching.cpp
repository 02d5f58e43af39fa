#include "cooker/lod/touching.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cooker/lod/corner_fans.h"

namespace lodcook::cooker {

namespace {

/// Whether every edge at `vertex` is used once each way. A vertex of very many edges counts as open: each of them is
/// compared with all.
bool has_closed_fan(const CornerFans& fans, std::uint32_t vertex) {
  constexpr std::size_t most_edges = 256;
  const std::span<const CornerFans::Corner> fan = fans.at(vertex);
  if (fan.size() > most_edges) return false;
  return std::ranges::all_of(fan, [&](const CornerFans::Corner& corner) {
    return std::ranges::count(fan, corner.next, &CornerFans::Corner::last) == 1 &&
           std::ranges::count(fan, corner.next, &CornerFans::Corner::next) == 1;
  });
}

}  // namespace

Parts part_touching(const LevelZero& zero, Identity& identity) {
  const std::size_t place_count = zero.places.count();
  Parts parts{{}, place_count};
  std::vector<std::uint32_t>& place_of = parts.of_vertex;
  place_of.reserve(identity.sources.size());
  for (const std::uint32_t source : identity.sources) place_of.push_back(zero.places.of_vertex[source]);
  if (identity.rung != Rung::positions || identity.sources.size() == place_count) return parts;

  std::vector<std::uint32_t> vertices_at(place_count, 0);
  for (const std::uint32_t place : place_of) ++vertices_at[place];
  const CornerFans fans(identity.mesh);
  std::vector<bool> joined(place_count, false);
  for (std::uint32_t v = 0; v < place_of.size(); ++v) {
    const std::uint32_t place = place_of[v];
    if (vertices_at[place] > 1 && !joined[place]) joined[place] = !has_closed_fan(fans, v);
  }
  std::vector<float> taken(place_count, -1.0F);  // the last x given at a place; the unit box has none below 0
  for (std::uint32_t v = 0; v < place_of.size(); ++v) {
    const std::uint32_t place = place_of[v];
    if (vertices_at[place] < 2 || joined[place]) continue;
    float& x = identity.mesh.positions[v].x;
    if (taken[place] >= 0) {
      x = std::nextafter(taken[place], std::numeric_limits<float>::max());
      place_of[v] = static_cast<std::uint32_t>(parts.count++);
    }
    taken[place] = x;
  }
  return parts;
}

}  // namespace lodcook::cooker
