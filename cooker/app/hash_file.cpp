#include "cooker/app/hash_file.h"

#include <lodcook/byte_source.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "cooker/app/describe_asset.h"
#include "formats/src/hash.h"

namespace lodcook::cooker {

Result<std::string> hash_file(const std::filesystem::path& file) {
  std::error_code failed;
  // a pipe or device could keep the reader for ever
  if (!std::filesystem::is_regular_file(file, failed)) {
    return Error{ErrorCode::cannot_open, "not a regular file", file.string()};
  }
  Result<std::unique_ptr<ByteSource>> source = open_file(file.string());
  if (!source) return std::move(source).error();
  constexpr std::uint64_t block = 1 << 18;
  const std::uint64_t size = (*source)->size();
  std::vector<std::byte> bytes(std::min(block, size));
  Hasher64 hasher;
  for (std::uint64_t at = 0; at < size; at += block) {
    const std::span<std::byte> piece(bytes.data(), std::min(block, size - at));
    const Status read = (*source)->read(at, piece);
    if (!read) return read.error();
    hasher.update(piece);
  }
  return hex_hash(hasher.value());
}

}  // namespace lodcook::cooker
