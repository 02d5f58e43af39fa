#include "cooker/import/text_lines.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lodcook::cooker {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

std::vector<std::string> all_lines(std::string_view text) {
  std::vector<std::string> out;
  TextLines lines(text);
  while (const auto line = lines.next()) out.emplace_back(*line);
  return out;
}

TEST_CASE("lines end in any of three ways and are joined behind a backslash") {
  CHECK(all_lines("a\nb\r\nc\rd") == std::vector<std::string>{"a", "b", "c", "d"});
  CHECK(all_lines("f 1 2 \\\r\n3 4\nx") == std::vector<std::string>{"f 1 2  3 4", "x"});
  CHECK(all_lines("a\\") == std::vector<std::string>{"a"});
  CHECK(all_lines("").empty());
}

TEST_CASE("numbers are read whole or not at all") {
  CHECK(to_number("1.5") == 1.5);
  CHECK(to_number("+2.e1") == 20.0);
  CHECK(to_number("-1E-2") == -0.01);
  CHECK(to_number("1e999") == std::numeric_limits<double>::infinity());
  CHECK(to_number("1e-999") == 0.0);
  CHECK(std::isnan(to_number("nan").value()));
  for (const char* word : {"", "abc", "1,5", "1.5x", "3.1+e2", "+", "--1", "0x10"}) CHECK_FALSE(to_number(word));
}

TEST_CASE("UTF-16 becomes UTF-8, marks are dropped, and bytes that are no text are refused") {
  std::string buffer;
  CHECK(text_of(bytes_of("\xEF\xBB\xBFv 1"), buffer).value() == "v 1");
  using namespace std::string_view_literals;
  CHECK(text_of(bytes_of("\xFF\xFEv\0\xFC\0"sv), buffer).value() == "v\xC3\xBC");
  CHECK(text_of(bytes_of("\xFE\xFF\0v\xD8\x3D\xDC\xA1"sv), buffer).value() == "v\xF0\x9F\x92\xA1");
  CHECK(text_of(bytes_of("v 1\0"sv), buffer).error().code == ErrorCode::malformed);
}

TEST_CASE("words are divided by blanks and tabs") {
  std::string_view text = "\t ab  c ";
  CHECK(take_word(text) == "ab");
  CHECK(take_word(text) == "c");
  CHECK(take_word(text).empty());
  CHECK(trimmed(" a b\t") == "a b");
}

}  // namespace
}  // namespace lodcook::cooker
