#include "manifest/json_writer.h"

#include <doctest/doctest.h>

#include <limits>

using namespace lodcook::manifest;

namespace {

std::string written(double value) {
  JsonWriter out;
  out.begin_object(JsonWriter::Layout::row);
  out.member("n", value);
  out.end();
  return out.finish();
}

std::string written(std::string_view value) {
  JsonWriter out;
  out.begin_object(JsonWriter::Layout::row);
  out.member("s", value);
  out.end();
  return out.finish();
}

}  // namespace

TEST_CASE("numbers are the shortest that read back the same") {
  CHECK(written(60.0) == "{\"n\": 60}\n");
  CHECK(written(0.1) == "{\"n\": 0.1}\n");
  CHECK(written(1.0 / 3) == "{\"n\": 0.3333333333333333}\n");
  CHECK(written(1e-7) == "{\"n\": 1e-07}\n");
  CHECK(written(1e300) == "{\"n\": 1e+300}\n");
  CHECK(written(5e-324) == "{\"n\": 5e-324}\n");
  CHECK(written(-0.0) == "{\"n\": 0}\n");
  CHECK(written(-2.5) == "{\"n\": -2.5}\n");
}

TEST_CASE("a float is written as the float it is") {
  JsonWriter out;
  out.begin_object(JsonWriter::Layout::row);
  out.member("f", 0.1F);
  out.begin_array("a");
  out.element(16777216.0F);
  out.element(1e-5F);
  out.end();
  out.end();
  CHECK(out.finish() == "{\"f\": 0.1, \"a\": [16777216, 1e-05]}\n");
}

TEST_CASE("the largest 64-bit count is written exactly") {
  JsonWriter out;
  out.begin_object(JsonWriter::Layout::row);
  out.member("c", std::numeric_limits<std::uint64_t>::max());
  out.end();
  CHECK(out.finish() == "{\"c\": 18446744073709551615}\n");
}

TEST_CASE("what JSON has no number for becomes a number all the same") {
  CHECK(written(std::numeric_limits<double>::infinity()) == "{\"n\": 1.7976931348623157e+308}\n");
  CHECK(written(-std::numeric_limits<double>::infinity()) == "{\"n\": -1.7976931348623157e+308}\n");
  CHECK(written(std::numeric_limits<double>::quiet_NaN()) == "{\"n\": 0}\n");
}

TEST_CASE("text is escaped where it must be and nowhere else") {
  CHECK(written("a\"b\\c/d") == "{\"s\": \"a\\\"b\\\\c/d\"}\n");
  CHECK(written("\n\r\t\x01\x1F\x7F") == "{\"s\": \"\\n\\r\\t\\u0001\\u001f\x7F\"}\n");
  CHECK(written("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80") == "{\"s\": \"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\"}\n");
  CHECK(written(std::string_view("a\0b", 3)) == "{\"s\": \"a\\u0000b\"}\n");
}

TEST_CASE("bytes that are no UTF-8 are replaced one by one") {
  CHECK(written("caf\xE9") == "{\"s\": \"caf\xEF\xBF\xBD\"}\n");
  CHECK(written("\xC0\x80x") == "{\"s\": \"\xEF\xBF\xBD\xEF\xBF\xBDx\"}\n");
  CHECK(written("\xE2\x82") == "{\"s\": \"\xEF\xBF\xBD\xEF\xBF\xBD\"}\n");
}

TEST_CASE("lines are indented, rows are not, and a row stays one inside") {
  JsonWriter out;
  out.begin_object();
  out.member("a", true);
  out.begin_object("row", JsonWriter::Layout::row);
  out.begin_object("inner");
  out.member("b", std::uint32_t{1});
  out.end();
  out.end();
  out.begin_array("empty");
  out.end();
  out.begin_array("list");
  out.begin_object();
  out.member("c", "x");
  out.end();
  out.end();
  out.end();
  CHECK(out.finish() ==
        "{\n"
        "  \"a\": true,\n"
        "  \"row\": {\"inner\": {\"b\": 1}},\n"
        "  \"empty\": [],\n"
        "  \"list\": [\n"
        "    {\n"
        "      \"c\": \"x\"\n"
        "    }\n"
        "  ]\n"
        "}\n");
}

TEST_CASE("a value is written compactly and exactly") {
  const std::string text = R"({"a":[1,-2,0.5,true,null,"x\n"],"b":{},"c":[],"d":18446744073709551615})";
  const auto value = parse_json(text);
  REQUIRE(value.ok());
  CHECK(compact_json(*value) == text);
  JsonWriter out;
  out.begin_object(JsonWriter::Layout::row);
  out.member("v", *value);
  out.end();
  CHECK(out.finish() ==
        "{\"v\": {\"a\": [1, -2, 0.5, true, null, \"x\\n\"], \"b\": {}, \"c\": [], \"d\": 18446744073709551615}}\n");
}
