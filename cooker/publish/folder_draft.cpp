#include "cooker/publish/folder_draft.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "cooker/publish/publish.h"
#include "cooker/publish/temporary_file.h"
#include "cooker/publish/write_error.h"

namespace lodcook::cooker {

namespace {

namespace fs = std::filesystem;

constexpr int max_attempts = 1000;  // names of a process that had our number and was killed

fs::path parent_of(const fs::path& folder) { return folder.has_parent_path() ? folder.parent_path() : fs::path("."); }

/// Without a slash at the end, which would hide the name, and without a link in the last place, which a rename would
/// replace.
fs::path place_of(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  if (!error) return real;
  return folder.has_filename() ? folder : folder.parent_path();
}

void remove_leftover(const fs::path& folder) {
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (opened < 0) return;
  std::error_code ignored;
  if (::flock(opened, LOCK_EX | LOCK_NB) == 0) fs::remove_all(folder, ignored);
  ::close(opened);
}

void sweep_drafts(const fs::path& parent) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(parent, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    std::error_code gone;
    const bool folder = entry->symlink_status(gone).type() == fs::file_type::directory;
    if (folder && is_temporary_name(entry->path().filename().string())) found.push_back(entry->path());
  }
  for (const fs::path& folder : found) remove_leftover(folder);
}

template <class Call>
int again(Call call) {
  int result = 0;
  do {
    result = call();
  } while (result != 0 && errno == EINTR);
  return result == 0 ? 0 : errno;
}

bool has_no_exchange(int error_number) { return error_number == EINVAL || error_number == ENOSYS; }

}  // namespace

Result<FolderDraft> FolderDraft::begin(const fs::path& folder, FileCalls& calls) {
  const fs::path target = place_of(folder), parent = parent_of(target);
  if (Status made = create_folder(parent, calls); !made) return std::move(made).error();
  sweep_drafts(parent);
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    const fs::path path = parent / temporary_name();
    const int error = again([&] { return calls.mkdir(path.c_str(), 0777); });
    if (error == EEXIST) continue;
    if (error != 0) return write_error(target, "make a folder beside it", error);
    Result<FolderLock> lock = FolderLock::take(path, FolderLock::Kind::exclusive, calls);
    std::error_code gone;
    if (lock && fs::exists(path, gone)) return FolderDraft(calls, target, path, std::move(*lock));
    fs::remove(path, gone);
    // a sweep that runs just now took it for a leftover
    if (!lock && attempt + 1 == max_attempts) return std::move(lock).error();
  }
  return write_error(target, "make a folder beside it", EEXIST);
}

FolderDraft::FolderDraft(FolderDraft&& other) noexcept
    : calls_(other.calls_),
      target_(std::move(other.target_)),
      path_(std::exchange(other.path_, {})),
      old_(std::move(other.old_)),
      lock_(std::move(other.lock_)),
      folders_(std::move(other.folders_)) {}

FolderDraft::~FolderDraft() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Status FolderDraft::add(const std::string& name, std::span<const std::byte> bytes) {
  const fs::path file = path_ / name, folder = file.parent_path();
  if (folder != path_ && folders_.insert(folder).second) {
    const int error = again([&] { return calls_->mkdir(folder.c_str(), 0777); });
    if (error != 0) return write_error(target_, "make a folder in it", error);
  }
  Result<TemporaryFile> written = TemporaryFile::write(folder, bytes, *calls_);
  if (!written) {
    Error error = std::move(written).error();
    error.place = (target_ / name).string();
    return error;
  }
  const int error = again([&] { return calls_->rename(written->path().c_str(), file.c_str()); });
  if (error != 0) return write_error(target_ / name, "name the file", error);
  written->release();
  return Done{};
}

Status FolderDraft::sync_all() {
  for (const fs::path& folder : folders_) {
    Result<FolderLock> lock = FolderLock::take(folder, FolderLock::Kind::shared, *calls_);
    if (!lock) return std::move(lock).error();
    if (const int error = lock->sync()) return write_error(target_, "sync the folder", error);
  }
  if (const int error = lock_->sync()) return write_error(target_, "sync the folder", error);
  return Done{};
}

int FolderDraft::rename(const fs::path& from, const fs::path& to) {
  return again([&] { return calls_->rename(from.c_str(), to.c_str()); });
}

/// An error number. Afterwards old_ is where the old folder is, if there was one.
int FolderDraft::move_into_place(OldFolder old) {
  if (old == OldFolder::keep) return rename(path_, target_);
  const int error = again([&] { return calls_->exchange(path_.c_str(), target_.c_str()); });
  if (error == 0) old_ = path_;
  if (error == ENOENT) return rename(path_, target_);
  if (!has_no_exchange(error)) return error;
  const fs::path aside = parent_of(target_) / temporary_name();
  // locked, so that no sweep takes it for a leftover
  const Result<FolderLock> held = FolderLock::take(target_, FolderLock::Kind::exclusive, *calls_);
  if (!held) return EIO;
  if (const int failed = rename(target_, aside)) return failed;
  if (const int failed = rename(path_, target_)) {
    rename(aside, target_);
    return failed;
  }
  old_ = aside;
  return 0;
}

void FolderDraft::move_back() {
  if (old_ == path_) {
    if (again([&] { return calls_->exchange(path_.c_str(), target_.c_str()); }) == 0) old_.clear();
  } else if (rename(target_, path_) == 0 && !old_.empty() && rename(old_, target_) == 0) {
    old_.clear();
  }
}

Status FolderDraft::publish(OldFolder old) {
  if (Status synced = sync_all(); !synced) return synced;
  const fs::path parent = parent_of(target_);
  Result<FolderLock> lock = FolderLock::take(parent, FolderLock::Kind::exclusive, *calls_);
  if (!lock) return std::move(lock).error();
  if (const int error = move_into_place(old)) return write_error(target_, "put the new folder into place", error);
  if (const int error = lock->sync()) {
    move_back();
    return write_error(parent, "sync the folder", error);
  }
  path_ = std::exchange(old_, {});
  return Done{};
}

}  // namespace lodcook::cooker
