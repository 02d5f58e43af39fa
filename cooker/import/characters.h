#pragma once

#include <string>
#include <string_view>

/// ASCII only: what a byte means must not depend on the locale.
namespace lodcook::cooker {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

constexpr char lower_case(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr bool is_letter(char c) noexcept { return lower_case(c) >= 'a' && lower_case(c) <= 'z'; }

/// -1 for what is no hexadecimal digit.
constexpr int hex_value(char c) noexcept {
  if (is_digit(c)) return c - '0';
  const char low = lower_case(c);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

inline std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower_case(c);
  return out;
}

}  // namespace lodcook::cooker
