#include <fcntl.h>

#include <cerrno>
#include <vector>

#include "cooker/publish/folder_lock.h"
#include "cooker/publish/publish.h"
#include "cooker/publish/write_error.h"

namespace lodcook::cooker {

namespace {

Error in_the_way(const std::filesystem::path& path) {
  return {ErrorCode::cannot_write, "a file is where a folder is needed", path.string()};
}

/// The folders that are missing, the deepest first.
Result<std::vector<std::filesystem::path>> missing_folders(std::filesystem::path folder) {
  std::vector<std::filesystem::path> missing;
  while (!folder.empty()) {
    std::error_code error;
    const auto status = std::filesystem::status(folder, error);
    if (std::filesystem::is_directory(status)) break;
    // below a file the status is "not a directory", which counts as not found: the file itself comes up further on
    if (std::filesystem::exists(status)) return in_the_way(folder);
    if (status.type() != std::filesystem::file_type::not_found)
      return write_error(folder, "open the folder", error.value());
    missing.push_back(folder);
    const std::filesystem::path parent = folder.parent_path();
    if (parent == folder) break;
    folder = parent;
  }
  return missing;
}

Status sync_folder(const std::filesystem::path& folder, FileCalls& calls) {
  auto lock = FolderLock::take(folder, FolderLock::Kind::shared, calls);
  if (!lock) return std::move(lock).error();
  if (const int error = lock->sync()) return write_error(folder, "sync the folder", error);
  return Done{};
}

Status make(const std::filesystem::path& folder, FileCalls& calls) {
  int result = 0;
  do {
    result = calls.mkdir(folder.c_str(), 0777);
  } while (result != 0 && errno == EINTR);
  if (result != 0 && errno == EEXIST) {
    std::error_code ignored;
    if (std::filesystem::is_directory(folder, ignored)) return Done{};
    return in_the_way(folder);
  }
  if (result != 0) return write_error(folder, "make the folder", errno);
  return sync_folder(folder.has_parent_path() ? folder.parent_path() : ".", calls);
}

}  // namespace

Status create_folder(const std::filesystem::path& folder, FileCalls& calls) {
  // "a/" and "a" are one folder
  auto missing = missing_folders(folder.has_filename() ? folder : folder.parent_path());
  if (!missing) return std::move(missing).error();
  for (auto next = missing->rbegin(); next != missing->rend(); ++next) {
    if (auto made = make(*next, calls); !made) return made;
  }
  return Done{};
}

}  // namespace lodcook::cooker
