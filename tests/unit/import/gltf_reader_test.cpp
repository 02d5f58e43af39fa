#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <limits>

#include "cooker/import/readers.h"
#include "tests/unit/import/gltf_text.h"

namespace lodcook::cooker {
namespace {

std::filesystem::path shared_folder() {
  const char* const folder = std::getenv("LODCOOK_SHARED");
  return folder != nullptr ? folder : LODCOOK_SHARED_DEFAULT;
}

bool is_shared_there() {
  const bool there = std::filesystem::exists(shared_folder() / "corpus");
  if (!there) std::cout << "skipped, not there: " << shared_folder().string() << "/corpus\n";
  return there;
}

Result<Scene> import_model(const std::string& file) { return import_scene(shared_folder() / "corpus" / file, {}); }

struct Counts {
  std::size_t triangles = 0, vertices = 0, primitives = 0;
};

Counts count(const Scene& scene) {
  Counts out;
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      out.triangles += primitive.indices.size() / 3;
      out.vertices += primitive.vertices.vertex_count();
      ++out.primitives;
    }
  }
  return out;
}

struct Model {
  const char* file;
  Counts counts;
};

// The corpus's own table. Where it counts vertices that no triangle uses, or points and lines, the numbers here were
// counted from the file's accessors: town_model (buffers shared by primitives), mode5, Cube, PrimitiveModeNormalsTest.
// cave and bridge_garden are not in the table; the counts are those of their accessors.
const Model models[] = {{"animated-morph/AnimatedMorphCube.gltf", {12, 24, 1}},
                        {"animated-morph/cannon.glb", {2468, 2446, 2}},
                        {"animated-morph/frostAxe.glb", {2016, 1930, 2}},
                        {"animated-morph/morph-stress-test.glb", {2412, 1528, 2}},
                        {"degenerate/BoxBadNormals.glb", {12, 24, 1}},
                        {"degenerate/Cube.gltf", {46, 138, 4}},
                        {"degenerate/PrimitiveModeNormalsTest.glb", {2562, 1644, 9}},
                        {"degenerate/living_room.glb", {5088, 4568, 7}},
                        {"formats/2CylinderEngine.gltf", {65311, 55887, 34}},
                        {"formats/BoxTextured.glb", {12, 24, 1}},
                        {"lights/Lights.glb", {12, 24, 1}},
                        {"lights/geometry-camera-light.glb", {14, 28, 2}},
                        {"malformed/bridge_garden_meshopt.glb", {21883, 41980, 13}},
                        {"malformed/cave.glb", {595410, 297679, 1}},
                        {"multi-material/2CylinderEngine.glb", {75730, 55843, 34}},
                        {"multi-material/house.glb", {10497, 13141, 2}},
                        {"scenes/CesiumMilkTruck.glb", {2856, 2978, 4}},
                        {"scenes/mode5.gltf", {2786, 3610, 412}},
                        {"scenes/scene.gltf", {45328, 22766, 8}},
                        {"scenes/simple-instancing.glb", {12, 24, 1}},
                        {"scenes/town_model.gltf", {30477, 24281, 60}},
                        {"scenes/underwaterScene.glb", {30871, 42128, 4}},
                        {"scenes/kenney-city/building-small-c.glb", {834, 1320, 1}},
                        {"seams/NormalTangentTest.glb", {7774, 3983, 1}},
                        {"skinned/CesiumMan.glb", {4672, 3273, 1}},
                        {"skinned/Knight.glb", {6952, 7024, 15}},
                        {"skinned/mannequiny.glb", {13832, 12597, 3}},
                        {"skinned/simple_skin.gltf", {8, 10, 1}},
                        {"skinned/vintageFan_animated.gltf", {21080, 15601, 3}},
                        {"terrain/mars-tiles/dingo_gap_00.glb", {1459, 938, 1}},
                        {"terrain/terrain.glb", {3868, 9393, 68}},
                        {"terrain/underwaterGround.glb", {4608, 2916, 1}}};

