#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// Looks for the end of a file in formats whose Assimp reader takes a cut file for a good one or never returns from
/// it: end marks, lengths and counts that the file itself holds. `extension` in lower case with its dot; other formats
/// pass. Fails with truncated. A file that is broken in another way may pass: its reader will say so.
Status check_whole_file(std::string_view extension, std::span<const std::byte> bytes);

}  // namespace lodcook::cooker
