#include "cooker/scene/equal_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "cooker/scene/parallel.h"

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

/// An entry and what its row's hash has left beside the number of its group.
struct HashedEntry {
  std::uint32_t hash, entry;
};

/// The lowest entry with an equal row, of entries that ascend and hold all that are equal to any of them.
template <class RowAt>
void find_lowest(std::span<const RowColumn> columns, std::span<const HashedEntry> entries, RowAt row_at,
                 std::vector<std::uint32_t>& lowest) {
  const std::size_t slots = std::bit_ceil(entries.size() + entries.size() / 2 + 1);
  std::vector<HashedEntry> table(slots, {0, empty_slot});
  for (const HashedEntry& e : entries) {
    std::size_t slot = e.hash & (slots - 1);
    while (table[slot].entry != empty_slot &&
           !(table[slot].hash == e.hash && rows_equal(columns, row_at(table[slot].entry), row_at(e.entry)))) {
      slot = (slot + 1) & (slots - 1);
    }
    if (table[slot].entry == empty_slot) table[slot] = e;
    lowest[e.entry] = table[slot].entry;
  }
}

constexpr std::size_t most_of_block = 16384;  // entries that are hashed by one thread

/// Entries by the group that the upper bits of their hashes name, ascending in each.
struct HashGroups {
  std::vector<HashedEntry> entries;
  std::vector<std::size_t> begins;  // one more than groups
};

template <class RowAt>
HashGroups group_by_hash(std::span<const RowColumn> columns, std::size_t count, RowAt row_at) {
  constexpr std::size_t entries_per_group = 8192;  // the table of a group then stays in the processor's cache
  const std::size_t groups = std::bit_ceil(count / entries_per_group + 1), blocks = count / most_of_block + 1;
  const auto shift = static_cast<std::uint32_t>(64 - std::countr_zero(groups));
  const auto group_of = [&](std::uint64_t hash) { return groups == 1 ? 0 : static_cast<std::size_t>(hash >> shift); };
  const auto for_blocks = [&](const auto& work) {
    for_ranges(blocks, 1, [&](std::size_t from, std::size_t to) {
      for (std::size_t b = from; b < to; ++b) {
        work(b, b * most_of_block, std::min(count, (b + 1) * most_of_block));
      }
    });
  };
  std::vector<std::uint64_t> hashes(count);
  std::vector<std::size_t> next(groups * blocks + 1);  // where the next entry of a group and block goes, group by group
  for_blocks([&](std::size_t block, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      hashes[i] = row_hash(columns, row_at(i));
      ++next[group_of(hashes[i]) * blocks + block + 1];
    }
  });
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  HashGroups out{std::vector<HashedEntry>(count), std::vector<std::size_t>(groups + 1, count)};
  for (std::size_t g = 0; g < groups; ++g) out.begins[g] = next[g * blocks];
  for_blocks([&](std::size_t block, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const auto entry = static_cast<std::uint32_t>(i);
      out.entries[next[group_of(hashes[i]) * blocks + block]++] = {static_cast<std::uint32_t>(hashes[i]), entry};
    }
  });
  return out;
}

/// For each of `count` entries the lowest one whose row is equal; `row_at` gives the row of an entry.
template <class RowAt>
std::vector<std::uint32_t> lowest_equal(std::span<const RowColumn> columns, std::size_t count, RowAt row_at) {
  const HashGroups groups = group_by_hash(columns, count, row_at);
  std::vector<std::uint32_t> lowest(count);
  for_ranges(groups.begins.size() - 1, 4, [&](std::size_t from, std::size_t to) {
    for (std::size_t g = from; g < to; ++g) {
      const std::size_t size = groups.begins[g + 1] - groups.begins[g];
      find_lowest(columns, std::span(groups.entries).subspan(groups.begins[g], size), row_at, lowest);
    }
  });
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
