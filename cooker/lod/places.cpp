#include "cooker/lod/places.h"

#include <algorithm>
#include <bit>

namespace lodcook::cooker {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value + 0.0F); }

std::size_t hash_position(Vec3f p) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
  std::uint64_t h = bits(p.x);
  h = h * odd + bits(p.y);
  h = h * odd + bits(p.z);
  return static_cast<std::size_t>((h * odd) >> 20);
}

void fetch_early([[maybe_unused]] const void* address) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif
}

}  // namespace

Places find_places(std::span<const Vec3f> positions) {
  Places places;
  const std::size_t buckets = std::bit_ceil(positions.size() + positions.size() / 2 + 1);
  std::vector<std::uint32_t> table(buckets, none);  // the first vertex of a place
  std::uint32_t count = 0;
  places.of_vertex.resize(positions.size());
  for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
    // the slot of a vertex to come, so that the misses of the table's memory overlap
    const std::size_t ahead = std::min(vertex + 16, positions.size() - 1);
    fetch_early(&table[hash_position(positions[ahead]) & (buckets - 1)]);
    std::size_t slot = hash_position(positions[vertex]) & (buckets - 1);
    while (table[slot] != none && positions[table[slot]] != positions[vertex]) slot = (slot + 1) & (buckets - 1);
    if (table[slot] == none) {
      table[slot] = static_cast<std::uint32_t>(vertex);
      places.of_vertex[vertex] = count++;
    } else {
      places.of_vertex[vertex] = places.of_vertex[table[slot]];
    }
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
