#include "cooker/pack/json_text.h"

#include <array>
#include <charconv>
#include <cstddef>

namespace lodcook::cooker::json {

namespace {

template <class Float>
std::string shortest(Float value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

// Length of the UTF-8 sequence at `at`, 0 if it is none (surrogates and overlong forms included).
std::size_t sequence_length(std::string_view s, std::size_t at) noexcept {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return at + i < s.size() ? static_cast<unsigned char>(s[at + i]) : 0U;
  };
  const std::uint32_t first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  }
  const std::uint32_t second = byte(1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool out_of_range = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return overlong || out_of_range ? 0 : length;
}

void append_control(std::string& out, unsigned char c) {
  constexpr std::string_view hex = "0123456789abcdef";
  out += "\\u00";
  out += hex[c >> 4];
  out += hex[c & 15];
}

}  // namespace

std::string text(std::string_view value) {
  std::string out = "\"";
  for (std::size_t i = 0; i < value.size();) {
    const std::size_t length = sequence_length(value, i);
    const char c = value[i];
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      append_control(out, static_cast<unsigned char>(c));
    } else {
      out += value.substr(i, length);
    }
    i += length == 0 ? 1 : length;
  }
  return out + '"';
}

std::string number(double value) { return shortest(value); }
std::string number(float value) { return shortest(value); }

std::string array(const std::vector<std::string>& values) {
  std::string out = "[";
  for (const std::string& value : values) {
    if (out.size() > 1) out += ',';
    out += value;
  }
  return out + ']';
}

Object& Object::add(std::string_view key, std::string value) {
  if (!members_.empty()) members_ += ',';
  members_ += text(key);
  members_ += ':';
  members_ += value;
  return *this;
}

}  // namespace lodcook::cooker::json
