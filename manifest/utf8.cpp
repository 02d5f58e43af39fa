#include "manifest/utf8.h"

namespace lodcook::manifest {

namespace {

bool is_between(unsigned char byte, unsigned low, unsigned high) { return byte >= low && byte <= high; }

bool continues(std::string_view text, std::size_t count) {
  for (std::size_t i = 2; i < count; ++i) {
    if (!is_between(static_cast<unsigned char>(text[i]), 0x80, 0xBF)) return false;
  }
  return true;
}

}  // namespace

std::size_t utf8_length(std::string_view text) noexcept {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  if (!is_between(first, 0xC2, 0xF4)) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (!is_between(static_cast<unsigned char>(text[1]), low, high)) return 0;
  return continues(text, length) ? length : 0;
}

}  // namespace lodcook::manifest
