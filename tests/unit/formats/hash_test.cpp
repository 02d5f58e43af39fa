#include "formats/src/hash.h"

#include <doctest/doctest.h>

#include <string_view>

using namespace lodcook;

namespace {
std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }
}  // namespace

TEST_CASE("hashes are XXH64 with seed 0, by its published values") {
  CHECK(hash64({}) == 0xEF46DB3751D8E999);
  CHECK(hash64(bytes_of("a")) == 0xD24EC4F1A98C6E5B);
  CHECK(hash64(bytes_of("abc")) == 0x44BC2CF5AD770999);
}

TEST_CASE("pieces hash like the whole, wherever it is cut") {
  const std::string_view text = "forty-five bytes, more than one stripe of 32.";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Hasher64 hasher;
    hasher.update(bytes_of(text.substr(0, cut)));
    hasher.update(bytes_of(text.substr(cut)));
    CHECK(hasher.value() == hash64(bytes_of(text)));
  }
}
