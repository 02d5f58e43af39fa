#include <doctest/doctest.h>

#include "cooker/app/utf8.h"

using namespace lodcook::cooker;

TEST_CASE("text in UTF-8 is told from other bytes as RFC 3629 draws the line") {
  for (const char* good : {"", "abc", "Stühle №4 椅子", "💡", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    CAPTURE(good);
    CHECK(is_utf8(good));
  }
  for (const char* bad : {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
                          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "a\xC3", "\xE2\x82", "\xC3("}) {
    CAPTURE(bad);
    CHECK_FALSE(is_utf8(bad));
  }
}

TEST_CASE("bytes that are no UTF-8 are escaped one by one and the rest stays") {
  CHECK(escape_non_utf8("caf\xE9.obj") == "caf\\xE9.obj");
  CHECK(escape_non_utf8("Größe") == "Größe");
  CHECK(escape_non_utf8("\xE2\x82") == "\\xE2\\x82");
}