TEST_CASE("every triangle of the real models is read") {
  if (!is_shared_there()) return;
  for (const Model& model : models) {
    CAPTURE(model.file);
    const Result<Scene> scene = import_model(model.file);
    REQUIRE_MESSAGE(scene.ok(), to_string(scene.error()));
    const Counts counts = count(*scene);
    CHECK(counts.triangles == model.counts.triangles);
    CHECK(counts.vertices == model.counts.vertices);
    CHECK(counts.primitives == model.counts.primitives);
  }
}

struct Refusal {
  const char* file;
  const char* error;
};

const Refusal refusals[] = {{"degenerate/BoxWithInfinites.glb", "non_finite"},
                            {"malformed/AllIndicesOutOfRange.gltf", "invalid_index"},
                            {"malformed/animatedcube_json_cut.gltf", "malformed"},
                            {"malformed/animatedcube_no_bin.gltf", "missing_dependency"},
                            {"malformed/animatedcube_path_escape.gltf", "forbidden_path"},
                            {"malformed/badArray.gltf", "malformed"},
                            {"malformed/building_as_obj.obj", "truncated"},
                            {"malformed/building_bad_length.glb", "truncated"},
                            {"malformed/building_bin_flipped.glb", "invalid_index"},
                            {"malformed/building_count_huge.glb", "inconsistent"},
                            {"malformed/building_cut_11_bytes.glb", "truncated"},
                            {"malformed/building_cut_50.glb", "truncated"},
                            {"malformed/building_json_chunk_huge.glb", "truncated"},
                            {"malformed/building_trailing_garbage.glb", "inconsistent"},
                            {"malformed/empty.glb", "truncated"},
                            {"malformed/morphLoader.glb", "malformed"},
                            {"malformed/sceneWrongType.gltf", "malformed"}};

TEST_CASE("every broken file is refused with its reason and place") {
  if (!is_shared_there()) return;
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.file);
    const Result<Scene> scene = import_model(refusal.file);
    CHECK(outcome(scene) == refusal.error);
    if (!scene.ok()) {
      const std::string name = std::filesystem::path(refusal.file).filename().string();
      CHECK(to_string(scene.error()).find(name) == 0);
    }
  }
}

// Positions of a mesh's first primitive against the bounds that its exporter wrote into the accessor.
void check_bounds(const char* file, std::size_t mesh, Vec3f low, Vec3f high, double tolerance) {
  CAPTURE(file);
  const Result<Scene> scene = import_model(file);
  REQUIRE(scene.ok());
  const float inf = std::numeric_limits<float>::infinity();
  Vec3f min{inf, inf, inf}, max{-inf, -inf, -inf};
  for (const Vec3f& p : scene->meshes.at(mesh).primitives.at(0).vertices.positions) {
    min = {std::min(min.x, p.x), std::min(min.y, p.y), std::min(min.z, p.z)};
    max = {std::max(max.x, p.x), std::max(max.y, p.y), std::max(max.z, p.z)};
  }
  const float found[] = {min.x, min.y, min.z, max.x, max.y, max.z};
  const float expected[] = {low.x, low.y, low.z, high.x, high.y, high.z};
  for (std::size_t i = 0; i < 6; ++i) CHECK(std::abs(found[i] - expected[i]) <= tolerance);
}

TEST_CASE("decompressed positions fill the bounds that the exporter wrote") {
  if (!is_shared_there()) return;
  // Draco with its quantisation of 11 and 14 bits over the extent
  check_bounds("formats/2CylinderEngine.gltf", 0, {-43.182732F, -37.025867F, -46.552021F},
               {63.404484F, 56.088394F, 46.562241F}, 106.6 / 2048);
  check_bounds("malformed/cave.glb", 0, {-5.7007985F, -2.5653448F, -2.8316910F}, {4.9693427F, 0.9639844F, 30.073219F},
               33.0 / 2048);
  check_bounds("malformed/bridge_garden_meshopt.glb", 0, {-5.31756592F, 0.911687851F, -4.87012768F},
               {5.59919214F, 6.05009747F, 5.26956081F}, 0);
  check_bounds("animated-morph/AnimatedMorphCube.gltf", 0, {-0.0100000044F, -0.0100000054F, -0.01F},
               {0.0100000035F, 0.0100000035F, 0.01F}, 0);
}

