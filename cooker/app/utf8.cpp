#include "cooker/app/utf8.h"

#include <cstdint>

#include "manifest/utf8.h"

namespace lodcook::cooker {
bool is_utf8(std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const std::size_t length = manifest::utf8_length(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

std::string escape_non_utf8(std::string_view bytes) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  while (!bytes.empty()) {
    const std::size_t length = manifest::utf8_length(bytes);
    if (length == 0) {
      const auto value = static_cast<std::uint8_t>(bytes[0]);
      out += {'\\', 'x', digits[value >> 4], digits[value & 15]};
    } else {
      out.append(bytes.substr(0, length));
    }
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace lodcook::cooker
