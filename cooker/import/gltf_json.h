#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lodcook/result.h>

namespace lodcook::cooker {

enum class JsonKind : std::uint8_t { object, array, string, number, boolean, null };

/// One value of a JSON text. An object is followed by key, value, key, value …; an array by its elements.
struct JsonValue {
  std::uint32_t start = 0;  ///< First byte; of a string, the first after its quote.
  std::uint32_t end = 0;    ///< One after the last; of a string, its closing quote.
  std::uint32_t next = 0;   ///< Number of the value after this one and all inside it.
  std::uint32_t count = 0;  ///< Members or elements.
  JsonKind kind = JsonKind::null;
};

/// A JSON text taken apart, in document order. The text must outlive it.
struct JsonText {
  std::string_view text;
  std::vector<JsonValue> values;

  [[nodiscard]] std::string_view raw(std::uint32_t value) const noexcept {
    return text.substr(values[value].start, values[value].end - values[value].start);
  }

  /// The value of a member of an object, or 0 (the root, which is no member) where it has none of this name. Keys are
  /// compared as spelt.
  [[nodiscard]] std::uint32_t member(std::uint32_t object, std::string_view key) const noexcept;
};

/// Takes a text apart, strictly by RFC 8259 but for a leading byte order mark and trailing NULs. Fails with malformed
/// or truncated and the place as line and column, with over_limit beyond 2^25 values or 512 levels of nesting.
Result<JsonText> parse_json(std::string_view text);

/// The characters that a JSON string (without its quotes) stands for: escapes read, surrogate pairs joined, bytes that
/// are not UTF-8 read as Latin-1. A NUL or half a surrogate pair becomes U+FFFD.
std::string decode_json_string(std::string_view raw);

/// A JSON number; infinite where it is beyond a double.
double json_number(std::string_view raw);

}  // namespace lodcook::cooker