TEST_CASE("skins, morphs, animations, lights and instances of real models are whole") {
  if (!is_shared_there()) return;
  const Result<Scene> knight = import_model("skinned/Knight.glb");
  REQUIRE(knight.ok());
  CHECK(knight->animations.size() == 76);
  REQUIRE_FALSE(knight->skins.empty());
  CHECK(knight->skins[0].joints.size() == knight->skins[0].inverse_binds.size());
  const Result<Scene> man = import_model("skinned/CesiumMan.glb");
  REQUIRE(man.ok());
  CHECK(man->skins.at(0).joints.size() == 19);
  CHECK(man->animations.at(0).channels.size() == 57);
  CHECK(man->materials.at(0).textures.at(0).path == "#image/0");
  const Result<Scene> cube = import_model("animated-morph/AnimatedMorphCube.gltf");
  REQUIRE(cube.ok());
  CHECK(cube->meshes.at(0).primitives.at(0).morph_targets.at(1).name == "angle");
  CHECK(cube->animations.at(0).channels.at(0).times.size() == 127);
  CHECK(cube->animations[0].channels[0].values.size() == 254);
  const Result<Scene> mannequin = import_model("skinned/mannequiny.glb");
  REQUIRE(mannequin.ok());
  CHECK(mannequin->meshes.at(0).primitives.at(0).vertices.uvs.size() == 2);
  CHECK(mannequin->meshes[0].primitives[0].vertices.colors.size() == 2);
  const Result<Scene> lights = import_model("lights/Lights.glb");
  REQUIRE(lights.ok());
  REQUIRE(lights->lights.size() == 4);
  CHECK(lights->nodes[lights->lights[0].node].name == "Light_Orientation");
  CHECK(lights->lights[1].light.outer_cone_radians == doctest::Approx(0.39269909));
  const Result<Scene> many = import_model("scenes/simple-instancing.glb");
  REQUIRE(many.ok());
  CHECK(many->nodes.at(0).instances.size() == 125);
}

TEST_CASE("a texture that is not there is a warning, never a failure") {
  if (!is_shared_there()) return;
  const Result<Scene> scene = import_model("scenes/kenney-city/grass.glb");
  REQUIRE(scene.ok());
  REQUIRE(scene->dependencies.size() == 1);
  CHECK(scene->dependencies[0].path == "Textures/colormap.png");
  CHECK(scene->dependencies[0].missing);
  CHECK(scene->warnings.at(0).id == "texture_missing");
}

TEST_CASE("glTF 1.0 is read by the other reader") {
  if (!is_shared_there()) return;
  const Result<Scene> scene = import_model("formats/CesiumMilkTruck.gltf");
  REQUIRE_MESSAGE(scene.ok(), to_string(scene.error()));
  CHECK(count(*scene).triangles == 2856);
}

TEST_CASE("names of case 03 and the count of case 06") {
  const std::filesystem::path cases = shared_folder() / "cases";
  if (!std::filesystem::exists(cases)) return;
  const Result<Scene> lamp = import_scene(cases / "03-unicode-names/models/Küche/лампа.gltf", {});
  REQUIRE_MESSAGE(lamp.ok(), to_string(lamp.error()));
  CHECK(lamp->nodes.at(0).name == "Lampe \"groß\" \\ №4 💡");
  CHECK(count(*lamp).triangles == 4);
  CHECK(outcome(import_scene(cases / "06-huge-accessor-count/liar.gltf", {})) == "over_triangle_limit");
  CHECK(outcome(import_scene(cases / "01-missing-bin/models/panel.gltf", {})) == "missing_dependency");
}

}  // namespace
}  // namespace lodcook::cooker
