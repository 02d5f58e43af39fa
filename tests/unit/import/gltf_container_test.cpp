#include "cooker/import/gltf_container.h"

#include <doctest/doctest.h>

#include "tests/unit/import/gltf_text.h"

namespace lodcook::cooker {
namespace {

Result<GltfParts> split(const std::string& file) {
  return split_gltf({reinterpret_cast<const std::byte*>(file.data()), file.size()});
}

std::string outcome_of(const std::string& file) {
  const Result<GltfParts> parts = split(file);
  return parts.ok() ? "ok" : error_name(parts.error().code);
}

std::string with_u32(std::string file, std::size_t offset, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) file[offset + i] = static_cast<char>(value >> (8 * i) & 0xFF);
  return file;
}

// 12 header, 8 + 4 JSON, 8 + 8 BIN: 40 bytes
const std::string whole = glb("{}", "12345");

TEST_CASE("a GLB gives its JSON and its buffer") {
  const Result<GltfParts> parts = split(whole);
  REQUIRE(parts.ok());
  CHECK(parts->is_glb);
  CHECK(parts->json.size() == 4);
  CHECK(parts->bin.size() == 8);
  CHECK(split(glb("{}", ""))->bin.empty());
}

TEST_CASE("anything without the magic number is JSON as a whole") {
  const std::string text = R"({"asset":{}})";
  const Result<GltfParts> parts = split(text);
  REQUIRE(parts.ok());
  CHECK_FALSE(parts->is_glb);
  CHECK(parts->json.size() == 12);
}

TEST_CASE("a GLB cut at any byte is refused") {
  REQUIRE(whole.size() == 40);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    if (size > 0 && size < 4) continue;  // too short for the magic number: JSON, refused by its parser
    CHECK(outcome_of(whole.substr(0, size)) == "truncated");
  }
}

TEST_CASE("a GLB cut at any byte is refused though its length is set right") {
  for (std::size_t size = 12; size < whole.size(); ++size) {
    CAPTURE(size);
    if (size == 24) continue;  // ends after the JSON chunk: whole without a buffer
    CHECK(outcome_of(with_u32(whole.substr(0, size), 8, static_cast<std::uint32_t>(size))) == "truncated");
  }
}

TEST_CASE("lengths must agree with the file") {
  CHECK(outcome_of(with_u32(whole, 8, 0x7FFFFFFF)) == "truncated");
  CHECK(outcome_of(with_u32(whole, 8, 39)) == "inconsistent");
  CHECK(outcome_of(whole + "junk") == "inconsistent");
  CHECK(outcome_of(with_u32(whole, 12, 0xFFFFFFF0)) == "truncated");
  CHECK(outcome_of(with_u32(whole, 24, 9)) == "truncated");
}

TEST_CASE("the JSON chunk is first and only") {
  CHECK(outcome_of(with_u32(whole, 16, 0x004E4942)) == "malformed");
  CHECK(outcome_of(with_u32(whole, 28, 0x4E4F534A)) == "malformed");
  // chunks of unknown kinds after it are to be skipped
  CHECK(outcome_of(with_u32(whole, 28, 0x12345678)) == "ok");
}

TEST_CASE("other versions are told apart") {
  CHECK(outcome_of(with_u32(whole, 4, 1)) == "unsupported_format");
  CHECK(outcome_of(with_u32(whole, 4, 3)) == "unsupported_feature");
}

}  // namespace
}  // namespace lodcook::cooker
