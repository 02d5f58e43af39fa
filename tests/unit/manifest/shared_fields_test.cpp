#include "manifest/shared_fields.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/unit/manifest/sample_manifest.h"

using namespace lodcook;
using namespace lodcook::manifest;

namespace {

template <class Change>
Error refusal(const Change& change) {
  AssetManifest manifest = instances_manifest();
  change(manifest);
  const Result<AssetManifest> parsed = parse_asset_manifest(to_json(manifest));
  REQUIRE_FALSE(parsed.ok());
  return parsed.error();
}

std::vector<MeshInstance>& instances(AssetManifest& manifest, std::size_t tile) {
  return manifest.objects[0].tiles[tile].instances;
}

}  // namespace

TEST_CASE("shared meshes and instances read back as they were written") {
  const std::string text = to_json(instances_manifest());
  const Result<AssetManifest> parsed = parse_asset_manifest(text);
  REQUIRE_MESSAGE(parsed.ok(), to_string(parsed.error()));
  CHECK(to_json(*parsed) == text);
  REQUIRE(parsed->shared_meshes.size() == 2);
  CHECK(parsed->shared_meshes[1].name == "plate");
  CHECK(parsed->shared_meshes[0].box.max == Vec3f{1, 0.5F, 1});
  CHECK(parsed->shared_meshes[0].offset == 4096);
  const MeshInstance& moved = parsed->objects[0].tiles[0].instances[1];
  CHECK(moved.mesh == 0);
  CHECK(moved.placement == 1);
  CHECK(moved.matrix.m[0] == -0.25);
  CHECK(moved.matrix.m[13] == 1e-7);
  CHECK(parsed->objects[0].tiles[0].instances[0].placement == no_placement);
  CHECK(parsed->objects[0].tiles[2].instances.empty());
}

TEST_CASE("a manifest without instances says nothing of them") {
  const std::string text = to_json(plain_manifest());
  CHECK(text.find("shared_meshes") == std::string::npos);
  CHECK(text.find("instances\": [") == std::string::npos);
}

TEST_CASE("instances that stand for nothing are refused") {
  CHECK(refusal([](AssetManifest& m) { instances(m, 0)[0].mesh = 2; }).code == ErrorCode::invalid_index);
  CHECK(refusal([](AssetManifest& m) { instances(m, 1)[0].placement = 2; }).code == ErrorCode::invalid_index);
  CHECK(refusal([](AssetManifest& m) { instances(m, 2) = instances(m, 1); }).code == ErrorCode::invalid_index);
  CHECK(refusal([](AssetManifest& m) { m.shared_meshes.clear(); }).code == ErrorCode::invalid_index);
}

TEST_CASE("a mesh has as many instances as tiles list") {
  CHECK(refusal([](AssetManifest& m) { m.shared_meshes[0].instances = 2; }).code == ErrorCode::inconsistent);
  CHECK(refusal([](AssetManifest& m) { instances(m, 1).clear(); }).code == ErrorCode::inconsistent);
}
