#pragma once

#include <filesystem>
#include <string>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// XXH64 (seed 0) of a file's bytes as 16 lower-case hex digits. Fails with cannot_open or cannot_read.
Result<std::string> hash_file(const std::filesystem::path& file);

}  // namespace lodcook::cooker
