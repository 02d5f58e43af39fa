#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <lodcook/result.h>

#include "cooker/publish/file_calls.h"

namespace lodcook::cooker {

/// ".lodcook-<process>-<number>.tmp": a name of this process for a file that is not whole yet.
std::string temporary_name();

/// Whether a file name is of that kind.
bool is_temporary_name(std::string_view name) noexcept;

/// Removes a file; tries again once, for cleaning up after a failure that passes. A missing file is fine.
void remove_quietly(const char* path, FileCalls& calls);

/// A file under a temporary name, locked as long as it is open, so that a sweep knows it from a leftover. Removed when
/// it goes out of scope, unless it has been renamed away.
class TemporaryFile {
 public:
  /// Creates, fills and syncs a file in `folder`.
  static Result<TemporaryFile> write(const std::filesystem::path& folder, std::span<const std::byte> bytes,
                                     FileCalls& calls);

  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

  /// It has been renamed: there is nothing to remove.
  void release() noexcept { path_.clear(); }

 private:
  TemporaryFile(FileCalls* calls, int file, std::filesystem::path path) noexcept
      : calls_(calls), file_(file), path_(std::move(path)) {}
  static Result<TemporaryFile> create(const std::filesystem::path& folder, FileCalls& calls);
  Status fill(std::span<const std::byte> bytes);
  Status sync();

  FileCalls* calls_;
  int file_;
  std::filesystem::path path_;
};

}  // namespace lodcook::cooker
