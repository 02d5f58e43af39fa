#include "cooker/import/gltf_data_uri.h"

#include <doctest/doctest.h>

#include <string>

namespace lodcook::cooker {
namespace {

std::string decoded(std::string_view uri) {
  const Result<std::vector<std::byte>> bytes = decode_data_uri(uri);
  if (!bytes.ok()) return error_name(bytes.error().code);
  return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

// the test vectors of RFC 4648, section 10
TEST_CASE("base64 is decoded, padded or not") {
  CHECK(decoded("data:;base64,") == "");
  CHECK(decoded("data:;base64,Zg==") == "f");
  CHECK(decoded("data:;base64,Zm8=") == "fo");
  CHECK(decoded("data:;base64,Zm9v") == "foo");
  CHECK(decoded("data:application/octet-stream;base64,Zm9vYmFy") == "foobar");
  CHECK(decoded("DATA:text/plain;charset=x;BASE64,Zm9vYg") == "foob");
  CHECK(decoded("data:;base64,Zm9vYmE%3D") == "fooba");
}

TEST_CASE("both alphabets of base64 are read") {
  CHECK(decoded("data:;base64,+/+/") == "\xFB\xFF\xBF");
  CHECK(decoded("data:;base64,-_-_") == "\xFB\xFF\xBF");
}

TEST_CASE("without base64 the content is percent-encoded") {
  CHECK(decoded("data:,a%20b%00c") == std::string("a b\0c", 5));
  CHECK(decoded("data:text/plain,Zm9v") == "Zm9v");
}

TEST_CASE("what is broken is refused") {
  CHECK(decoded("data:;base64") == "malformed");
  CHECK(decoded("data:;base64,Zm9v!") == "malformed");
  CHECK(decoded("data:;base64,Zm=9v") == "malformed");
  CHECK(decoded("data:;base64,Zm9vZ") == "truncated");
}

TEST_CASE("a data URI is known by its scheme in any letter case") {
  CHECK(is_data_uri("data:,"));
  CHECK(is_data_uri("Data:,"));
  CHECK_FALSE(is_data_uri("data.bin"));
  CHECK_FALSE(is_data_uri("dat"));
}

}  // namespace
}  // namespace lodcook::cooker
