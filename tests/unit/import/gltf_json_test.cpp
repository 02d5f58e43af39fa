#include "cooker/import/gltf_json.h"

#include <doctest/doctest.h>

#include <cmath>

namespace lodcook::cooker {
namespace {

std::string outcome_of(std::string_view text) {
  const Result<JsonText> json = parse_json(text);
  return json.ok() ? "ok" : error_name(json.error().code);
}

TEST_CASE("values are found in document order with their extents") {
  const Result<JsonText> json = parse_json(R"( {"a":[1,-2.5e3,"x\"y"],"b":{"c":null,"d":true}} )");
  REQUIRE(json.ok());
  CHECK(json->values[0].count == 2);
  CHECK(json->values[0].next == json->values.size());
  const std::uint32_t a = json->member(0, "a");
  REQUIRE(a != 0);
  CHECK(json->values[a].count == 3);
  CHECK(json->raw(a + 1) == "1");
  CHECK(json->raw(a + 2) == "-2.5e3");
  CHECK(json->raw(a + 3) == R"(x\"y)");
  CHECK(json->values[a].next == a + 4);
  const std::uint32_t b = json->member(0, "b");
  CHECK(json->values[json->member(b, "c")].kind == JsonKind::null);
  CHECK(json->raw(json->member(b, "d")) == "true");
  CHECK(json->member(b, "e") == 0);
}

TEST_CASE("texts that RFC 8259 allows are read") {
  for (const std::string_view text :
       {"{}", "[]", "0", "-0", "10", "0.5", "1e5", "1E+05", "-1.25e-7", "\"\"", "true", "null", "[[],{}]",
        "\xEF\xBB\xBF{}", "\t\r\n 1 \n", R"(["\u00e9\/\b\f\n\r\t\\"])", R"({"a":1,"a":2})"}) {
    CAPTURE(text);
    CHECK(outcome_of(text) == "ok");
  }
  CHECK(outcome_of(std::string_view("{}\0\0", 4)) == "ok");  // padding of some GLB writers
}

TEST_CASE("texts that it does not allow are refused") {
  for (const std::string_view text :
       {"",    " ",         "{",           "[",          "[1",       "[1,",     "[1,]",      "[,1]",
        "{,}", "{\"a\"}",   "{\"a\":}",    "{\"a\":1,}", "{1:2}",    "{a:1}",   "[1 2]",     "[1]]",
        "[1}", "{\"a\":1]", "1 2",         "01",         "-",        "+1",      ".5",        "1.",
        "1e",  "1e+",       "0x1",         "NaN",        "Infinity", "tru",     "True",      "'a'",
        "\"a", "\"\\x\"",   "\"\\u12g4\"", "\"\\u123",   "\"a\nb\"", "// c\n1", "[1,/**/2]", "\"\\"}) {
    CAPTURE(text);
    CHECK(outcome_of(text) == "malformed");
  }
}

TEST_CASE("an error says where") {
  CHECK(parse_json("{\n  \"a\": 1,\n  \"b\": tru\n}").error().place == "line 3, column 8");
}

TEST_CASE("nesting has a limit, and reaching it takes no stack") {
  CHECK(outcome_of(std::string(512, '[') + std::string(512, ']')) == "ok");
  CHECK(outcome_of(std::string(513, '[') + std::string(513, ']')) == "over_limit");
  CHECK(outcome_of(std::string(1'000'000, '[')) == "over_limit");
}

TEST_CASE("a string stands for its characters") {
  CHECK(decode_json_string("plain") == "plain");
  CHECK(decode_json_string(R"(a\"b\\c\/d\n)") == "a\"b\\c/d\n");
  CHECK(decode_json_string(R"(Gr\u00f6\u00DFe \u2116)") == "Größe №");
  CHECK(decode_json_string(R"(\ud83d\udca1)") == "💡");
  CHECK(decode_json_string("💡") == "💡");
  CHECK(decode_json_string(R"(a\ud83db)") ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(decode_json_string(R"(\udca1)") == "\xEF\xBF\xBD");
  CHECK(decode_json_string(R"(a\u0000b)") ==
        "a\xEF\xBF\xBD"
        "b");
  CHECK(decode_json_string("\xFC") == "ü");
}

TEST_CASE("numbers are read as doubles, too large ones as infinite") {
  CHECK(json_number("482000.125") == 482000.125);
  CHECK(json_number("-1.5e3") == -1500);
  CHECK(std::isinf(json_number("1e999")));
  CHECK(json_number("1e-999") == 0);
}

}  // namespace
}  // namespace lodcook::cooker
