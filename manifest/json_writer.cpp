#include "manifest/json_writer.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>

#include "manifest/utf8.h"

namespace lodcook::manifest {

namespace {

template <class Number>
void append_number(std::string& text, Number value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  text.append(digits.data(), end);
}

template <class Real>
void append_real(std::string& text, Real value) {
  if (std::isnan(value)) value = 0;
  if (std::isinf(value)) value = std::copysign(std::numeric_limits<Real>::max(), value);
  append_number(text, value == 0 ? Real{0} : value);  // "-0" would read back as the integer 0
}

void append_control(std::string& text, unsigned char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  text += "\\u00";
  text += digits[c >> 4U];
  text += digits[c & 15U];
}

void append_ascii(std::string& text, char c) {
  switch (c) {
    case '"': text += "\\\""; return;
    case '\\': text += "\\\\"; return;
    case '\n': text += "\\n"; return;
    case '\r': text += "\\r"; return;
    case '\t': text += "\\t"; return;
    default: break;
  }
  if (static_cast<unsigned char>(c) < 0x20) {
    append_control(text, static_cast<unsigned char>(c));
  } else {
    text += c;
  }
}

void append_string(std::string& text, std::string_view value) {
  text += '"';
  while (!value.empty()) {
    const std::size_t length = utf8_length(value);
    if (length == 0) {
      text += "\xEF\xBF\xBD";
    } else if (length == 1) {
      append_ascii(text, value[0]);
    } else {
      text += value.substr(0, length);
    }
    value.remove_prefix(length == 0 ? 1 : length);
  }
  text += '"';
}

void append_scalar(std::string& text, const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::boolean: text += value.boolean ? "true" : "false"; return;
    case JsonValue::Kind::string: append_string(text, value.string); return;
    case JsonValue::Kind::number:
      if (!value.is_integer) return append_real(text, value.number);
      if (value.is_negative) text += '-';
      return append_number(text, value.integer);
    default: text += "null"; return;
  }
}

/// `space`: after every ',' and ':'.
void append_value(std::string& text, const JsonValue& value, std::string_view space) {
  const bool object = value.kind == JsonValue::Kind::object;
  if (!object && value.kind != JsonValue::Kind::array) return append_scalar(text, value);
  text += object ? '{' : '[';
  for (std::size_t i = 0; i < value.elements.size(); ++i) {
    if (i > 0) text.append(",").append(space);
    if (object) {
      append_string(text, value.keys[i]);
      text.append(":").append(space);
    }
    append_value(text, value.elements[i], space);
  }
  text += object ? '}' : ']';
}

}  // namespace

void JsonWriter::begin_object(std::string_view key, Layout layout) {
  begin_member(key);
  text_ += '{';
  levels_.push_back({'}', levels_.back().layout == Layout::row ? Layout::row : layout, true});
}

void JsonWriter::begin_array(std::string_view key, Layout layout) {
  begin_member(key);
  text_ += '[';
  levels_.push_back({']', levels_.back().layout == Layout::row ? Layout::row : layout, true});
}

void JsonWriter::open(char bracket, Layout layout) {
  if (!levels_.empty()) {
    next();
    if (levels_.back().layout == Layout::row) layout = Layout::row;
  }
  text_ += bracket;
  levels_.push_back({bracket == '{' ? '}' : ']', layout, true});
}

void JsonWriter::end() {
  assert(!levels_.empty());
  const Level level = levels_.back();
  levels_.pop_back();
  if (!level.empty && level.layout == Layout::lines) new_line();
  text_ += level.close;
}

void JsonWriter::new_line() {
  text_ += '\n';
  text_.append(2 * levels_.size(), ' ');
}

void JsonWriter::next() {
  Level& level = levels_.back();
  if (!level.empty) text_ += level.layout == Layout::row ? ", " : ",";
  level.empty = false;
  if (level.layout == Layout::lines) new_line();
}

void JsonWriter::begin_member(std::string_view key) {
  assert(!levels_.empty() && levels_.back().close == '}');
  next();
  append_string(text_, key);
  text_ += ": ";
}

void JsonWriter::member(std::string_view key, std::string_view value) {
  begin_member(key);
  append_string(text_, value);
}

void JsonWriter::member(std::string_view key, bool value) {
  begin_member(key);
  text_ += value ? "true" : "false";
}

void JsonWriter::member(std::string_view key, double value) {
  begin_member(key);
  append_real(text_, value);
}

void JsonWriter::member(std::string_view key, float value) {
  begin_member(key);
  append_real(text_, value);
}

void JsonWriter::member(std::string_view key, std::uint64_t value) {
  begin_member(key);
  append_number(text_, value);
}

void JsonWriter::member(std::string_view key, const JsonValue& value) {
  begin_member(key);
  append_value(text_, value, " ");
}

void JsonWriter::element(double value) {
  next();
  append_real(text_, value);
}

void JsonWriter::element(float value) {
  next();
  append_real(text_, value);
}

std::string JsonWriter::finish() {
  assert(levels_.empty());
  text_ += '\n';
  return std::move(text_);
}

std::string compact_json(const JsonValue& value) {
  std::string text;
  append_value(text, value, "");
  return text;
}

}  // namespace lodcook::manifest
