#include "cooker/import/gltf_json.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "cooker/import/characters.h"
#include "cooker/import/reference_path.h"

namespace lodcook::cooker {
namespace {

constexpr std::size_t max_values = 1U << 25;  // 10^5 meshes describe themselves in about 10^7
constexpr std::size_t max_depth = 512;
constexpr char32_t replacement = 0xFFFD;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Parser {
 public:
  explicit Parser(std::string_view text) { out_.text = text; }

  Result<JsonText> parse() {
    if (out_.text.size() > std::numeric_limits<std::uint32_t>::max()) {
      return Error{ErrorCode::over_limit, "more than 4 GiB of JSON", {}};
    }
    if (out_.text.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
    do {
      if (Status ok = step(); !ok.ok()) return std::move(ok).error();
    } while (!open_.empty());
    skip_space();
    if (at_ != out_.text.size()) return fail("something after the end").error();
    return std::move(out_);
  }

 private:
  // Reads one value, or closes what is complete.
  Status step() {
    if (Status ok = separate(); !ok.ok()) return ok;
    if (!open_.empty() && closes()) return close();
    if (!open_.empty() && out_.values[open_.back()].kind == JsonKind::object) {
      if (Status ok = key(); !ok.ok()) return ok;
    }
    if (out_.values.size() >= max_values) return Error{ErrorCode::over_limit, "too many values in the JSON", {}};
    if (!open_.empty()) ++out_.values[open_.back()].count;
    return value();
  }

  // The comma between two members or elements.
  Status separate() {
    skip_space();
    if (open_.empty() || closes() || out_.values[open_.back()].count == 0) return Done{};
    if (peek() != ',') return fail("a comma or a closing bracket is missing");
    ++at_;
    skip_space();
    return closes() ? fail("a comma before a closing bracket") : Status(Done{});
  }

  bool closes() const {
    if (open_.empty()) return false;
    return peek() == (out_.values[open_.back()].kind == JsonKind::object ? '}' : ']');
  }

  Status close() {
    ++at_;
    JsonValue& container = out_.values[open_.back()];
    container.end = position();
    container.next = static_cast<std::uint32_t>(out_.values.size());
    open_.pop_back();
    return Done{};
  }

  Status key() {
    if (peek() != '"') return fail("a member's name is missing");
    if (Status ok = string(); !ok.ok()) return ok;
    skip_space();
    if (peek() != ':') return fail("a colon is missing");
    ++at_;
    skip_space();
    return Done{};
  }

  Status value() {
    switch (peek()) {
      case '{': return open(JsonKind::object);
      case '[': return open(JsonKind::array);
      case '"': return string();
      case 't': return word("true", JsonKind::boolean);
      case 'f': return word("false", JsonKind::boolean);
      case 'n': return word("null", JsonKind::null);
      default: return number();
    }
  }

  Status open(JsonKind kind) {
    if (open_.size() >= max_depth) return Error{ErrorCode::over_limit, "the JSON is nested too deeply", {}};
    open_.push_back(static_cast<std::uint32_t>(out_.values.size()));
    out_.values.push_back({position(), 0, 0, 0, kind});
    ++at_;
    return Done{};
  }

  Status word(std::string_view text, JsonKind kind) {
    if (out_.text.substr(at_, text.size()) != text) return fail("an unknown word");
    add(at_, at_ + text.size(), kind);
    at_ += text.size();
    return Done{};
  }

  Status number() {
    const std::size_t start = at_;
    if (peek() == '-') ++at_;
    const std::size_t first = at_;
    if (digits() == 0) return fail("a value is missing");
    if (out_.text[first] == '0' && at_ > first + 1) return fail("a number that starts with 0");
    if (peek() == '.') {
      ++at_;
      if (digits() == 0) return fail("a number without digits after its point");
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (digits() == 0) return fail("a number without digits in its exponent");
    }
    add(start, at_, JsonKind::number);
    return Done{};
  }

  Status string() {
    const std::size_t start = ++at_;
    while (at_ < out_.text.size() && out_.text[at_] != '"') {
      if (static_cast<unsigned char>(out_.text[at_]) < 0x20) return fail("a control character in a string");
      if (out_.text[at_] != '\\') {
        ++at_;
      } else if (Status ok = escape(); !ok.ok()) {
        return ok;
      }
    }
    if (at_ == out_.text.size()) return fail("a string without end");
    add(start, at_, JsonKind::string);
    ++at_;
    return Done{};
  }

  Status escape() {
    ++at_;
    const char c = peek();
    if (c == 'u') {
      for (std::size_t i = 1; i <= 4; ++i) {
        if (at_ + i >= out_.text.size() || hex_value(out_.text[at_ + i]) < 0) return fail("a broken \\u escape");
      }
      at_ += 5;
      return Done{};
    }
    if (c == '\0' || std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos) return fail("a broken escape");
    ++at_;
    return Done{};
  }

  void add(std::size_t start, std::size_t end, JsonKind kind) {
    const auto next = static_cast<std::uint32_t>(out_.values.size() + 1);
    out_.values.push_back({static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end), next, 0, kind});
  }

  std::size_t digits() {
    const std::size_t start = at_;
    while (is_digit(peek())) ++at_;
    return at_ - start;
  }

  void skip_space() {
    while (is_space(peek())) ++at_;
  }

  char peek() const { return at_ < out_.text.size() ? out_.text[at_] : '\0'; }
  std::uint32_t position() const { return static_cast<std::uint32_t>(at_); }

  Status fail(const char* what) const {
    const std::string_view before = out_.text.substr(0, at_);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const std::string place = "line " + std::to_string(line) + ", column " + std::to_string(at_ - line_start + 1);
    if (at_ >= out_.text.size()) return Error{ErrorCode::malformed, "the JSON ends too early", place};
    return Error{ErrorCode::malformed, std::string("the JSON is broken: ") + what, place};
  }

  JsonText out_;
  std::size_t at_ = 0;
  std::vector<std::uint32_t> open_;
};

void append_utf8(std::string& out, char32_t c) {
  const auto add = [&](char32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (c < 0x80) {
    add(c);
  } else if (c < 0x800) {
    add(0xC0 | (c >> 6)), add(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    add(0xE0 | (c >> 12)), add(0x80 | ((c >> 6) & 0x3F)), add(0x80 | (c & 0x3F));
  } else {
    add(0xF0 | (c >> 18)), add(0x80 | ((c >> 12) & 0x3F)), add(0x80 | ((c >> 6) & 0x3F)), add(0x80 | (c & 0x3F));
  }
}

char32_t hex4(std::string_view raw, std::size_t at) {
  char32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value * 16 + static_cast<char32_t>(hex_value(raw[at + i]));
  return value;
}

// The character of the escapes at `at` (a 'u'), which is moved past them.
char32_t unicode_escape(std::string_view raw, std::size_t& at) {
  const char32_t first = hex4(raw, at + 1);
  at += 5;
  if (first < 0xD800 || first > 0xDFFF) return first == 0 ? replacement : first;
  const bool is_high = first < 0xDC00;
  if (!is_high || at + 6 > raw.size() || raw[at] != '\\' || raw[at + 1] != 'u') return replacement;
  const char32_t second = hex4(raw, at + 2);
  if (second < 0xDC00 || second > 0xDFFF) return replacement;
  at += 6;
  return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
}

char simple_escape(char c) {
  switch (c) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return c;
  }
}

}  // namespace

std::uint32_t JsonText::member(std::uint32_t object, std::string_view key) const noexcept {
  if (values[object].kind != JsonKind::object) return 0;
  std::uint32_t at = object + 1;
  for (std::uint32_t i = 0; i < values[object].count; ++i) {
    if (raw(at) == key) return at + 1;
    at = values[at + 1].next;
  }
  return 0;
}

Result<JsonText> parse_json(std::string_view text) {
  // GLB pads with spaces; some writers pad with NULs
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  return Parser(text).parse();
}

std::string decode_json_string(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size();) {
    if (raw[i] != '\\') {
      out += raw[i++];
    } else if (raw[++i] == 'u') {
      append_utf8(out, unicode_escape(raw, i));
    } else {
      out += simple_escape(raw[i++]);
    }
  }
  return as_utf8(out);
}

double json_number(std::string_view raw) {
  double value = 0;
  const std::from_chars_result result = std::from_chars(raw.data(), raw.data() + raw.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    // too large or too small to tell apart but by the exponent's sign
    const bool is_tiny = raw.find("e-") != std::string_view::npos || raw.find("E-") != std::string_view::npos ||
                         raw.substr(0, 2) == "0." || raw.substr(0, 3) == "-0.";
    return is_tiny ? 0.0 : std::numeric_limits<double>::infinity();
  }
  return value;
}

}  // namespace lodcook::cooker
