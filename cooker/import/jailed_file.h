#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// The content of a file, owned.
struct FileBytes {
  std::unique_ptr<std::byte[]> memory;
  std::size_t size = 0;

  [[nodiscard]] std::span<const std::byte> span() const noexcept { return {memory.get(), size}; }
};

/// An open descriptor of a regular file, closed at the end of its life.
class JailedFile {
 public:
  /// Opens a file named by the user, links followed. Fails with not_found, cannot_open, or forbidden_path where it is
  /// not a regular file.
  static Result<JailedFile> open_named(const std::filesystem::path& file);

  /// Opens `relative` below the folder `root`, no link followed at any step: both must be canonical. Fails with
  /// cannot_open, or forbidden_path where it is not a regular file.
  static Result<JailedFile> open_below(const std::filesystem::path& root, const std::filesystem::path& relative);

  JailedFile(JailedFile&& other) noexcept;
  JailedFile& operator=(JailedFile&& other) noexcept;
  JailedFile(const JailedFile&) = delete;
  JailedFile& operator=(const JailedFile&) = delete;
  ~JailedFile();

  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  /// The first bytes, at most size(), in one allocation. Fails with cannot_read, also where the file has become shorter
  /// since it was opened, and with out_of_memory.
  [[nodiscard]] Result<FileBytes> read_first(std::uint64_t bytes) const;
  [[nodiscard]] Result<FileBytes> read_all() const { return read_first(size_); }

 private:
  JailedFile(int descriptor, std::uint64_t size) noexcept : descriptor_(descriptor), size_(size) {}
  static Result<JailedFile> adopt(int descriptor);

  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace lodcook::cooker
