#pragma once

#include <cstdint>
#include <filesystem>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// Removes, in a folder and all folders below it, the temporary files of cooks that were killed. Those of a cook that
/// still runs are locked by it and stay. Gives the number removed; a folder that is not there holds none.
Result<std::uint64_t> sweep_leftovers(const std::filesystem::path& folder);

}  // namespace lodcook::cooker
