#include "cooker/publish/publish.h"

#include "cooker/publish/commit.h"
#include "cooker/publish/folder_lock.h"
#include "cooker/publish/temporary_file.h"

namespace lodcook::cooker {

namespace {

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
}

/// The user knows the output's name, not the temporary one.
Error about(Error error, const std::filesystem::path& file) {
  error.place = file.string();
  return error;
}

Status check_pair(const PairPaths& paths) {
  if (folder_of(paths.container) == folder_of(paths.manifest) && paths.container != paths.manifest) return Done{};
  return Error{ErrorCode::invalid_argument, "a container and its manifest are two files of one folder",
               paths.manifest.string()};
}

}  // namespace

Status publish_file(const std::filesystem::path& file, std::span<const std::byte> bytes, FileCalls& calls) {
  const std::filesystem::path folder = folder_of(file);
  if (auto made = create_folder(folder, calls); !made) return made;
  auto temporary = TemporaryFile::write(folder, bytes, calls);
  if (!temporary) return about(std::move(temporary).error(), file);
  auto lock = FolderLock::take(folder, FolderLock::Kind::exclusive, calls);
  if (!lock) return std::move(lock).error();
  auto done = commit({{file, temporary->path()}}, folder, *lock, Shield::none, calls);
  if (done) temporary->release();
  return done;
}

Status publish_file(const std::filesystem::path& file, std::string_view text, FileCalls& calls) {
  return publish_file(file, std::as_bytes(std::span(text)), calls);
}

Status publish_pair(const PairPaths& paths, std::span<const std::byte> container, std::string_view manifest,
                    FileCalls& calls) {
  if (auto checked = check_pair(paths); !checked) return checked;
  const std::filesystem::path folder = folder_of(paths.container);
  if (auto made = create_folder(folder, calls); !made) return made;
  auto new_container = TemporaryFile::write(folder, container, calls);
  if (!new_container) return about(std::move(new_container).error(), paths.container);
  auto new_manifest = TemporaryFile::write(folder, std::as_bytes(std::span(manifest)), calls);
  if (!new_manifest) return about(std::move(new_manifest).error(), paths.manifest);
  auto lock = FolderLock::take(folder, FolderLock::Kind::exclusive, calls);
  if (!lock) return std::move(lock).error();
  auto done = commit({{paths.container, new_container->path()}, {paths.manifest, new_manifest->path()}}, folder, *lock,
                     Shield::child, calls);
  if (done) {
    new_container->release();
    new_manifest->release();
  }
  return done;
}

}  // namespace lodcook::cooker
