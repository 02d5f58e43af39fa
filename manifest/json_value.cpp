#include "manifest/json_value.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

namespace lodcook::manifest {

namespace {

using Json = nlohmann::json;

/// Counts the lines of what the parser has taken. The parser reads one character past a number and no other token.
struct LineCount {
  std::uint32_t lines = 1;
  bool last_was_newline = false;
};

class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* position, LineCount* count) : position_(position), count_(count) {}
  reference operator*() const { return *position_; }
  CountingIterator& operator++() {
    count_->last_was_newline = *position_ == '\n';
    if (count_->last_was_newline) ++count_->lines;
    ++position_;
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.position_ == b.position_; }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return !(a == b); }

 private:
  const char* position_;
  LineCount* count_;
};

/// Builds the tree from the parser's events, without recursion.
class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  TreeBuilder(const JsonLimits& limits, const LineCount& count) : limits_(limits), count_(count) {}

  bool null() override { return add({}); }
  bool boolean(bool value) override {
    JsonValue v;
    v.kind = JsonValue::Kind::boolean;
    v.boolean = value;
    return add(std::move(v));
  }
  bool number_integer(number_integer_t value) override {
    // negating in unsigned arithmetic is right for the smallest integer too
    const auto bits = static_cast<std::uint64_t>(value);
    return add_integer(value < 0 ? 0 - bits : bits, value < 0);
  }
  bool number_unsigned(number_unsigned_t value) override { return add_integer(value, false); }
  bool number_float(number_float_t value, const string_t&) override {
    if (!std::isfinite(value)) return fail(ErrorCode::malformed, "a number beyond a double");
    JsonValue v;
    v.kind = JsonValue::Kind::number;
    v.number = value;
    return add_number(std::move(v));
  }
  bool string(string_t& value) override {
    JsonValue v;
    v.kind = JsonValue::Kind::string;
    v.string = std::move(value);
    return add(std::move(v));
  }
  bool binary(binary_t&) override { return fail(ErrorCode::malformed, "binary data"); }
  bool start_object(std::size_t) override { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::array); }
  bool key(string_t& value) override {
    if (!keys_.back().insert(value).second)
      return fail(ErrorCode::malformed, "the key \"" + value + "\" is there twice");
    open_.back().keys.push_back(std::move(value));
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const Json::exception& exception) override {
    std::string text = exception.what();
    // "[json.exception.parse_error.101] parse error at line 1, column 2: fact"
    if (const std::size_t end = text.find("] "); end != std::string::npos) text.erase(0, end + 2);
    if (const std::size_t fact = text.find(": "); fact != std::string::npos) text.erase(0, fact + 2);
    text.resize(std::min(text.size(), max_message));
    return fail(ErrorCode::malformed, std::move(text));
  }

  Result<JsonValue> finish() {
    if (error_) return std::move(*error_);
    return std::move(root_);
  }

  bool fail(ErrorCode code, std::string message) {
    if (!error_) error_ = Error{code, std::move(message), "line " + std::to_string(count_.lines)};
    return false;
  }

 private:
  static constexpr std::size_t max_message = 200;

  bool add_integer(std::uint64_t magnitude, bool negative) {
    JsonValue v;
    v.kind = JsonValue::Kind::number;
    v.is_integer = true;
    v.is_negative = negative;
    v.integer = magnitude;
    v.number = negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
    return add_number(std::move(v));
  }
  bool add_number(JsonValue value) { return add(std::move(value), count_.last_was_newline ? 1 : 0); }
  bool add(JsonValue value, std::uint32_t lines_ahead = 0) {
    if (++values_ > limits_.max_values) return fail(ErrorCode::over_limit, "more values than may be read");
    value.line = count_.lines - lines_ahead;
    if (open_.empty()) {
      root_ = std::move(value);
    } else {
      open_.back().elements.push_back(std::move(value));
    }
    return true;
  }
  bool open(JsonValue::Kind kind) {
    if (open_.size() >= limits_.max_depth) return fail(ErrorCode::over_depth_limit, "nested too deep");
    JsonValue value;
    value.kind = kind;
    value.line = count_.lines;
    open_.push_back(std::move(value));
    keys_.emplace_back();
    return true;
  }
  bool close() {
    JsonValue value = std::move(open_.back());
    open_.pop_back();
    keys_.pop_back();
    const std::uint32_t line = value.line;
    if (!add(std::move(value))) return false;
    (open_.empty() ? root_ : open_.back().elements.back()).line = line;
    return true;
  }

  JsonLimits limits_;
  const LineCount& count_;
  std::vector<JsonValue> open_;
  std::vector<std::unordered_set<std::string>> keys_;
  JsonValue root_;
  std::size_t values_ = 0;
  std::optional<Error> error_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const noexcept {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return &elements[i];
  }
  return nullptr;
}

Result<JsonValue> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.max_bytes) {
    return Error{ErrorCode::over_file_size_limit, std::to_string(text.size()) + " bytes of JSON, more than may be read",
                 ""};
  }
  LineCount count;
  TreeBuilder builder(limits, count);
  try {
    const bool strict = true;  // nothing but white space after the document
    Json::sax_parse(CountingIterator(text.data(), &count), CountingIterator(text.data() + text.size(), &count),
                    &builder, Json::input_format_t::json, strict, limits.comments);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory, "not enough memory for the document", ""};
  } catch (const std::exception& e) {
    return Error{ErrorCode::library_failure, e.what(), ""};
  }
  return builder.finish();
}

const char* kind_name(JsonValue::Kind kind) noexcept {
  switch (kind) {
    case JsonValue::Kind::null: return "null";
    case JsonValue::Kind::boolean: return "a boolean";
    case JsonValue::Kind::number: return "a number";
    case JsonValue::Kind::string: return "a string";
    case JsonValue::Kind::array: return "an array";
    case JsonValue::Kind::object: return "an object";
  }
  return "unknown";
}

}  // namespace lodcook::manifest
