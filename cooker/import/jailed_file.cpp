#include "cooker/import/jailed_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

namespace lodcook::cooker {
namespace {

// O_NONBLOCK: opening a FIFO must not wait for a writer
constexpr int file_flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

Error system_error(ErrorCode code, const char* what, int number) {
  return {code, std::string(what) + ": " + std::generic_category().message(number), {}};
}

}  // namespace

JailedFile::JailedFile(JailedFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), size_(other.size_) {}

JailedFile& JailedFile::operator=(JailedFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

JailedFile::~JailedFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<JailedFile> JailedFile::adopt(int descriptor) {
  JailedFile file(descriptor, 0);
  struct stat status = {};
  if (::fstat(descriptor, &status) != 0) return system_error(ErrorCode::cannot_open, "cannot be examined", errno);
  if (!S_ISREG(status.st_mode)) return Error{ErrorCode::forbidden_path, "is not a regular file", {}};
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  return file;
}

Result<JailedFile> JailedFile::open_named(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), file_flags);
  if (descriptor >= 0) return adopt(descriptor);
  const int number = errno;
  if (number == ENOENT || number == ENOTDIR) return Error{ErrorCode::not_found, "is not there", {}};
  if (number == ENXIO) return Error{ErrorCode::forbidden_path, "is not a regular file", {}};
  return system_error(ErrorCode::cannot_open, "cannot be opened", number);
}

Result<JailedFile> JailedFile::open_below(const std::filesystem::path& root, const std::filesystem::path& relative) {
  int folder = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return system_error(ErrorCode::cannot_open, "its folder cannot be opened", errno);
  for (auto part = relative.begin(); part != relative.end(); ++part) {
    const bool last = std::next(part) == relative.end();
    const int flags = (last ? file_flags : O_RDONLY | O_DIRECTORY | O_CLOEXEC) | O_NOFOLLOW;
    const int next = ::openat(folder, part->c_str(), flags);
    const int number = errno;
    ::close(folder);
    if (next < 0 && number == ENXIO) return Error{ErrorCode::forbidden_path, "is not a regular file", {}};
    if (next < 0) return system_error(ErrorCode::cannot_open, "cannot be opened", number);
    folder = next;
  }
  return adopt(folder);
}

Result<FileBytes> JailedFile::read_first(std::uint64_t bytes) const {
  FileBytes out;
  out.size = std::min(bytes, size_);
  out.memory.reset(new (std::nothrow) std::byte[out.size]);
  if (!out.memory) return Error{ErrorCode::out_of_memory, "no memory for its content", {}};
  constexpr std::size_t most_at_once = 1U << 30;  // systems read at most about 2^31 bytes in one call
  for (std::size_t done = 0; done < out.size;) {
    const ::ssize_t got = ::pread(descriptor_, out.memory.get() + done, std::min(out.size - done, most_at_once),
                                  static_cast<::off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_error(ErrorCode::cannot_read, "cannot be read", errno);
    if (got == 0) return Error{ErrorCode::cannot_read, "became shorter while it was read", {}};
    done += static_cast<std::size_t>(got);
  }
  return out;
}

}  // namespace lodcook::cooker
