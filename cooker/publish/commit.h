#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <lodcook/result.h>

#include "cooker/publish/file_calls.h"
#include "cooker/publish/folder_lock.h"

namespace lodcook::cooker {

/// One name that changes: `from` is renamed to it, or it is removed where `from` is empty.
struct NameChange {
  std::filesystem::path to, from;
};

enum class Shield : std::uint8_t {
  none,   ///< Enough for one name: one rename is whole by itself.
  child,  ///< A child process in its own process group makes the changes, so that killing this one does not split them.
};

/// Makes all changes in order and the folder durable, or none: while it works the old files keep a second, temporary
/// name in the folder, and a failure puts them back. (A file system without hard links cannot put back.) The lock must
/// be the folder's, exclusive. Without a child to be had it works in this process.
Status commit(const std::vector<NameChange>& changes, const std::filesystem::path& folder, const FolderLock& lock,
              Shield shield, FileCalls& calls);

}  // namespace lodcook::cooker
