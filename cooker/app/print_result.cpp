#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cooker/app/commands.h"

namespace lodcook::cooker {

Status print_result(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) return Error{ErrorCode::cannot_write, std::strerror(errno), "standard output"};
  return Done{};
}

}  // namespace lodcook::cooker
