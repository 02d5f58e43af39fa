#pragma once

#include <cstdint>

namespace lodcook {

/// What a reader accepts; each limit has an error number of its own. The writer obeys the same values.
struct Limits {
  std::uint64_t max_chunk_bytes = 256ULL << 20;  // one decoded chunk; 2^24 vertices of 16 bytes
  std::uint32_t max_chunks = 2'097'152;          // two chunks for each of the most tiles
  std::uint32_t max_tiles = 1'048'576;           // 2^20 tiles of 16k triangles are 1.7e10 triangles
  std::uint32_t max_levels_per_object = 32;      // each level halves, so 32 levels cover 2^32 triangles
  std::uint64_t max_index_bytes = 192ULL << 20;  // all tables at their limits
  std::uint64_t max_string_bytes = 1ULL << 20;   // all names and paths of a container
  std::uint64_t memory_budget_bytes = ~0ULL;     // of one call: everything it allocates
};

}  // namespace lodcook
