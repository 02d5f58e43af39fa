#pragma once

#include <filesystem>
#include <string>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// cannot_write with the system's reason for `error_number`: "cannot <deed>: No space left on device".
Error write_error(const std::filesystem::path& path, const std::string& deed, int error_number);

}  // namespace lodcook::cooker
