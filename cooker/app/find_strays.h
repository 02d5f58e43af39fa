#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "manifest/folder_index.h"

namespace lodcook::cooker {

/// Containers and asset manifests below a cooked folder that its index does not name, relative to it, sorted. Links to
/// folders are not followed.
std::vector<std::string> find_strays(const std::filesystem::path& folder, const manifest::FolderIndex& index);

}  // namespace lodcook::cooker
