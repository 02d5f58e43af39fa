#pragma once

#include <filesystem>

#include <lodcook/loader.h>

namespace lodcook::cooker {

/// Opens a container file. The errors of open_file and Container::open, their place beginning with the file.
Result<Container> open_container(const std::filesystem::path& file);

}  // namespace lodcook::cooker
