#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/src/records.h"
#include "lodcook/limits.h"
#include "lodcook/result.h"

/// The reader's checks of header and index, in the order of formats/FORMAT.md. None of them allocates (but for the
/// text of an error), recurses, or trusts a number that was not checked.
namespace lodcook::format {

/// Bytes of all tables that the header announces.
std::uint64_t table_bytes(const HeaderRecord& header) noexcept;

/// Where the first chunk begins: the end of the index, aligned.
std::uint64_t data_offset(const HeaderRecord& header) noexcept;

/// Checks the 128 bytes at the beginning of a source of `source_size` bytes. Afterwards the counts are within the
/// limits and their tables fill index_size exactly, inside the file.
Result<HeaderRecord> parse_header(std::span<const std::byte> head, std::uint64_t source_size, const Limits& limits);

/// The tables of an index of exactly table_bytes(header) bytes. The views live as long as `index`.
Tables tables_in(const HeaderRecord& header, std::span<const std::byte> index) noexcept;

/// Checks every record. Afterwards every number in the tables is in range and all tables agree.
Status check_tables(const HeaderRecord& header, const Tables& tables, const Limits& limits);

/// The parts of check_tables, in their order; each relies on those before it.
Status check_chunks(const HeaderRecord& header, const Tables& tables, const Limits& limits);
Status check_objects(const Tables& tables, const Limits& limits);
Status check_levels(const Tables& tables);
Status check_attributes(const Tables& tables);
Status check_chunk_runs(const Tables& tables);
Status check_tiles(const Tables& tables);
Status check_tile_tree(const Tables& tables);
Status check_draws(const Tables& tables);
Status check_scene(const Tables& tables);
Status check_strings(const Tables& tables);

/// Calls `visit(object, level, tile)` in the order in which tiles lie in the file: objects' coarsest levels first, then
/// their next finer ones and so on, tiles of a level in their order; meshes for instances last. Stops at the first
/// failure.
template <class Visit>
Status visit_coarsest_first(const Tables& tables, const Visit& visit) {
  std::uint32_t deepest = 0;
  for (std::uint32_t o = 0; o < tables.objects.size(); ++o) {
    const std::uint32_t count = tables.objects[o].level_count;
    if (count > deepest) deepest = count;
  }
  for (std::uint32_t step = 0; step < deepest; ++step) {
    for (std::uint32_t o = 0; o < tables.objects.size(); ++o) {
      const ObjectRecord object = tables.objects[o];
      if (step >= object.level_count || (object.flags & object_shared_mesh) != 0) continue;
      const std::uint32_t l = object.first_level + object.level_count - 1 - step;
      const LevelRecord level = tables.levels[l];
      for (std::uint32_t t = level.first_tile; t < level.first_tile + level.tile_count; ++t) {
        if (Status status = visit(o, l, t); !status) return status;
      }
    }
  }
  for (std::uint32_t o = 0; o < tables.objects.size(); ++o) {
    const ObjectRecord object = tables.objects[o];
    if ((object.flags & object_shared_mesh) == 0) continue;
    Status status = visit(o, object.first_level, tables.levels[object.first_level].first_tile);
    if (!status) return status;
  }
  return Done{};
}

}  // namespace lodcook::format
