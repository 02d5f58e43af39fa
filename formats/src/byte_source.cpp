#include "lodcook/byte_source.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "formats/src/range_fits.h"

namespace lodcook {
namespace {

// One pread moves at most 0x7ffff000 bytes on Linux; smaller steps are as fast.
constexpr std::size_t largest_pread = std::size_t{1} << 30;

Error outside(std::uint64_t offset, std::uint64_t wanted) {
  return {ErrorCode::truncated,
          "the bytes " + std::to_string(offset) + " + " + std::to_string(wanted) + " lie outside the source", ""};
}

Error system_error(ErrorCode code, const char* what, int number, const std::string& place) {
  return {code, std::string(what) + ": " + std::strerror(number), place};
}

/// A file descriptor that is closed when it goes.
class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

struct OpenFile {
  Descriptor descriptor;
  std::uint64_t size;
};

Result<OpenFile> open_regular_file(const std::string& path) {
  int number = -1;
  // Without O_NONBLOCK the open of a named pipe waits for a writer.
  do number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  while (number < 0 && errno == EINTR);
  if (number < 0) {
    const int reason = errno;
    return system_error(reason == ENOENT ? ErrorCode::not_found : ErrorCode::cannot_open, "cannot open", reason, path);
  }
  Descriptor descriptor(number);
  struct stat facts = {};
  if (::fstat(number, &facts) != 0) return system_error(ErrorCode::cannot_read, "cannot stat", errno, path);
  if (!S_ISREG(facts.st_mode)) return Error{ErrorCode::cannot_open, "not a regular file", path};
  return OpenFile{std::move(descriptor), static_cast<std::uint64_t>(facts.st_size)};
}

class FileSource final : public ByteSource {
 public:
  FileSource(OpenFile file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

  [[nodiscard]] std::uint64_t size() const noexcept override { return file_.size; }

  Status read(std::uint64_t offset, std::span<std::byte> out) const override {
    if (!range_fits(offset, out.size(), file_.size)) return outside(offset, out.size());
    while (!out.empty()) {
      const ssize_t got = ::pread(file_.descriptor.number(), out.data(), std::min(out.size(), largest_pread),
                                  static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return system_error(ErrorCode::cannot_read, "cannot read", errno, path_);
      if (got == 0) return Error{ErrorCode::truncated, "the file has become shorter while it was read", path_};
      out = out.subspan(static_cast<std::size_t>(got));
      offset += static_cast<std::uint64_t>(got);
    }
    return Done{};
  }

 private:
  OpenFile file_;
  std::string path_;
};

Status copy_from(std::span<const std::byte> bytes, std::uint64_t offset, std::span<std::byte> out) {
  if (!range_fits(offset, out.size(), bytes.size())) return outside(offset, out.size());
  if (!out.empty()) std::memcpy(out.data(), bytes.data() + offset, out.size());
  return Done{};
}

std::span<const std::byte> part_of(std::span<const std::byte> bytes, std::uint64_t offset,
                                   std::uint64_t size) noexcept {
  if (!range_fits(offset, size, bytes.size())) return {};
  return bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

class BorrowedSource final : public ByteSource {
 public:
  explicit BorrowedSource(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}
  [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
  Status read(std::uint64_t offset, std::span<std::byte> out) const override { return copy_from(bytes_, offset, out); }
  [[nodiscard]] std::span<const std::byte> view(std::uint64_t offset, std::uint64_t size) const noexcept override {
    return part_of(bytes_, offset, size);
  }

 private:
  std::span<const std::byte> bytes_;
};

class OwnedSource final : public ByteSource {
 public:
  explicit OwnedSource(std::vector<std::byte> bytes) noexcept : bytes_(std::move(bytes)) {}
  [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
  Status read(std::uint64_t offset, std::span<std::byte> out) const override { return copy_from(bytes_, offset, out); }
  [[nodiscard]] std::span<const std::byte> view(std::uint64_t offset, std::uint64_t size) const noexcept override {
    return part_of(bytes_, offset, size);
  }

 private:
  std::vector<std::byte> bytes_;
};

class MappedSource final : public ByteSource {
 public:
  MappedSource(void* address, std::size_t size) noexcept
      : address_(address), bytes_(static_cast<const std::byte*>(address), size) {}
  MappedSource(const MappedSource&) = delete;
  MappedSource& operator=(const MappedSource&) = delete;
  ~MappedSource() override { ::munmap(address_, bytes_.size()); }
  [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }
  Status read(std::uint64_t offset, std::span<std::byte> out) const override { return copy_from(bytes_, offset, out); }
  [[nodiscard]] std::span<const std::byte> view(std::uint64_t offset, std::uint64_t size) const noexcept override {
    return part_of(bytes_, offset, size);
  }

 private:
  void* address_;
  std::span<const std::byte> bytes_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::string& path) {
  Result<OpenFile> file = open_regular_file(path);
  if (!file) return std::move(file).error();
  return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(std::move(*file), path));
}

Result<std::unique_ptr<ByteSource>> map_file(const std::string& path) {
  Result<OpenFile> file = open_regular_file(path);
  if (!file) return std::move(file).error();
  // An empty range cannot be mapped.
  if (file->size == 0) return own_memory({});
  const std::size_t size = static_cast<std::size_t>(file->size);
  void* const address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file->descriptor.number(), 0);
  if (address == MAP_FAILED) return system_error(ErrorCode::cannot_read, "cannot map", errno, path);
  return std::unique_ptr<ByteSource>(std::make_unique<MappedSource>(address, size));
}

std::unique_ptr<ByteSource> borrow_memory(std::span<const std::byte> bytes) {
  return std::make_unique<BorrowedSource>(bytes);
}

std::unique_ptr<ByteSource> own_memory(std::vector<std::byte> bytes) {
  return std::make_unique<OwnedSource>(std::move(bytes));
}

}  // namespace lodcook
