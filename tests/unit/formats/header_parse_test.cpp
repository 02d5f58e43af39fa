#include <doctest/doctest.h>

#include "formats/src/index_parse.h"
#include "tests/unit/formats/patched_file.h"

using namespace lodcook;
using format::HeaderRecord;

namespace {

template <class Change>
ErrorCode refusal(const Change& change, const Limits& limits = {}) {
  test::PatchedFile file;
  file.change_header(change);
  const Status status = file.load(limits);
  REQUIRE_FALSE(status.ok());
  return status.error().code;
}

template <class Change>
ErrorCode with_limit(const Change& change) {
  Limits limits;
  change(limits);
  test::PatchedFile file;
  const Status status = file.load(limits);
  REQUIRE_FALSE(status.ok());
  return status.error().code;
}

}  // namespace

TEST_CASE("a container that nothing was done to opens") {
  test::PatchedFile file;
  CHECK(file.load().ok());
}

TEST_CASE("a header that is not what it must be is refused with its own number") {
  CHECK(refusal([](HeaderRecord& h) { h.magic[4] = '\n'; }) == ErrorCode::bad_magic);
  CHECK(refusal([](HeaderRecord& h) { h.version_major = 2; }) == ErrorCode::unsupported_version);
  CHECK(refusal([](HeaderRecord& h) { h.version_major = 0; }) == ErrorCode::unsupported_version);
  CHECK(refusal([](HeaderRecord& h) { h.required_features = 2; }) == ErrorCode::unknown_required_feature);
  CHECK(refusal([](HeaderRecord& h) { h.header_size = 136; }) == ErrorCode::size_mismatch);
  CHECK(refusal([](HeaderRecord& h) { h.reserved = 1; }) == ErrorCode::reserved_not_zero);
  CHECK(refusal([](HeaderRecord& h) { h.file_size += 16; }) == ErrorCode::size_mismatch);
  CHECK(refusal([](HeaderRecord& h) { h.index_size += 1; }) == ErrorCode::size_mismatch);
  CHECK(refusal([](HeaderRecord& h) { h.tile_count += 1; }) == ErrorCode::size_mismatch);
  CHECK(refusal([](HeaderRecord& h) { h.light_count = 0xFFFFFFFF; }) == ErrorCode::size_mismatch);
}

TEST_CASE("a newer minor version and optional features are accepted") {
  test::PatchedFile file;
  file.change_header([](HeaderRecord& h) {
    h.version_minor = 7;
    h.optional_features = 0x8000000000000001;
  });
  CHECK(file.load().ok());
}

TEST_CASE("damage is told from malice: hashes have numbers of their own") {
  const std::vector<std::byte> whole = *write_container(test::golden_scene(), {});
  const auto refusal_at = [&](std::size_t at) {
    std::vector<std::byte> file = whole;
    file[at] ^= std::byte{1};
    return test::open_and_load_all(file).error().code;
  };
  CHECK(refusal_at(70) == ErrorCode::header_hash_mismatch);
  CHECK(refusal_at(127) == ErrorCode::header_hash_mismatch);
  CHECK(refusal_at(128) == ErrorCode::index_hash_mismatch);
  HeaderRecord header;
  std::memcpy(&header, whole.data(), sizeof(header));
  CHECK(refusal_at(static_cast<std::size_t>(format::data_offset(header))) == ErrorCode::chunk_hash_mismatch);
  CHECK(refusal_at(static_cast<std::size_t>(format::data_offset(header)) - 1) == ErrorCode::reserved_not_zero);
}

TEST_CASE("every limit refuses with its own number, and does not where it is just met") {
  CHECK(with_limit([](Limits& l) { l.max_chunks = 20; }) == ErrorCode::over_chunk_limit);
  CHECK(with_limit([](Limits& l) { l.max_tiles = 5; }) == ErrorCode::over_tile_limit);
  CHECK(with_limit([](Limits& l) { l.max_levels_per_object = 1; }) == ErrorCode::over_level_limit);
  CHECK(with_limit([](Limits& l) { l.max_string_bytes = 101; }) == ErrorCode::over_string_limit);
  CHECK(with_limit([](Limits& l) { l.max_index_bytes = 1000; }) == ErrorCode::over_index_limit);
  CHECK(with_limit([](Limits& l) { l.max_chunk_bytes = 700; }) == ErrorCode::over_limit);
  CHECK(with_limit([](Limits& l) { l.memory_budget_bytes = 1000; }) == ErrorCode::over_memory_budget);

  test::PatchedFile file;
  Limits exact;
  exact.max_chunks = 21;
  exact.max_tiles = 6;
  exact.max_levels_per_object = 2;
  exact.max_string_bytes = 102;
  exact.max_index_bytes = file.header().index_size;
  exact.max_chunk_bytes = 768;  // 384 indices of two bytes
  CHECK(file.load(exact).ok());
}
