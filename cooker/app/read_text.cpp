#include "cooker/app/read_text.h"

#include <lodcook/byte_source.h>

#include <system_error>

namespace lodcook::cooker {

Result<std::string> read_text(const std::filesystem::path& file) {
  constexpr std::uint64_t most_bytes = 1ULL << 30;
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::status(file, failed);
  if (!std::filesystem::exists(status)) return Error{ErrorCode::not_found, "no such file", file.string()};
  if (!std::filesystem::is_regular_file(status)) {
    return Error{ErrorCode::cannot_open, "not a regular file", file.string()};
  }
  const Result<std::unique_ptr<ByteSource>> source = open_file(file.string());
  if (!source) return source.error();
  if ((*source)->size() > most_bytes) {
    return Error{ErrorCode::over_file_size_limit, "larger than 1 GiB", file.string()};
  }
  std::string text((*source)->size(), '\0');
  const Status read = (*source)->read(0, std::as_writable_bytes(std::span(text)));
  if (!read) return read.error();
  return text;
}

}  // namespace lodcook::cooker
