#include "cooker/import/reference_path.h"

#include <doctest/doctest.h>

namespace lodcook::cooker {
namespace {

std::string parsed(std::string_view reference) {
  const Result<ReferencePath> path = parse_reference(reference);
  return path.ok() ? join(*path) : error_name(path.error().code);
}

TEST_CASE("a relative reference is taken apart, with either separator") {
  CHECK(parsed("a.bin") == "a.bin");
  CHECK(parsed("tex\\plain wall.png") == "tex/plain wall.png");
  CHECK(parsed("./a//b/./c.bin") == "a/b/c.bin");
  CHECK(parsed("a/../b.bin") == "b.bin");
}

TEST_CASE("names with dots that climb nowhere are names") {
  CHECK(parsed("A..B.bin") == "A..B.bin");
  CHECK(parsed("..bin") == "..bin");
  CHECK(parsed("...") == "...");
  CHECK(parsed("a../b") == "a../b");
  CHECK(parsed(".hidden") == ".hidden");
}

TEST_CASE("climbs above the model's folder are counted") {
  const Result<ReferencePath> path = parse_reference("a/../../../b/c.bin");
  REQUIRE(path.ok());
  CHECK(path->climbs == 2);
  CHECK(join(*path) == "../../b/c.bin");
}

TEST_CASE("what is not a relative path is forbidden") {
  for (const std::string_view reference :
       {"", "/etc/passwd", "\\\\host\\share\\a", "//host/a", "\\a", "C:\\a.png", "c:a.png", "file:a", "FILE:///a",
        "http://h/a", "x-y.z+1:a", "a/C:/b", "a/", "a\\", ".", "..", "a/..", "a/.", "./"}) {
    CAPTURE(reference);
    CHECK(parsed(reference) == "forbidden_path");
  }
  CHECK(parsed(std::string_view("a\0b", 3)) == "forbidden_path");
  CHECK(parsed(std::string(4096, 'a')) == std::string(4096, 'a'));
  CHECK(parsed(std::string(4097, 'a')) == "forbidden_path");
}

TEST_CASE("percent escapes become bytes, anything else stays") {
  CHECK(decode_percent("a%20b%2Fc%C3%BC") == "a b/cü");
  CHECK(decode_percent("100%") == "100%");
  CHECK(decode_percent("%4") == "%4");
  CHECK(decode_percent("%zz%41") == "%zzA");
  CHECK(decode_percent("%2541") == "%41");
  CHECK(decode_percent("%41") == "A");
}

TEST_CASE("bytes that are not UTF-8 are read as Latin-1") {
  CHECK(as_utf8("Küche №4 椅子 💡") == "Küche №4 椅子 💡");
  CHECK(as_utf8("K\xFC"
                "che") == "Küche");
  // an overlong slash, half a surrogate pair, a code point beyond Unicode
  CHECK(as_utf8("\xC0\xAF") == "\xC3\x80\xC2\xAF");
  CHECK(as_utf8("\xED\xA0\x80") == "\xC3\xAD\xC2\xA0\xC2\x80");
  CHECK(as_utf8("\xF4\x90\x80\x80") == "\xC3\xB4\xC2\x90\xC2\x80\xC2\x80");
}

}  // namespace
}  // namespace lodcook::cooker
