#pragma once

namespace lodcook::cooker {

/// A letter of A to Z in lower case, every other byte as it is, whatever the locale.
constexpr char ascii_lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// A letter of a to z in either case or a digit, whatever the locale.
constexpr bool is_ascii_alphanumeric(char c) noexcept {
  const char lower = ascii_lower(c);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
}

}  // namespace lodcook::cooker
