#pragma once

#include <filesystem>
#include <string>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// The bytes of a regular file. Fails with not_found, cannot_open, cannot_read, or over_file_size_limit above 1 GiB,
/// more than any index or manifest has.
Result<std::string> read_text(const std::filesystem::path& file);

}  // namespace lodcook::cooker
