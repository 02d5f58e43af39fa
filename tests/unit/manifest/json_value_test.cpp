#include "manifest/json_value.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::manifest;

namespace {

ErrorCode code_of(std::string_view text, const JsonLimits& limits = {}) {
  const auto parsed = parse_json(text, limits);
  REQUIRE(!parsed.ok());
  return parsed.error().code;
}

}  // namespace

TEST_CASE("values keep their kind, order and line") {
  const auto parsed = parse_json("{\"b\": 1,\n \"a\": [\n  true,\n  null],\n\"c\": \"x\"\n}");
  REQUIRE(parsed.ok());
  CHECK(parsed->kind == JsonValue::Kind::object);
  CHECK(parsed->keys == std::vector<std::string>{"b", "a", "c"});
  CHECK(parsed->line == 1);
  CHECK(parsed->find("b")->line == 1);
  const JsonValue* list = parsed->find("a");
  REQUIRE(list != nullptr);
  CHECK(list->line == 2);
  REQUIRE(list->elements.size() == 2);
  CHECK(list->elements[0].boolean);
  CHECK(list->elements[0].line == 3);
  CHECK(list->elements[1].kind == JsonValue::Kind::null);
  CHECK(parsed->find("c")->string == "x");
  CHECK(parsed->find("c")->line == 5);
  CHECK(parsed->find("d") == nullptr);
}

TEST_CASE("a number at the end of its line has that line") {
  const auto parsed = parse_json("[\n1\n,\n2.5\n]");
  REQUIRE(parsed.ok());
  CHECK(parsed->elements[0].line == 2);
  CHECK(parsed->elements[1].line == 4);
}

TEST_CASE("whole numbers of 64 bits are exact") {
  const auto parsed = parse_json("[18446744073709551615, -9223372036854775808, 0, 1.0, 1e3, 18446744073709551616]");
  REQUIRE(parsed.ok());
  CHECK(parsed->elements[0].is_integer);
  CHECK(parsed->elements[0].integer == 18446744073709551615ULL);
  CHECK(parsed->elements[1].is_negative);
  CHECK(parsed->elements[1].integer == 9223372036854775808ULL);
  CHECK(parsed->elements[1].number == -9223372036854775808.0);
  CHECK(parsed->elements[2].is_integer);
  CHECK(!parsed->elements[3].is_integer);
  CHECK(!parsed->elements[4].is_integer);
  CHECK(parsed->elements[4].number == 1000);
  CHECK(!parsed->elements[5].is_integer);
}

TEST_CASE("comments are for those who ask") {
  const char* text = "// one\n{ /* two\n */ \"a\": 1 }";
  CHECK(code_of(text) == ErrorCode::malformed);
  JsonLimits limits;
  limits.comments = true;
  const auto parsed = parse_json(text, limits);
  REQUIRE(parsed.ok());
  CHECK(parsed->find("a")->line == 3);
}

TEST_CASE("broken syntax is refused with its line") {
  for (const char* text : {"", " ", "{", "[1,]", "{\"a\":}", "{\"a\" 1}", "[1] x", "nul", "01", "+1", ".5", "NaN",
                           "Infinity", "'a'", "\"a", "\"\\x\"", "\"\x01\"", "{a:1}", "[1 2]"}) {
    CAPTURE(text);
    CHECK(code_of(text) == ErrorCode::malformed);
  }
  CHECK(parse_json("{\n\n  \"a\": x}").error().place == "line 3");
}

TEST_CASE("a repeated key is refused, the same key in two objects is not") {
  const auto parsed = parse_json("{\"a\": 1,\n \"a\": 2}");
  REQUIRE(!parsed.ok());
  CHECK(parsed.error().code == ErrorCode::malformed);
  CHECK(parsed.error().place == "line 2");
  CHECK(parsed.error().message.find("\"a\"") != std::string::npos);
  CHECK(parse_json("[{\"a\": 1}, {\"a\": {\"a\": 2}}]").ok());
}

TEST_CASE("text that is no UTF-8 is refused") {
  CHECK(code_of("\"caf\xE9\"") == ErrorCode::malformed);
  CHECK(code_of("\"\\ud800\"") == ErrorCode::malformed);
  CHECK(parse_json("\"\\ud83d\\ude00\"")->string == "\xF0\x9F\x98\x80");
}

TEST_CASE("a number beyond a double is refused") {
  CHECK(code_of("1e999") == ErrorCode::malformed);
  CHECK(code_of("[-1e999]") == ErrorCode::malformed);
}

TEST_CASE("depth, size and number of values are limited") {
  JsonLimits limits;
  limits.max_depth = 3;
  CHECK(parse_json("[[[1]]]", limits).ok());
  CHECK(code_of("[[[[1]]]]", limits) == ErrorCode::over_depth_limit);
  CHECK(code_of(std::string(10'000'000, '[')) == ErrorCode::over_depth_limit);
  limits.max_bytes = 4;
  CHECK(parse_json("[12]", limits).ok());
  CHECK(code_of("[123]", limits) == ErrorCode::over_file_size_limit);
  limits = {};
  limits.max_values = 3;
  CHECK(parse_json("[1,2]", limits).ok());
  CHECK(code_of("[1,2,3]", limits) == ErrorCode::over_limit);
}
