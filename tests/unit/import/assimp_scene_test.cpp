#include <doctest/doctest.h>

#include <cmath>

#include "tests/unit/import/import_models.h"
#include "tests/unit/import/temp_folder.h"

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

TEST_CASE("skin, morphs, light and embedded images of one FBX") {
  const auto file = shared_path("corpus/animated-morph/blender_293_barbarian_7400_binary.fbx");
  if (!is_there(file)) return;
  const Result<Scene> scene = read_model(file);
  REQUIRE(scene.ok());
  CHECK(triangle_count(*scene) == 3165);
  CHECK(scene->materials.size() == 27);
  CHECK(scene->lights.size() == 1);
  CHECK(scene->animations.size() == 1);
  std::size_t primitives = 0, morphs = 0;
  bool embedded = false;
  for (const Mesh& mesh : scene->meshes)
    for (const Primitive& primitive : mesh.primitives) {
      ++primitives;
      morphs += primitive.morph_targets.size();
    }
  for (const Material& material : scene->materials)
    for (const TextureReference& texture : material.textures)
      embedded = embedded || texture.path.starts_with("#image/");
  CHECK(primitives == 46);
  CHECK(morphs == 3);
  CHECK(embedded);
}

TEST_CASE("weights fall and sum to 1, joints are nodes, every joint has its bind matrix") {
  for (const char* name :
       {"skinned/maya_kenney_character_7700_binary.fbx", "skinned/Green_Sea_Turtle.fbx", "formats/Testwuson.X",
        "formats/SimpleCube.md5mesh", "formats/man.mdl", "animated-morph/blender_293_barbarian_7400_binary.fbx"}) {
    const auto file = shared_path(std::string("corpus/") + name);
    if (!is_there(file)) continue;
    CAPTURE(name);
    const Result<Scene> scene = read_model(file);
    REQUIRE(scene.ok());
    REQUIRE_FALSE(scene->skins.empty());
    for (const Skin& skin : scene->skins) {
      CHECK(skin.joints.size() == skin.inverse_binds.size());
      for (const std::uint32_t joint : skin.joints) REQUIRE(joint < scene->nodes.size());
    }
    for (const Node& node : scene->nodes) {
      if (node.skin == no_index) continue;
      for (const Primitive& primitive : scene->meshes.at(node.mesh).primitives) {
        const VertexStreams& v = primitive.vertices;
        const std::size_t n = v.influences_per_vertex;
        REQUIRE(v.weights.size() == n * v.vertex_count());
        REQUIRE(v.joints.size() == n * v.vertex_count());
        std::size_t rising = 0, unequal = 0, beyond = 0;
        for (std::size_t i = 0; i < v.vertex_count(); ++i) {
          double sum = 0;
          for (std::size_t k = 0; k < n; ++k) {
            sum += static_cast<double>(v.weights[i * n + k]);
            rising += k > 0 && v.weights[i * n + k] > v.weights[i * n + k - 1] ? 1 : 0;
            beyond += v.joints[i * n + k] >= scene->skins[node.skin].joints.size() ? 1 : 0;
          }
          unequal += std::abs(sum - 1) > 1e-5 ? 1 : 0;
        }
        CHECK(rising == 0);
        CHECK(unequal == 0);
        CHECK(beyond == 0);
      }
    }
  }
}

