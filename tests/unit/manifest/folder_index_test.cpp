#include "manifest/folder_index.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/unit/manifest/sample_manifest.h"

using namespace lodcook;
using namespace lodcook::manifest;

namespace {

const char* const sample_text = R"({
  "format": "lodcook.index",
  "version": 1,
  "assets": [
    {"source": "a.obj", "manifest": "a.obj.lod.json", "container": "a.obj.lodc", "levels": 3, "triangles": 24},
    {"source": "b/rock.glb", "manifest": "b/rock.glb.lod.json", "container": "b/rock.glb.lodc", "levels": 5, "triangles": 1000}
  ],
  "skipped": [
    {"source": "notes.blend", "reason": "no reader for this format"}
  ],
  "failed": [
    {"source": "c.gltf", "error": {"code": 308, "name": "missing_dependency", "message": "c.bin is not there"}},
    {"source": "z.ply", "error": {"code": 304, "name": "truncated", "message": "the file ends early", "place": "vertex 7"}}
  ],
  "totals": {"assets": 2, "skipped": 1, "failed": 2, "levels": 8, "triangles": 1024}
}
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

ErrorCode refused(const std::string& from, const std::string& to) {
  const auto parsed = parse_folder_index(with(sample_text, from, to));
  REQUIRE(!parsed.ok());
  return parsed.error().code;
}

}  // namespace

TEST_CASE("an index is written sorted, with its totals") { CHECK(to_json(sample_index()) == sample_text); }

TEST_CASE("the order of the lists does not show") {
  FolderIndex index = sample_index();
  std::reverse(index.assets.begin(), index.assets.end());
  std::reverse(index.failed.begin(), index.failed.end());
  CHECK(to_json(index) == sample_text);
}

TEST_CASE("an index reads back as it was written") {
  const auto parsed = parse_folder_index(sample_text);
  REQUIRE(parsed.ok());
  CHECK(to_json(*parsed) == sample_text);
  CHECK(parsed->failed[1].error.code == ErrorCode::truncated);
}

TEST_CASE("an empty folder has an index") {
  const auto parsed = parse_folder_index(to_json(FolderIndex()));
  REQUIRE(parsed.ok());
  CHECK(parsed->assets.empty());
}

TEST_CASE("an index cut at any byte is refused") {
  const std::string text = sample_text;
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    CAPTURE(size);
    REQUIRE(!parse_folder_index(text.substr(0, size)).ok());
  }
}

TEST_CASE("an index that contradicts itself or leaves its folder is refused") {
  CHECK(refused("\"levels\": 8", "\"levels\": 9") == ErrorCode::inconsistent);
  CHECK(refused("\"assets\": 2", "\"assets\": 3") == ErrorCode::inconsistent);
  CHECK(refused("\"a.obj.lodc\"", "\"../a.obj.lodc\"") == ErrorCode::forbidden_path);
  CHECK(refused("\"a.obj.lod.json\"", "\"/a.obj.lod.json\"") == ErrorCode::forbidden_path);
  CHECK(refused("\"code\": 308", "\"code\": -1") == ErrorCode::malformed);
  CHECK(refused("lodcook.index", "lodcook.manifest") == ErrorCode::unsupported_format);
  CHECK(refused("\"version\": 1", "\"version\": 0") == ErrorCode::unsupported_version);
}
