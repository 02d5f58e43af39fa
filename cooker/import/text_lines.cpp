#include "cooker/import/text_lines.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace lodcook::cooker {
namespace {

void append_utf8(std::uint32_t code, std::string& out) {
  const auto tail = [&](unsigned shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string from_utf16(std::string_view text, bool big_endian) {
  std::string out;
  const auto unit = [&](std::size_t i) {
    const auto a = static_cast<std::uint8_t>(text[i]), b = static_cast<std::uint8_t>(text[i + 1]);
    return static_cast<std::uint32_t>(big_endian ? a << 8 | b : b << 8 | a);
  };
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    std::uint32_t code = unit(i);
    const bool pair = code >= 0xD800 && code < 0xDC00 && i + 3 < text.size();
    if (pair && unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
      i += 2;
    }
    append_utf8(code, out);
  }
  return out;
}

constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

bool is_control(char c) noexcept {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte < 9 || (byte > 13 && byte < 32 && byte != 26);  // 26 ends files of old systems
}

}  // namespace

Result<std::string_view> text_of(std::span<const std::byte> bytes, std::string& buffer) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const bool big_endian = text.starts_with("\xFE\xFF");
  if (big_endian || text.starts_with("\xFF\xFE")) {
    buffer = from_utf16(text.substr(2), big_endian);
    text = buffer;
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto control = std::find_if(text.begin(), text.end(), is_control);
  if (control != text.end())
    return Error{ErrorCode::malformed,
                 "not a text: byte " + std::to_string(static_cast<std::uint8_t>(*control)) + " at offset " +
                     std::to_string(control - text.begin()),
                 {}};
  return text;
}

std::string_view TextLines::next_plain() {
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  const std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end);
  rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, rest_.size()));
  ++number_;
  return line;
}

std::optional<std::string_view> TextLines::next() {
  if (rest_.empty()) return std::nullopt;
  std::string_view line = next_plain();
  if (!line.ends_with('\\')) return line;
  joined_.clear();
  while (line.ends_with('\\')) {
    joined_ += line.substr(0, line.size() - 1);
    line = {};
    if (rest_.empty()) break;
    joined_ += ' ';
    line = next_plain();
  }
  joined_ += line;
  return joined_;
}

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view take_word(std::string_view& text) noexcept {
  std::size_t start = 0;
  while (start < text.size() && is_blank(text[start])) ++start;
  std::size_t end = start;
  while (end < text.size() && !is_blank(text[end])) ++end;
  const std::string_view word = text.substr(start, end - start);
  text.remove_prefix(end);
  return word;
}

std::optional<double> to_number(std::string_view word) noexcept {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, failure] = std::from_chars(word.data(), end, value);
  if (stop != end || word.empty()) return std::nullopt;
  if (failure == std::errc::result_out_of_range) {
    const bool tiny = word.find("e-") != word.npos || word.find("E-") != word.npos;
    return tiny ? 0 : std::numeric_limits<double>::infinity();
  }
  return failure == std::errc{} ? std::optional<double>(value) : std::nullopt;
}

}  // namespace lodcook::cooker
