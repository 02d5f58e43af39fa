#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

#include <lodcook/result.h>

#include "cooker/publish/file_calls.h"

namespace lodcook::cooker {

/// Holds one folder still: flock on the folder itself, so no file of ours lies about. Publishing takes it exclusively
/// for the moment of its renames; who takes it shared sees matching pairs only. Among machines that share a network
/// file system it may protect nothing.
class FolderLock {
 public:
  enum class Kind : std::uint8_t { shared, exclusive };

  /// Waits for the lock. Fails where the folder cannot be opened; a file system that has no locks gives a lock that
  /// protects nothing.
  static Result<FolderLock> take(const std::filesystem::path& folder, Kind kind,
                                 FileCalls& calls = system_file_calls());

  FolderLock(FolderLock&& other) noexcept : calls_(other.calls_), file_(std::exchange(other.file_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

  /// Makes the folder's names durable; 0 or an error number. A file system that cannot is no error.
  int sync() const;

 private:
  FolderLock(FileCalls* calls, int file) noexcept : calls_(calls), file_(file) {}
  FileCalls* calls_;
  int file_;
};

/// Whether an error number of flock says that the file system has no locks.
bool has_no_locks(int error_number) noexcept;

}  // namespace lodcook::cooker
