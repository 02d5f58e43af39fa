#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lodcook/result.h"

namespace lodcook {

/// Where a container's bytes come from. Derive from it to read from an archive or a network. `read` and `size` must be
/// callable from several threads at once.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Number of bytes that can be read.
  [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;

  /// Fills all of `out` from `offset` or fails; never a short read.
  virtual Status read(std::uint64_t offset, std::span<std::byte> out) const = 0;

  /// The same bytes without a copy where the source has them in memory (valid as long as the source), else empty.
  [[nodiscard]] virtual std::span<const std::byte> view([[maybe_unused]] std::uint64_t offset,
                                                        [[maybe_unused]] std::uint64_t size) const noexcept {
    // In the header, so that code with RTTI can derive from a class of a library without.
    return {};
  }
};

/// Reads with pread; the file is open as long as the source lives.
Result<std::unique_ptr<ByteSource>> open_file(const std::string& path);

/// Maps the file read-only. The file must not change meanwhile: one that shrinks ends the process, as with any map.
Result<std::unique_ptr<ByteSource>> map_file(const std::string& path);

/// Bytes the caller keeps alive.
std::unique_ptr<ByteSource> borrow_memory(std::span<const std::byte> bytes);

/// Bytes the source owns.
std::unique_ptr<ByteSource> own_memory(std::vector<std::byte> bytes);

}  // namespace lodcook
