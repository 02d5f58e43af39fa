#include "manifest/json_fields.h"

#include <doctest/doctest.h>

using namespace lodcook;
using namespace lodcook::manifest;

namespace {

JsonValue parsed(std::string_view text) {
  auto value = parse_json(text);
  REQUIRE(value.ok());
  return std::move(value).value();
}

/// The error that reading one member with `get` gives.
template <class Get>
Error error_of(std::string_view text, Get get) {
  const JsonValue document = parsed(text);
  FirstError first;
  get(JsonFields(document, first));
  REQUIRE(first.error.has_value());
  return *first.error;
}

}  // namespace

TEST_CASE("an error names the member by its path") {
  const Error missing = error_of(R"({"a": [{"b": {}}, {"b": {"c": 1}}]})", [](const JsonFields& root) {
    root.each("a", [](const JsonFields& element) { element.object("b").count("c"); });
  });
  CHECK(missing.place == "a[0].b.c");
  CHECK(missing.message == "is missing");
  const Error mistyped = error_of(R"({"a": "x"})", [](const JsonFields& root) { root.number("a"); });
  CHECK(mistyped.place == "a");
  CHECK(mistyped.message == "a number is expected, not a string");
}

TEST_CASE("only the first error is kept") {
  const Error error = error_of(R"({"a": 1})", [](const JsonFields& root) {
    root.string("x");
    root.string("a");
  });
  CHECK(error.place == "x");
}

TEST_CASE("counts are whole, not negative and not rounded") {
  for (const char* text : {R"({"n": -1})", R"({"n": 1.5})", R"({"n": 1e3})", R"({"n": 18446744073709551616})",
                           R"({"n": "1"})", R"({"n": null})"}) {
    CAPTURE(text);
    CHECK(error_of(text, [](const JsonFields& root) { root.count("n"); }).place == "n");
  }
  const JsonValue document = parsed(R"({"n": 18446744073709551615, "m": 4294967296})");
  FirstError first;
  const JsonFields root(document, first);
  CHECK(root.count("n") == 18446744073709551615ULL);
  CHECK(!first.error);
  root.count32("m");
  CHECK(first.error.has_value());
}

TEST_CASE("a row of numbers has exactly the length asked for") {
  for (const char* text : {R"({"v": [1, 2]})", R"({"v": [1, 2, 3, 4]})", R"({"v": [1, 2, "3"]})", R"({"v": 1})",
                           R"({"v": [1, 2, 1e39]})"}) {
    CAPTURE(text);
    float v[3] = {};
    CHECK(error_of(text, [&](const JsonFields& root) { root.numbers("v", v); }).place == "v");
  }
}

TEST_CASE("only paths below their folder stay below it") {
  for (const char* path : {"a", "a/b.c", "A..B.bin", "..a", "a../b", ".hidden", "a:b", "\xC3\xA9"}) {
    CAPTURE(path);
    CHECK(stays_below(path));
  }
  for (const char* path : {"", "/a", "..", "../a", "a/..", "a/../b", "./a", "a//b", "a/", "."}) {
    CAPTURE(path);
    CHECK(!stays_below(path));
  }
  CHECK(!stays_below(std::string_view("a\0b", 3)));
}

TEST_CASE("a hash is sixteen lower-case hex digits") {
  const auto read = [](const char* text, bool may_be_empty) {
    const JsonValue document = parsed(text);
    FirstError first;
    hash_text(JsonFields(document, first), "h", may_be_empty);
    return !first.error;
  };
  CHECK(read(R"({"h": "0123456789abcdef"})", false));
  CHECK(read(R"({"h": ""})", true));
  CHECK(!read(R"({"h": ""})", false));
  CHECK(!read(R"({"h": "0123456789ABCDEF"})", false));
  CHECK(!read(R"({"h": "0123456789abcde"})", true));
  CHECK(!read(R"({"h": "0123456789abcdefa"})", true));
}