TEST_CASE("morph targets are differences and weights are animated") {
  const auto file = shared_path("corpus/animated-morph/sphereBlendShapeAnimation.fbx");
  if (!is_there(file)) return;
  const Result<Scene> scene = read_model(file);
  REQUIRE(scene.ok());
  CHECK(triangle_count(*scene) == 760);
  const Primitive& primitive = scene->meshes.at(0).primitives.at(0);
  REQUIRE(primitive.morph_targets.size() == 5);
  CHECK(scene->meshes[0].default_morph_weights == std::vector<float>(5, 0.0F));
  for (const MorphTarget& target : primitive.morph_targets) {
    // a shape moves some vertices of a sphere of radius 1 and leaves others where they are
    std::size_t still = 0;
    for (const Vec3f& d : target.position_deltas) still += d == Vec3f{} ? 1 : 0;
    CHECK(target.position_deltas.size() == primitive.vertices.vertex_count());
    CHECK(still < target.position_deltas.size());
  }
  bool animated = false;
  for (const Animation& animation : scene->animations)
    for (const AnimationChannel& channel : animation.channels) {
      if (channel.path != AnimationPath::weights) continue;
      animated = true;
      CHECK(channel.values.size() == 5 * channel.times.size());
      CHECK(scene->nodes.at(channel.node).mesh == 0);
    }
  CHECK(animated);
}

TEST_CASE("lights of every kind shine along their own node's -z") {
  struct Row {
    const char* file;
    std::size_t lights;
  };
  for (const Row& row : {Row{"lights/motionbuilder_lights_7700_ascii.fbx", 9}, Row{"lights/lights.dae", 5},
                         Row{"lights/AreaLight_269.blend", 3}, Row{"lights/light_issue1262.ogex", 3}}) {
    const auto file = shared_path(std::string("corpus/") + row.file);
    if (!is_there(file)) continue;
    CAPTURE(row.file);
    const Result<Scene> scene = read_model(file);
    REQUIRE(scene.ok());
    CHECK(scene->lights.size() == row.lights);
    for (const SceneLight& light : scene->lights) CHECK(light.node < scene->nodes.size());
  }
}

TEST_CASE("a COLLADA transparency of 0 does not make a solid model invisible") {
  // the first says so in its diffuse colour, the second in its transparency
  for (const char* name : {"ConcavePolygon.dae", "teapots.DAE"}) {
    const std::filesystem::path file = std::filesystem::path("/usr/share/assimp/models/Collada") / name;
    if (!is_there(file)) continue;
    const Result<Scene> scene = read_model(file);
    REQUIRE(scene.ok());
    for (const Material& material : scene->materials) {
      CHECK(material.base_color_factor.w == 1);
      CHECK(material.alpha_mode == AlphaMode::opaque);
    }
  }
}

// triangles as the corpus's table counts them, polygons as fans
constexpr GoodModel good_models[] = {
    {"skinned/Green_Sea_Turtle.fbx", 484},
    {"animated-morph/blender_331_static_blend_shape_7400_binary.fbx", 12},
    {"scenes/g-track-3.acc", 8837},
    {"lights/motionbuilder_lights_7700_ascii.fbx", 12},
    {"lights/AreaLight_269.blend", 12},
    {"lights/light_issue1262.ogex", 0},
    {"formats/jeep1.ms3d", 2032},
    {"formats/Testwuson.X", 3732},
    {"formats/fromtruespace_bin32.x", 6656},
    {"formats/hierarchy_smoothed.lwo", 564},
    {"formats/UglyVertexColors.lwo", 3202},
    {"formats/fels.3ds", 768},
    {"formats/SphereWithLight.ac", 17664},
    {"formats/Wuson.off", 3732},
    {"formats/Spider_ascii.stl", 1368},
    {"formats/Spider_binary.stl", 1368},
    {"formats/HUMAN.blend", 8560},
    {"formats/faerie.md2", 654},
    {"formats/mrfixit.iqm", 2988},
    {"formats/WusonBlitz.b3d", 3732},
    {"formats/SimpleCube.md5mesh", 12},
    {"formats/spider_6_6.cob", 1368},
    {"formats/ThreeCubesGreen.ASE", 36},
    {"formats/wuson.dxf", 3732},
    {"formats/terrain.hmp", 2048},
    {"formats/Example.ogex", 12},
    {"formats/E-AT-AT.q3o", 11156},
    {"formats/Spider_ascii.zgl", 1312},
    {"formats/ComputerKeyboard.x3d", 100},
    {"formats/box.3mf", 12},
    {"formats/test_with_mat.amf", 4},
    {"formats/heffalump.sib", 676},
    {"formats/ManyEarthsNotJustOne.nff", 51200},
    {"formats/Wuson.raw", 3732},
    {"formats/CrazyEngine.lxo", 2460},
    {"formats/man.mdl", 190},
    {"formats/CesiumMilkTruck.gltf", 2856},
    {"formats/Mesh.mesh.xml", 2656},
    {"seams/maya_ngon_maze_7700_binary.fbx", 41136},
    {"seams/blender_300_ngon_big_7400_binary.fbx", 8028},
    {"seams/featuretype.STL", 3476},
    {"degenerate/zbrush_polygroup_mess_7500_binary.fbx", 16275},
    {"degenerate/busted.STL", 3878},
    {"degenerate/soup.stl", 100},
    {"degenerate/7_8ths_cube.stl", 24},
    {"degenerate/shared.STL", 24},
    {"degenerate/nosurfaces.ac", 0},
    {"degenerate/sample_subdiv.ac", 245760},
    {"degenerate/maya_zero_scale_pivot_7700_binary.fbx", 96},
    {"degenerate/maya_human_ik_7400_binary.fbx", 0},
    {"malformed/weapon_pistol.dae", 1438},  // as the document itself counts them: 1386 and 52
    {"malformed/cube_UTF16LE.dae", 12},
};

