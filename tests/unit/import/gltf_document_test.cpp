#include "cooker/import/gltf_document.h"

#include <doctest/doctest.h>

#include "tests/unit/import/gltf_text.h"
#include "tests/unit/import/temp_folder.h"

namespace lodcook::cooker {
namespace {

const std::string triangle = packed<float>({0, 0, 0, 1, 0, 0, 0, 1, 0});

std::string with_buffer(const std::string& buffer) {
  return R"({"asset":{"version":"2.0"},"buffers":[)" + buffer +
         R"(],"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,)"
         R"("type":"VEC3","count":3}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]})";
}

TEST_CASE("an extension that is required but not known is refused by its name") {
  const auto with_extension = [](const std::string& name) {
    return import_text(
        GltfText().text(R"("extensionsUsed":[")" + name + R"("],"extensionsRequired":[")" + name + R"("])"));
  };
  const Result<Scene> scene = with_extension("EXT_not_known");
  REQUIRE_FALSE(scene.ok());
  CHECK(scene.error().code == ErrorCode::unsupported_feature);
  CHECK(scene.error().message.find("EXT_not_known") != std::string::npos);
  for (const std::string name : {"KHR_mesh_quantization", "EXT_meshopt_compression", "KHR_draco_mesh_compression",
                                 "EXT_mesh_gpu_instancing", "KHR_lights_punctual", "KHR_texture_transform",
                                 "KHR_materials_unlit", "EXT_texture_webp", "KHR_texture_basisu"}) {
    CAPTURE(name);
    CHECK(outcome(with_extension(name)) == "ok");
  }
  CHECK(outcome(import_text(GltfText().text(R"("extensionsUsed":["EXT_not_known"])"))) == "ok");
}

TEST_CASE("a buffer may be a file, a data URI or the GLB's own") {
  const TempFolder folder;
  folder.write("a b/tri angle.bin", triangle + "more");
  const auto import = [&](const std::string& text) { return import_scene(folder.write("model.gltf", text), {}); };
  const Result<Scene> file = import(with_buffer(R"({"byteLength":36,"uri":"a%20b\/tri%20angle.bin"})"));
  REQUIRE_MESSAGE(file.ok(), to_string(file.error()));
  REQUIRE(file->dependencies.size() == 1);
  CHECK(file->dependencies[0].path == "a b/tri angle.bin");
  CHECK(file->dependencies[0].asked_path == "a%20b/tri%20angle.bin");
  CHECK(file->dependencies[0].read);
  CHECK(outcome(import(with_buffer(R"({"byteLength":36,"uri":"data:;base64,)" + base64(triangle) + R"("})"))) == "ok");
  CHECK(outcome(import(glb(with_buffer(R"({"byteLength":36})"), triangle))) == "ok");
  // the name's ending does not decide between the two forms
  CHECK(outcome(import_text(glb(with_buffer(R"({"byteLength":36})"), triangle), "model.obj")) == "ok");
  CHECK(outcome(import_text(with_buffer(R"({"byteLength":36,"uri":"data:;base64,)" + base64(triangle) + R"("})"),
                            "MODEL.GLB")) == "ok");
}

TEST_CASE("a buffer with fewer bytes than it declares is refused") {
  const TempFolder folder;
  folder.write("short.bin", triangle.substr(1));
  const auto import = [&](const std::string& text) {
    return outcome(import_scene(folder.write("model.gltf", text), {}));
  };
  CHECK(import(with_buffer(R"({"byteLength":36,"uri":"short.bin"})")) == "truncated");
  CHECK(import(with_buffer(R"({"byteLength":36,"uri":"data:;base64,)" + base64(triangle.substr(1)) + R"("})")) ==
        "truncated");
  CHECK(import(glb(with_buffer(R"({"byteLength":36})"), triangle.substr(4))) == "truncated");
  CHECK(import(glb(with_buffer(R"({"byteLength":36})"), "")) == "truncated");
  CHECK(import(with_buffer(R"({"byteLength":36})")) == "malformed");
  CHECK(import(with_buffer(R"({"byteLength":36,"uri":"data:;base64,!!!!"})")) == "malformed");
}

TEST_CASE("buffers outside the folder and missing ones are errors that name the file") {
  const auto with_uri = [](const std::string& uri) {
    return import_text(with_buffer(R"({"byteLength":36,"uri":")" + uri + "\"}"));
  };
  for (const std::string uri : {"../x.bin", "/etc/passwd", "file:///etc/passwd", "%2e%2e/x.bin", "http:\\/\\/h\\/x.bin",
                                "..\\\\x.bin", "x\\u0000.bin"}) {
    CAPTURE(uri);
    const Result<Scene> scene = with_uri(uri);
    // a NUL in a name has become another character
    CHECK(outcome(scene) == (uri.find("u0000") == std::string::npos ? "forbidden_path" : "missing_dependency"));
  }
  const Result<Scene> missing = with_uri("gone.bin");
  CHECK(outcome(missing) == "missing_dependency");
  CHECK(missing.error().message == "model.gltf names 'gone.bin', which is not there");
}

TEST_CASE("a buffer that no mesh needs is not asked for") {
  GltfText gltf;
  const std::string text = with_buffer(R"({"byteLength":36,"uri":"data:;base64,)" + base64(triangle) +
                                       R"("},{"byteLength":9,"uri":"gone.bin"})");
  CHECK(outcome(import_text(text)) == "ok");
}

TEST_CASE("text_of gives a string's characters and nothing for none") {
  CHECK(text_of(nullptr).empty());
  CHECK(text_of("a\\u00fc\\/") == "aü/");
}

}  // namespace
}  // namespace lodcook::cooker
