#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lodcook/result.h>

namespace lodcook::manifest {

/// A JSON value with the line it starts on. Members of an object keep their order; a key occurs once.
struct JsonValue {
  enum class Kind : std::uint8_t { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  bool boolean = false;
  bool is_integer = false;   ///< A number written without fraction and exponent that fits 64 bits: `integer` is exact.
  bool is_negative = false;  ///< `integer` is the magnitude of a negative number.
  std::uint64_t integer = 0;
  double number = 0;                ///< Finite.
  std::string string;               ///< UTF-8.
  std::vector<std::string> keys;    ///< Of an object, one for each element.
  std::vector<JsonValue> elements;  ///< Of an array or object.
  std::uint32_t line = 0;           ///< Counted from 1.

  /// The member of an object, or null.
  [[nodiscard]] const JsonValue* find(std::string_view key) const noexcept;
};

struct JsonLimits {
  std::size_t max_bytes = 256U << 20;  // a million tiles of about 250 bytes
  std::size_t max_values = 4U << 20;   // at about 130 bytes each; a tile's record has about 25
  std::size_t max_depth = 32;          // what we write nests 8 deep
  bool comments = false;               // `//` and `/* */`
};

/// Parses one document. Fails with over_file_size_limit, over_limit or over_depth_limit above the limits, with
/// malformed (and the line as its place) for broken syntax, invalid UTF-8, a repeated key or a number beyond a double.
Result<JsonValue> parse_json(std::string_view text, const JsonLimits& limits = {});

/// "a boolean", "a number" and so on.
const char* kind_name(JsonValue::Kind kind) noexcept;

}  // namespace lodcook::manifest