TEST_CASE("every format of the corpus that Assimp reads has its triangles") { check_good(good_models); }

constexpr BrokenModel broken_models[] = {
    {"malformed/WithColor.raw", ErrorCode::inconsistent},
    {"malformed/max2009_blob_6100_binary.fbx", ErrorCode::unsupported_feature},
    {"malformed/spider_stl_cut.stl", ErrorCode::malformed},
    {"malformed/spider_stl_count_huge.stl", ErrorCode::malformed},
    {"malformed/spider_stl_count_zero.stl", ErrorCode::malformed},
    {"malformed/spider_ascii_cut.stl", ErrorCode::truncated},
    {"malformed/turtle_cut_40.fbx", ErrorCode::truncated},
    {"malformed/turtle_flipped.fbx", ErrorCode::malformed},
    {"malformed/turtle_bad_offset.fbx", ErrorCode::truncated},
    {"malformed/fels_cut.3ds", ErrorCode::malformed},
    {"malformed/fels_chunk_huge.3ds", ErrorCode::malformed},
    {"malformed/duck_cut.dae", ErrorCode::malformed},
    {"malformed/duck_bad_ref.dae", ErrorCode::malformed},
    {"malformed/human_cut.blend", ErrorCode::malformed},
    {"malformed/jeep_cut.ms3d", ErrorCode::truncated},
    {"malformed/box_cut.3mf", ErrorCode::malformed},
    {"malformed/text.fbx", ErrorCode::malformed},
    {"degenerate/invalid.off", ErrorCode::malformed},
};

TEST_CASE("broken files of the corpus are refused, each by its kind") { check_broken(broken_models); }

TEST_CASE("corners that each facet brings for itself are joined where their normals agree") {
  const TempFolder folder;
  const std::string facet = "facet normal 0 0 1\nouter loop\n";
  const Result<Scene> scene = read_model(folder.write(
      "square.stl", "solid s\n" + facet + "vertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\nendfacet\n" + facet +
                        "vertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s\n"));
  REQUIRE(scene.ok());
  CHECK(triangle_count(*scene) == 2);
  CHECK(vertex_count(*scene) == 4);
}

TEST_CASE("coordinates that Assimp cannot hold are doubted aloud") {
  const TempFolder folder;
  const Result<Scene> scene = read_model(folder.write(
      "far.stl",
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 5456000 0 0\nvertex 5456001 0 0\nvertex 5456000 1 0\n"
      "endloop\nendfacet\nendsolid s\n"));
  REQUIRE(scene.ok());
  CHECK(has_warning(*scene, "precision_loss"));
}

}  // namespace
}  // namespace lodcook::cooker
