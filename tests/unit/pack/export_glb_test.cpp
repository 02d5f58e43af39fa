#include "cooker/pack/export_glb.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "cooker/pack/json_text.h"
#include "cooker/pack/pack.h"
#include "tests/unit/pack/asset_fixture.h"

namespace lodcook::cooker {

namespace {

Container tube_container() {
  const test::Asset asset = test::tube_asset();
  auto packed = pack_asset(asset.set, asset.chains, {});
  REQUIRE(packed);
  auto container = Container::open(own_memory(std::move(packed->container)));
  REQUIRE(container);
  return std::move(*container);
}

std::uint32_t u32_at(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

std::string json_of(const std::vector<std::byte>& glb) {
  return {reinterpret_cast<const char*>(glb.data()) + 20, u32_at(glb, 12)};
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a GLB names its own length and two chunks") {
  const auto glb = export_glb(tube_container(), 0, 0);
  REQUIRE(glb);
  CHECK(u32_at(*glb, 0) == 0x46546C67);  // "glTF"
  CHECK(u32_at(*glb, 4) == 2);
  CHECK(u32_at(*glb, 8) == glb->size());
  const std::uint32_t json_size = u32_at(*glb, 12);
  CHECK(json_size % 4 == 0);
  CHECK(u32_at(*glb, 16) == 0x4E4F534A);                  // "JSON"
  CHECK(u32_at(*glb, 20 + json_size + 4) == 0x004E4942);  // "BIN\0"
  CHECK(20 + json_size + 8 + u32_at(*glb, 20 + json_size) == glb->size());
}

TEST_CASE("an export keeps names, sets, joints and targets") {
  const auto glb = export_glb(tube_container(), 0, 1);
  REQUIRE(glb);
  const std::string json = json_of(*glb);
  for (const char* part :
       {R"("name":"tube \"1\"")",
        "\"name\":\"st\xC3\xBC"
        "ff\"",
        R"("alphaMode":"BLEND")", R"("path":"tex/plain wall.png")", "TEXCOORD_1", "COLOR_0", "TANGENT", "JOINTS_1",
        "WEIGHTS_1", R"("targetNames":["smile","frown"])", R"("name":"tip")", "inverseBindMatrices"}) {
    CAPTURE(part);
    CHECK(contains(json, part));
  }
  CHECK_FALSE(contains(json, "\"images\""));
}

TEST_CASE("an object or level that is not there is an error") {
  const Container container = tube_container();
  CHECK(export_glb(container, 1, 0).error().code == ErrorCode::invalid_argument);
  CHECK(export_glb(container, 0, 2).error().code == ErrorCode::invalid_argument);
}

TEST_CASE("JSON text escapes what it must and repairs what is no UTF-8") {
  CHECK(json::text("a\"b\\c\n\x01") == "\"a\\\"b\\\\c\\u000a\\u0001\"");
  CHECK(json::text("\xC3\xBC \xF0\x9F\x92\xA1") == "\"\xC3\xBC \xF0\x9F\x92\xA1\"");
  CHECK(json::text("\xFC\xC3") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
  CHECK(json::text("\xED\xA0\x80") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");  // a surrogate
  CHECK(json::text("\xC0\xAF") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");                  // an overlong slash
  CHECK(json::number(0.1F) == "0.1");
  CHECK(json::number(-1e300) == "-1e+300");
}

}  // namespace lodcook::cooker
