#include "cooker/publish/temporary_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>

#include "cooker/publish/folder_lock.h"
#include "cooker/publish/write_error.h"

namespace lodcook::cooker {

namespace {

constexpr std::string_view prefix = ".lodcook-";
constexpr std::string_view suffix = ".tmp";
constexpr std::size_t max_write = 1U << 30;  // Linux writes at most 2^31 - 4096 bytes in one call
constexpr int max_attempts = 1000;           // names of a process that had our number and was killed

}  // namespace

std::string temporary_name() {
  static std::atomic<unsigned long> next{0};
  return std::string(prefix) + std::to_string(::getpid()) + "-" + std::to_string(next++) + std::string(suffix);
}

bool is_temporary_name(std::string_view name) noexcept {
  if (name.size() <= prefix.size() + suffix.size()) return false;
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return false;
  name.remove_prefix(prefix.size());
  name.remove_suffix(suffix.size());
  return std::all_of(name.begin(), name.end(), [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
}

void remove_quietly(const char* path, FileCalls& calls) {
  if (calls.unlink(path) != 0 && errno != ENOENT) calls.unlink(path);
}

Result<TemporaryFile> TemporaryFile::write(const std::filesystem::path& folder, std::span<const std::byte> bytes,
                                           FileCalls& calls) {
  auto file = create(folder, calls);
  if (!file) return file;
  if (auto filled = file->fill(bytes); !filled) return filled.error();
  if (auto synced = file->sync(); !synced) return synced.error();
  return file;
}

Result<TemporaryFile> TemporaryFile::create(const std::filesystem::path& folder, FileCalls& calls) {
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const std::filesystem::path path = folder / temporary_name();
    const int file = calls.open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && (errno == EEXIST || errno == EINTR)) continue;
    if (file < 0) return write_error(folder, "create a file in the folder", errno);
    TemporaryFile created(&calls, file, path);
    if (calls.flock(file, LOCK_EX | LOCK_NB) != 0 && !has_no_locks(errno)) {
      // a sweep that runs just now took the new file for a leftover
      if (errno == EWOULDBLOCK || errno == EINTR) continue;
      return write_error(path, "lock", errno);
    }
    const long names = calls.link_count(file);
    if (names < 0) return write_error(path, "examine", errno);
    if (names > 0) return created;
  }
  return write_error(folder, "create a file in the folder", EEXIST);
}

Status TemporaryFile::fill(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = calls_->write(file_, bytes.data(), std::min(bytes.size(), max_write));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return write_error(path_, "write", written == 0 ? EIO : errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return Done{};
}

Status TemporaryFile::sync() {
  int result = 0;
  do {
    result = calls_->fsync(file_);
  } while (result != 0 && errno == EINTR);
  if (result != 0) return write_error(path_, "sync", errno);
  return Done{};
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : calls_(other.calls_), file_(std::exchange(other.file_, -1)), path_(std::exchange(other.path_, {})) {}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) remove_quietly(path_.c_str(), *calls_);
  if (file_ >= 0) calls_->close(file_);
}

}  // namespace lodcook::cooker
