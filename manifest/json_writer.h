#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/json_value.h"

namespace lodcook::manifest {

/// Writes one JSON document with members in the order of the calls. Numbers are the shortest that read back the same
/// (as a float where a float is given). Text that is not UTF-8 has its bad bytes replaced by U+FFFD. JSON has no number
/// for infinity and NaN; they become the largest double and 0.
class JsonWriter {
 public:
  /// How an object or array is laid out: one member a line, or all in a row.
  enum class Layout : std::uint8_t { lines, row };

  void begin_object(Layout layout = Layout::lines) { open('{', layout); }
  void begin_object(std::string_view key, Layout layout = Layout::lines);
  void begin_array(std::string_view key, Layout layout = Layout::lines);
  void end();

  void member(std::string_view key, std::string_view value);
  void member(std::string_view key, const char* value) { member(key, std::string_view(value)); }
  void member(std::string_view key, bool value);
  void member(std::string_view key, double value);
  void member(std::string_view key, float value);
  void member(std::string_view key, std::uint64_t value);
  void member(std::string_view key, std::uint32_t value) { member(key, std::uint64_t{value}); }
  void member(std::string_view key, const JsonValue& value);

  void element(double value);
  void element(float value);

  /// The text, a newline at its end. All objects must have ended.
  std::string finish();

 private:
  struct Level {
    char close;
    Layout layout;
    bool empty;
  };
  void open(char bracket, Layout layout);
  void next();
  void begin_member(std::string_view key);
  void new_line();

  std::string text_;
  std::vector<Level> levels_;
};

/// A value on one line without spaces, members in their order.
std::string compact_json(const JsonValue& value);

}  // namespace lodcook::manifest
