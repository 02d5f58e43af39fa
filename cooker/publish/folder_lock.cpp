#include "cooker/publish/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "cooker/publish/write_error.h"

namespace lodcook::cooker {

bool has_no_locks(int error_number) noexcept {
  return error_number == ENOLCK || error_number == EOPNOTSUPP || error_number == ENOSYS;
}

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder, Kind kind, FileCalls& calls) {
  int file = -1;
  do {
    file = calls.open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  } while (file < 0 && errno == EINTR);
  if (file < 0) return write_error(folder, "open the folder", errno);
  FolderLock lock(&calls, file);
  int result = 0;
  do {
    result = calls.flock(file, kind == Kind::shared ? LOCK_SH : LOCK_EX);
  } while (result != 0 && errno == EINTR);
  if (result != 0 && !has_no_locks(errno)) return write_error(folder, "lock the folder", errno);
  return lock;
}

FolderLock::~FolderLock() {
  if (file_ >= 0) calls_->close(file_);
}

int FolderLock::sync() const {
  int result = 0;
  do {
    result = calls_->fsync(file_);
  } while (result != 0 && errno == EINTR);
  // EINVAL: this kind of file system has nothing to sync
  return result == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace lodcook::cooker
