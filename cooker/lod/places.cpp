#include "cooker/lod/places.h"

#include "cooker/scene/equal_rows.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {

std::vector<std::uint32_t> first_at_place(std::span<const Vec3f> positions) {
  constexpr std::size_t most = 1 << 16;
  std::vector<Vec3f> signless(positions.size());
  for_ranges(positions.size(), most, [&](std::size_t first, std::size_t last) {
    for (std::size_t v = first; v < last; ++v) {
      const Vec3f p = positions[v];
      signless[v] = {p.x + 0.0F, p.y + 0.0F, p.z + 0.0F};  // -0 becomes 0
    }
  });
  return equal_positions(signless);
}

Places find_places(std::span<const Vec3f> positions) {
  Places places;
  places.of_vertex = first_at_place(positions);
  std::uint32_t count = 0;
  for (std::uint32_t vertex = 0; vertex < positions.size(); ++vertex) {
    std::uint32_t& place = places.of_vertex[vertex];
    place = place == vertex ? count++ : places.of_vertex[place];  // an earlier vertex has its number already
  }
  places.begins.assign(count + 1, 0);
  for (const std::uint32_t place : places.of_vertex) ++places.begins[place + 1];
  for (std::size_t i = 1; i < places.begins.size(); ++i) places.begins[i] += places.begins[i - 1];
  std::vector<std::uint32_t> cursors(places.begins.begin(), places.begins.end() - 1);
  places.vertices.resize(positions.size());
  for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
    places.vertices[cursors[places.of_vertex[vertex]]++] = static_cast<std::uint32_t>(vertex);
  }
  return places;
}

}  // namespace lodcook::cooker
