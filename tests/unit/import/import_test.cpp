#include "cooker/import/import.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/unit/import/gltf_text.h"
#include "tests/unit/import/temp_folder.h"

namespace lodcook::cooker {
namespace {

TEST_CASE("model files are known by their ending in any letter case") {
  for (const char* name : {"a.glb", "a.GLTF", "b/a.Obj", "a.fbx", "a.dae", "a.ply", "a.stl", "a.3ds", "a.mesh.xml"}) {
    CAPTURE(name);
    CHECK(is_model_file(name));
  }
  for (const char* name : {"a", "glb", ".glb", "a.png", "a.mtl", "a.bin", "a.xml", "a.glb.bak", "a.json", "a.gz"}) {
    CAPTURE(name);
    CHECK_FALSE(is_model_file(name));
  }
}

TEST_CASE("what is not a readable file is an error with a reason") {
  const TempFolder folder;
  CHECK(outcome(import_scene(folder.path() / "gone.glb", {})) == "not_found");
  std::filesystem::create_directory(folder.path() / "folder.glb");
  CHECK(outcome(import_scene(folder.path() / "folder.glb", {})) == "forbidden_path");
  REQUIRE(::mkfifo((folder.path() / "fifo.glb").c_str(), 0600) == 0);
  CHECK(outcome(import_scene(folder.path() / "fifo.glb", {})) == "forbidden_path");
  REQUIRE(::mkfifo((folder.path() / "fifo.obj").c_str(), 0600) == 0);
  CHECK(outcome(import_scene(folder.path() / "fifo.obj", {})) == "forbidden_path");
}

TEST_CASE("dependencies are sorted and the jail's warnings are kept") {
  const TempFolder folder;
  const auto file = folder.write(
      "model.gltf",
      GltfText().text(R"("materials":[{"normalTexture":{"index":0},"emissiveTexture":{"index":1}}],)"
                      R"("textures":[{"source":0},{"source":1}],"images":[{"uri":"b.png"},{"uri":"a.png"}])"));
  const Result<Scene> scene = import_scene(file, {});
  REQUIRE(scene.ok());
  REQUIRE(scene->dependencies.size() == 2);
  CHECK(scene->dependencies[0].path == "a.png");
  CHECK(scene->dependencies[1].path == "b.png");
  CHECK(scene->warnings.size() == 2);
}

}  // namespace
}  // namespace lodcook::cooker
