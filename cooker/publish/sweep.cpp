#include "cooker/publish/sweep.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <vector>

#include "cooker/publish/folder_lock.h"
#include "cooker/publish/temporary_file.h"

namespace lodcook::cooker {

namespace {

namespace fs = std::filesystem;

Error cannot_list(const fs::path& folder, const std::error_code& error) {
  return {ErrorCode::cannot_read, "cannot list the folder: " + error.message(), folder.string()};
}

/// Whether the file was one: a cook that writes a file holds it locked.
bool remove_leftover(const fs::path& file) {
  const int opened = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (opened < 0) return false;
  const bool free = ::flock(opened, LOCK_EX | LOCK_NB) == 0;
  if (free) ::unlink(file.c_str());
  ::close(opened);
  return free;
}

/// With the folder locked no cook is in the middle of its renames, whose backups carry such names too.
Result<std::uint64_t> sweep_files(const fs::path& folder, const std::vector<fs::path>& files) {
  auto lock = FolderLock::take(folder, FolderLock::Kind::exclusive);
  if (!lock) return std::move(lock).error();
  std::uint64_t removed = 0;
  for (const fs::path& file : files) removed += remove_leftover(file) ? 1 : 0;
  return removed;
}

}  // namespace

Result<std::uint64_t> sweep_leftovers(const fs::path& folder) {
  std::uint64_t removed = 0;
  std::vector<fs::path> folders{folder};
  while (!folders.empty()) {
    const fs::path current = std::move(folders.back());
    folders.pop_back();
    std::error_code error;
    fs::directory_iterator entry(current, error);
    if (error == std::errc::no_such_file_or_directory) continue;
    std::vector<fs::path> leftovers;
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      std::error_code gone;  // by a cook that runs just now
      const auto type = entry->symlink_status(gone).type();
      if (type == fs::file_type::directory) folders.push_back(entry->path());
      const bool named_so = is_temporary_name(entry->path().filename().string());
      if (type == fs::file_type::regular && named_so) leftovers.push_back(entry->path());
    }
    if (error) return cannot_list(current, error);
    if (leftovers.empty()) continue;
    auto swept = sweep_files(current, leftovers);
    if (!swept) return swept;
    removed += *swept;
  }
  return removed;
}

}  // namespace lodcook::cooker
