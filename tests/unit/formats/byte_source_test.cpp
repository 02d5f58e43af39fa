#include "lodcook/byte_source.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <functional>

using namespace lodcook;

namespace {

/// A file in the temporary folder that goes with its scope.
class ScratchFile {
 public:
  explicit ScratchFile(const std::vector<std::byte>& bytes)
      : path_(std::filesystem::temp_directory_path() / ("lodcook_byte_source_" + std::to_string(::getpid()))) {
    std::FILE* const file = std::fopen(path_.c_str(), "wb");
    REQUIRE(file != nullptr);
    REQUIRE(std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size());
    REQUIRE(std::fclose(file) == 0);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::vector<std::byte> counting_bytes(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i % 251);
  return bytes;
}

void check_reads(const ByteSource& source, const std::vector<std::byte>& bytes) {
  REQUIRE(source.size() == bytes.size());
  for (const std::size_t offset : {std::size_t{0}, std::size_t{1}, bytes.size() / 2, bytes.size()}) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, bytes.size() - offset}) {
      if (offset + size > bytes.size()) continue;
      std::vector<std::byte> out(size, std::byte{0xEE});
      CHECK(source.read(offset, out).ok());
      CHECK(std::equal(out.begin(), out.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset)));
    }
  }
  std::vector<std::byte> out(2);
  CHECK(source.read(bytes.size() - 1, out).error().code == ErrorCode::truncated);
  CHECK(source.read(~std::uint64_t{0}, out).error().code == ErrorCode::truncated);
  CHECK(source.view(bytes.size(), 1).empty());
}

}  // namespace

TEST_CASE("every source reads the bytes it stands for and nothing beyond") {
  const std::vector<std::byte> bytes = counting_bytes(10'000);
  const ScratchFile file(bytes);
  check_reads(**open_file(file.path()), bytes);
  check_reads(**map_file(file.path()), bytes);
  check_reads(*borrow_memory(bytes), bytes);
  check_reads(*own_memory(bytes), bytes);
}

TEST_CASE("sources in memory show their bytes, files do not") {
  const std::vector<std::byte> bytes = counting_bytes(100);
  const ScratchFile file(bytes);
  CHECK(borrow_memory(bytes)->view(10, 20).data() == bytes.data() + 10);
  CHECK((*map_file(file.path()))->view(10, 20).size() == 20);
  CHECK((*open_file(file.path()))->view(10, 20).empty());
}

TEST_CASE("what is no regular file cannot be opened") {
  CHECK(open_file("no/such/file").error().code == ErrorCode::not_found);
  CHECK(map_file("no/such/file").error().code == ErrorCode::not_found);
  CHECK(open_file("/").error().code == ErrorCode::cannot_open);
  CHECK(open_file("/dev/null").error().code == ErrorCode::cannot_open);
}

TEST_CASE("an empty file can be mapped and has nothing to read") {
  const ScratchFile file({});
  const Result<std::unique_ptr<ByteSource>> source = map_file(file.path());
  REQUIRE(source.ok());
  CHECK((*source)->size() == 0);
  std::vector<std::byte> out(1);
  CHECK((*source)->read(0, out).error().code == ErrorCode::truncated);
}

TEST_CASE("a file that has become shorter is an error, not a short read") {
  const ScratchFile file(counting_bytes(5000));
  const Result<std::unique_ptr<ByteSource>> source = open_file(file.path());
  REQUIRE(source.ok());
  std::filesystem::resize_file(file.path(), 100);
  std::vector<std::byte> out(200);
  CHECK((*source)->read(0, out).error().code == ErrorCode::truncated);
}
