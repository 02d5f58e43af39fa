#include <doctest/doctest.h>

#include "tests/unit/import/import_models.h"

namespace lodcook::cooker {
namespace {

// counts from the corpus's own table
TEST_CASE("an FBX keeps its skin, colours and animation") {
  const auto file = shared_path("corpus/skinned/maya_kenney_character_7700_binary.fbx");
  if (!is_there(file)) return;
  const Result<Scene> scene = read_model(file);
  REQUIRE(scene.ok());
  CHECK(triangle_count(*scene) == 1604);
  CHECK(scene->nodes.size() == 61);
  REQUIRE(scene->skins.size() == 1);
  CHECK(scene->skins[0].joints.size() == 45);
  CHECK(scene->animations.size() == 1);
  const VertexStreams& vertices = scene->meshes.at(0).primitives.at(0).vertices;
  CHECK(vertices.uvs.size() == 1);
  CHECK(vertices.colors.size() == 1);
  CHECK(vertices.normals.size() == vertices.vertex_count());
}

TEST_CASE("a COLLADA file keeps its light, its node tree and its missing texture's name") {
  const auto file = shared_path("corpus/formats/duck.dae");
  if (!is_there(file)) return;
  const Result<Scene> scene = read_model(file);
  REQUIRE(scene.ok());
  CHECK(triangle_count(*scene) == 4212);
  CHECK(scene->nodes.size() == 4);
  REQUIRE(scene->lights.size() == 1);
  CHECK(scene->lights[0].light.kind == LightKind::directional);
  CHECK(scene->materials.at(0).textures.at(0).path == "duckCM.tga");
  CHECK(has_warning(*scene, "texture_missing"));
}

TEST_CASE("eight nodes share one mesh") {
  const auto file = shared_path("corpus/scenes/blender_293_instancing_7400_binary.fbx");
  if (!is_there(file)) return;
  const Result<Scene> scene = read_model(file);
  REQUIRE(scene.ok());
  CHECK(scene->meshes.size() == 1);
  CHECK(triangle_count(*scene) == 968);
  std::size_t showing = 0;
  for (const Node& node : scene->nodes) showing += node.mesh == 0 ? 1 : 0;
  CHECK(showing == 8);
}

}  // namespace
}  // namespace lodcook::cooker
