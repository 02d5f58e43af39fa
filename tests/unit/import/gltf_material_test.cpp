#include "cooker/import/gltf_material.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/unit/import/gltf_text.h"
#include "tests/unit/import/temp_folder.h"

namespace lodcook::cooker {
namespace {

Result<Scene> with_material(const std::string& material, const std::string& rest = "") {
  return import_text(GltfText().text(R"("materials":[{)" + material + "}]" + rest));
}

const Material& first(const Result<Scene>& scene) {
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  return scene->materials.at(0);
}

const TextureReference* texture(const Material& material, TextureSlot slot) {
  const auto found = std::find_if(material.textures.begin(), material.textures.end(),
                                  [&](const TextureReference& t) { return t.slot == slot; });
  return found == material.textures.end() ? nullptr : &*found;
}

// the defaults of glTF 2.0, section 5.19 and 5.22
TEST_CASE("a material without members has glTF's defaults") {
  const Result<Scene> scene = with_material("");
  const Material& material = first(scene);
  CHECK(material.name.empty());
  CHECK(material.alpha_mode == AlphaMode::opaque);
  CHECK(material.alpha_cutoff == 0.5F);
  CHECK_FALSE(material.double_sided);
  CHECK(material.base_color_factor == Vec4f{1, 1, 1, 1});
  CHECK(material.metallic_factor == 1);
  CHECK(material.roughness_factor == 1);
  CHECK(material.emissive_factor == Vec3f{0, 0, 0});
  CHECK(material.textures.empty());
}

TEST_CASE("factors, modes and names are kept") {
  const Result<Scene> scene = with_material(
      R"("name":"Glas \u2116 4","alphaMode":"MASK","alphaCutoff":0.25,"doubleSided":true,"emissiveFactor":[1,0.5,0],)"
      R"("pbrMetallicRoughness":{"baseColorFactor":[0.1,0.2,0.3,0.4],"metallicFactor":0.5,"roughnessFactor":0.75})");
  const Material& material = first(scene);
  CHECK(material.name == "Glas № 4");
  CHECK(material.alpha_mode == AlphaMode::mask);
  CHECK(material.alpha_cutoff == 0.25F);
  CHECK(material.double_sided);
  CHECK(material.emissive_factor == Vec3f{1, 0.5F, 0});
  CHECK(material.base_color_factor == Vec4f{0.1F, 0.2F, 0.3F, 0.4F});
  CHECK(material.metallic_factor == 0.5F);
  CHECK(material.roughness_factor == 0.75F);
  CHECK(first(with_material(R"("alphaMode":"BLEND")")).alpha_mode == AlphaMode::blend);
}

TEST_CASE("specular-glossiness gives its diffuse colour as base colour") {
  const Result<Scene> scene = with_material(
      R"("extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[0.1,0.2,0.3,1],"glossinessFactor":0.25,)"
      R"("diffuseTexture":{"index":0},"specularGlossinessTexture":{"index":1}}})",
      R"(,"textures":[{"source":0},{"source":1}],"images":[{"uri":"d.png"},{"uri":"s.png"}])");
  const Material& material = first(scene);
  CHECK(material.base_color_factor == Vec4f{0.1F, 0.2F, 0.3F, 1});
  CHECK(material.roughness_factor == 0.75F);
  CHECK(material.metallic_factor == 0);
  CHECK(texture(material, TextureSlot::base_color)->path == "d.png");
  CHECK(texture(material, TextureSlot::specular)->path == "s.png");
}

TEST_CASE("textures keep slot, UV set, transform and wrapping") {
  const Result<Scene> scene = with_material(
      R"("normalTexture":{"index":0,"texCoord":1},"occlusionTexture":{"index":0},"emissiveTexture":{"index":0},)"
      R"("pbrMetallicRoughness":{"metallicRoughnessTexture":{"index":0},"baseColorTexture":{"index":1,"texCoord":1,)"
      R"("extensions":{"KHR_texture_transform":{"offset":[0.5,0.25],"rotation":1.5,"scale":[2,3],"texCoord":2}}}})",
      R"(,"textures":[{"source":0},{"source":0,"sampler":0}],"samplers":[{"wrapS":33071,"wrapT":33648}],)"
      R"("images":[{"uri":"a.png"}])");
  const Material& material = first(scene);
  REQUIRE(material.textures.size() == 5);
  const TextureReference* base = texture(material, TextureSlot::base_color);
  REQUIRE(base != nullptr);
  CHECK(base->uv_set == 2);
  CHECK(base->offset == Vec2f{0.5F, 0.25F});
  CHECK(base->scale == Vec2f{2, 3});
  CHECK(base->rotation_radians == 1.5F);
  CHECK(base->wrap_s == 33071);
  CHECK(base->wrap_t == 33648);
  const TextureReference* normal = texture(material, TextureSlot::normal);
  REQUIRE(normal != nullptr);
  CHECK(normal->uv_set == 1);
  CHECK(normal->scale == Vec2f{1, 1});
  CHECK(normal->wrap_s == 10497);
  CHECK(texture(material, TextureSlot::occlusion) != nullptr);
  CHECK(texture(material, TextureSlot::emissive) != nullptr);
  CHECK(texture(material, TextureSlot::metallic_roughness) != nullptr);
}

TEST_CASE("textures of extensions keep the extension's name") {
  const Result<Scene> scene =
      with_material(R"("extensions":{"KHR_materials_clearcoat":{"clearcoatNormalTexture":{"index":0}}})",
                    R"(,"textures":[{"source":0}],"images":[{"uri":"a.png"}])");
  REQUIRE(first(scene).textures.size() == 1);
  CHECK(first(scene).textures[0].slot == TextureSlot::other);
  CHECK(first(scene).textures[0].slot_name == "clearcoat_normal");
}

TEST_CASE("images inside the file are named by number, those of extensions found") {
  const Result<Scene> scene = with_material(
      R"("normalTexture":{"index":0},"emissiveTexture":{"index":1},"occlusionTexture":{"index":2})",
      R"(,"textures":[{"source":1},{"extensions":{"EXT_texture_webp":{"source":0}}},{}],)"
      R"("images":[{"uri":"data:image/webp;base64,AAAA"},{"uri":"b\/c%20d.png"}],"extensionsRequired":["EXT_texture_webp"])");
  const Material& material = first(scene);
  CHECK(texture(material, TextureSlot::emissive)->path == "#image/0");
  CHECK(texture(material, TextureSlot::normal)->path == "b/c d.png");
  CHECK(texture(material, TextureSlot::occlusion) == nullptr);
}

TEST_CASE("a texture is a dependency that is not read; a missing one is a warning") {
  const TempFolder folder;
  folder.write("tex/wall brick.png", "png");
  const auto file = folder.write(
      "model.gltf", GltfText().text(R"("materials":[{"normalTexture":{"index":0},"emissiveTexture":{"index":1}}],)"
                                    R"("textures":[{"source":0},{"source":1}],)"
                                    R"("images":[{"uri":"Tex/wall%20brick.png"},{"uri":"../../gone.png"}])"));
  const Result<Scene> scene = import_scene(file, {});
  REQUIRE_MESSAGE(scene.ok(), outcome(scene));
  REQUIRE(scene->dependencies.size() == 2);
  CHECK(scene->dependencies[0].path == "gone.png");
  CHECK(scene->dependencies[0].missing);
  CHECK(scene->dependencies[1].path == "tex/wall brick.png");
  CHECK(scene->dependencies[1].asked_path == "Tex/wall%20brick.png");
  CHECK_FALSE(scene->dependencies[1].read);
  CHECK_FALSE(scene->dependencies[1].missing);
}

}  // namespace
}  // namespace lodcook::cooker
