#include "cooker/pack/export_glb.h"

#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "cooker/pack/json_text.h"
#include "tests/unit/pack/asset_fixture.h"
#include "tests/unit/pack/pack_asset.h"

namespace lodcook::cooker {

namespace {

Container tube_container() {
  const test::Asset asset = test::tube_asset();
  auto packed = test::pack_asset(asset.set, asset.chains, {});
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

TEST_CASE("all levels are nodes that the first one names, and only it is shown") {
  const std::vector<double> heights{0.5};
  const auto glb = export_all_levels(tube_container(), 0, heights, 0.25);
  REQUIRE(glb);
  const std::string json = json_of(*glb);
  // two joints and the node above them come first; a disc of half the height of a 16:9 view covers 9 pi / 256 of it
  CHECK(contains(json, R"("mesh":0,"skin":0,"extensions":{"MSFT_lod":{"ids":[4]}},)"
                       R"("extras":{"MSFT_screencoverage":[0.1104466167)"));
  CHECK(contains(json, R"("screen_heights":[0.5]}})"));
  CHECK(contains(json, R"(_LOD1","mesh":1,"skin":0})"));
  CHECK(contains(json, R"("extensionsUsed":["MSFT_lod"])"));
  CHECK(contains(json, R"("scenes":[{"nodes":[2,3]}])"));
}

TEST_CASE("a screen coverage is a part of the area and at most all of it") {
  constexpr double pi = 3.14159265358979323846;
  CHECK(screen_coverage(0) == 0);
  CHECK(screen_coverage(1) == doctest::Approx(9 * pi / 64));
  CHECK(screen_coverage(0.1) == doctest::Approx(0.09 * pi / 64));
  CHECK(screen_coverage(7) == 1);
}

TEST_CASE("an object or level that is not there is an error") {
  const Container container = tube_container();
  CHECK(export_all_levels(container, 1, {}, 0).error().code == ErrorCode::invalid_argument);
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
