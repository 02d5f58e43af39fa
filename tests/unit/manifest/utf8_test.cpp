#include "manifest/utf8.h"

#include <doctest/doctest.h>

#include <string>

using lodcook::manifest::utf8_length;

TEST_CASE("the first and last character of each length are taken whole") {
  CHECK(utf8_length(std::string_view("\0", 1)) == 1);
  CHECK(utf8_length("\x7F") == 1);
  CHECK(utf8_length("\xC2\x80") == 2);
  CHECK(utf8_length("\xDF\xBF") == 2);
  CHECK(utf8_length("\xE0\xA0\x80") == 3);
  CHECK(utf8_length("\xED\x9F\xBF") == 3);
  CHECK(utf8_length("\xEE\x80\x80") == 3);
  CHECK(utf8_length("\xEF\xBF\xBF") == 3);
  CHECK(utf8_length("\xF0\x90\x80\x80") == 4);
  CHECK(utf8_length("\xF4\x8F\xBF\xBF") == 4);
}

TEST_CASE("what RFC 3629 forbids is no character") {
  CHECK(utf8_length("") == 0);
  CHECK(utf8_length("\x80") == 0);
  CHECK(utf8_length("\xC0\x80") == 0);          // overlong NUL
  CHECK(utf8_length("\xC1\xBF") == 0);          // overlong
  CHECK(utf8_length("\xE0\x9F\xBF") == 0);      // overlong
  CHECK(utf8_length("\xED\xA0\x80") == 0);      // surrogate
  CHECK(utf8_length("\xF0\x8F\xBF\xBF") == 0);  // overlong
  CHECK(utf8_length("\xF4\x90\x80\x80") == 0);  // above U+10FFFF
  CHECK(utf8_length("\xF5\x80\x80\x80") == 0);
  CHECK(utf8_length("\xFF") == 0);
}

TEST_CASE("a character cut short or continued by something else is none") {
  CHECK(utf8_length("\xC3") == 0);
  CHECK(utf8_length("\xE2\x82") == 0);
  CHECK(utf8_length("\xF0\x9F\x98") == 0);
  CHECK(utf8_length("\xE2\x82(") == 0);
  CHECK(utf8_length("\xF0\x9F(\x80") == 0);
}
