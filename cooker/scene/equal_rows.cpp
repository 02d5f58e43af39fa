#include "cooker/scene/equal_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <numeric>

namespace lodcook::cooker {
namespace {

constexpr std::uint32_t empty_slot = 0xFFFFFFFFU;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) noexcept {
  // the finaliser of MurmurHash3 on each word: no pattern of floats makes long runs in the table
  hash ^= word;
  hash ^= hash >> 33U;
  hash *= 0xFF51AFD7ED558CCDULL;
  hash ^= hash >> 33U;
  hash *= 0xC4CEB9FE1A85EC53ULL;
  return hash ^ (hash >> 33U);
}

void fetch_early([[maybe_unused]] const void* address) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#endif
}

/// Eight bytes of a row from `at` on, or what is left of it.
std::uint64_t word_of(const RowColumn& column, std::size_t row, std::size_t at) noexcept {
  const std::byte* const bytes = column.first + row * column.row_bytes + at;
  const std::size_t left = column.row_bytes - at;
  std::uint64_t word = 0;
  if (left >= sizeof(word)) {
    std::memcpy(&word, bytes, sizeof(word));
  } else if (left == sizeof(std::uint32_t)) {
    std::memcpy(&word, bytes, sizeof(std::uint32_t));  // of fixed size: no call
  } else {
    std::memcpy(&word, bytes, left);
  }
  return word;
}

std::uint64_t row_hash(std::span<const RowColumn> columns, std::size_t row) noexcept {
  std::uint64_t hash = 0;
  for (const RowColumn& column : columns) {
    for (std::size_t at = 0; at < column.row_bytes; at += sizeof(std::uint64_t)) {
      hash = mixed(hash, word_of(column, row, at));
    }
  }
  return hash;
}

bool rows_equal(std::span<const RowColumn> columns, std::size_t a, std::size_t b) noexcept {
  for (const RowColumn& column : columns) {
    for (std::size_t at = 0; at < column.row_bytes; at += sizeof(std::uint64_t)) {
      if (word_of(column, a, at) != word_of(column, b, at)) return false;
    }
  }
  return true;
}

/// For each of `count` entries the lowest one whose row is equal; `row_at` gives the row of an entry.
template <class RowAt>
std::vector<std::uint32_t> lowest_equal(std::span<const RowColumn> columns, std::size_t count, RowAt row_at) {
  const std::size_t slots = std::bit_ceil(count + count / 2 + 1);
  std::vector<std::uint32_t> table(slots, empty_slot);
  std::vector<std::uint32_t> lowest(count);
  // hashes of a block ahead of its look-ups, so that the misses of the table's memory overlap
  constexpr std::size_t block = 32;
  std::array<std::size_t, block> slots_of{};
  for (std::size_t first = 0; first < count; first += block) {
    const std::size_t end = std::min(count, first + block);
    for (std::size_t i = first; i < end; ++i) {
      slots_of[i - first] = row_hash(columns, row_at(i)) & (slots - 1);
      fetch_early(&table[slots_of[i - first]]);
    }
    for (std::size_t i = first; i < end; ++i) {
      std::size_t slot = slots_of[i - first];
      while (table[slot] != empty_slot && !rows_equal(columns, row_at(table[slot]), row_at(i))) {
        slot = (slot + 1) & (slots - 1);
      }
      if (table[slot] == empty_slot) table[slot] = static_cast<std::uint32_t>(i);
      lowest[i] = table[slot];
    }
  }
  return lowest;
}

/// The rows that are equal to another, ascending, given the lowest equal one of each.
std::vector<std::uint32_t> sharing_rows(std::span<const std::uint32_t> lowest) {
  std::vector<bool> shared(lowest.size(), false);
  for (std::size_t row = 0; row < lowest.size(); ++row) {
    if (lowest[row] != row) shared[row] = shared[lowest[row]] = true;
  }
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < lowest.size(); ++row) {
    if (shared[row]) rows.push_back(row);
  }
  return rows;
}

template <class T>
void add_column(std::vector<RowColumn>& columns, const std::vector<T>& values, std::size_t per_row = 1) {
  if (values.empty()) return;
  columns.push_back({reinterpret_cast<const std::byte*>(values.data()), per_row * sizeof(T)});
}

}  // namespace

std::vector<std::uint32_t> equal_rows(std::span<const RowColumn> columns, std::size_t count) {
  return lowest_equal(columns, count, [](std::size_t row) { return row; });
}

std::vector<std::uint32_t> equal_positions(std::span<const Vec3f> positions) {
  const RowColumn column{reinterpret_cast<const std::byte*>(positions.data()), sizeof(Vec3f)};
  return equal_rows({&column, 1}, positions.size());
}

std::vector<std::uint32_t> equal_vertices(const VertexStreams& vertices, std::span<const MorphTarget> morph_targets,
                                          std::span<const std::uint32_t> materials,
                                          std::span<const std::uint32_t> equal_position) {
  std::vector<RowColumn> columns;
  add_column(columns, vertices.positions);
  add_column(columns, vertices.normals);
  add_column(columns, vertices.tangents);
  for (const auto& set : vertices.uvs) add_column(columns, set);
  for (const auto& set : vertices.colors) add_column(columns, set);
  add_column(columns, vertices.joints, vertices.influences_per_vertex);
  add_column(columns, vertices.weights, vertices.influences_per_vertex);
  for (const MorphTarget& target : morph_targets) {
    add_column(columns, target.position_deltas);
    add_column(columns, target.normal_deltas);
    add_column(columns, target.tangent_deltas);
  }
  if (!materials.empty()) {
    columns.push_back({reinterpret_cast<const std::byte*>(materials.data()), sizeof(std::uint32_t)});
  }
  const std::vector<std::uint32_t> sharing = sharing_rows(equal_position);
  const std::vector<std::uint32_t> first =
      lowest_equal(columns, sharing.size(), [&sharing](std::size_t i) { return std::size_t{sharing[i]}; });
  std::vector<std::uint32_t> lowest(vertices.vertex_count());
  std::iota(lowest.begin(), lowest.end(), 0U);
  for (std::size_t i = 0; i < sharing.size(); ++i) lowest[sharing[i]] = sharing[first[i]];
  return lowest;
}

}  // namespace lodcook::cooker
