#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>

#include <lodcook/result.h>

#include "cooker/publish/file_calls.h"
#include "cooker/publish/folder_lock.h"

namespace lodcook::cooker {

/// What becomes of a folder that has the name already.
enum class OldFolder : std::uint8_t {
  keep,    ///< Unless it is empty: publishing fails.
  replace  ///< It goes, with everything in it.
};

/// A folder of files that appears whole or not at all. It is filled under a temporary name beside its place, every file
/// synced, and renamed; an old folder is exchanged for it in one step where the file system can. Whatever fails, the
/// old folder stays, and the draft goes with its owner. Errors are cannot_write with the path and the system's reason.
class FolderDraft {
 public:
  /// Makes the folders above that are missing, removes drafts beside it whose process was killed, and begins one.
  /// `folder` may be a link to a folder: that one is meant.
  static Result<FolderDraft> begin(const std::filesystem::path& folder, FileCalls& calls = system_file_calls());

  FolderDraft(FolderDraft&& other) noexcept;
  FolderDraft& operator=(FolderDraft&&) = delete;
  ~FolderDraft();

  /// `name` is relative, of one file or of one in one sub-folder ("tiles/1.glb"), and new.
  Status add(const std::string& name, std::span<const std::byte> bytes);

  /// Puts the folder into its place. Call once, last.
  Status publish(OldFolder old);

 private:
  FolderDraft(FileCalls& calls, std::filesystem::path target, std::filesystem::path path, FolderLock lock)
      : calls_(&calls), target_(std::move(target)), path_(std::move(path)), lock_(std::move(lock)) {}
  Status sync_all();
  int rename(const std::filesystem::path& from, const std::filesystem::path& to);
  [[nodiscard]] int move_into_place(OldFolder old);
  void move_back();

  FileCalls* calls_;
  std::filesystem::path target_, path_, old_;  ///< `path_` goes with its owner.
  std::optional<FolderLock> lock_;             ///< So that a sweep knows it from a leftover.
  std::set<std::filesystem::path> folders_;
};

}  // namespace lodcook::cooker
