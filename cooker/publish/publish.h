#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include <lodcook/result.h>

#include "cooker/publish/file_calls.h"

/// Whole files or none. A file is written under a temporary name in its own folder, synced, renamed into place, and the
/// folder is synced. Whatever fails, the old output stays as it was and no temporary file remains; the error is
/// cannot_write with the path and the system's reason. Folders that are missing are made.
namespace lodcook::cooker {

/// A container and its manifest, in one folder.
struct PairPaths {
  std::filesystem::path container, manifest;
};

Status publish_file(const std::filesystem::path& file, std::span<const std::byte> bytes,
                    FileCalls& calls = system_file_calls());
Status publish_file(const std::filesystem::path& file, std::string_view text, FileCalls& calls = system_file_calls());

/// Publishes both or neither: both are written and synced first, then renamed back to back, the container first, under
/// an exclusive lock of the folder, by a short-lived child process in a process group of its own, so that ending this
/// process at any moment leaves the old pair or the new one. Cooks that publish the same pair at once leave one cook's
/// pair, never one file of each. A program that waits for any child (waitpid(-1)) must ignore ids it does not know.
Status publish_pair(const PairPaths& paths, std::span<const std::byte> container, std::string_view manifest,
                    FileCalls& calls = system_file_calls());

/// Makes a folder and the missing ones above it. Fails with cannot_write where a file is in the way.
Status create_folder(const std::filesystem::path& folder, FileCalls& calls = system_file_calls());

}  // namespace lodcook::cooker
