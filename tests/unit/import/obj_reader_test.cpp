#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "cooker/scene/transform.h"
#include "tests/unit/import/import_models.h"
#include "tests/unit/import/temp_folder.h"

namespace lodcook::cooker {
namespace {

// expected figures of case 02-material-path-spelling
TEST_CASE("material files and textures are found under odd spellings") {
  TempFolder folder;
  folder.write("hut materials.mtl",
               "newmtl plain wall\nKd 0.8 0.7 0.6\nmap_Kd tex\\plain wall.png\n\nnewmtl roof\nmap_Kd Tex/Roof.PNG\n");
  folder.write("tex/plain wall.png", "x");
  folder.write("tex/roof.png", "x");
  const auto file =
      folder.write("hut.obj",
                   "mtllib hut materials.mtl\no hut\nv 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 4 0 0\nv 4 2 0\n"
                   "usemtl plain wall\nf 1 2 3 4\nusemtl roof\nf 2 5 6 3\n");
  const Result<Scene> scene = read_model(file);
  REQUIRE(scene.ok());
  REQUIRE(scene->materials.size() == 2);
  CHECK(scene->materials[0].name == "plain wall");
  CHECK(scene->materials[1].name == "roof");
  CHECK(scene->materials[0].textures.at(0).path == "tex/plain wall.png");
  CHECK(scene->materials[1].textures.at(0).path == "tex/roof.png");
  CHECK(triangle_count(*scene) == 4);
  REQUIRE(scene->meshes.size() == 1);
  CHECK(scene->meshes[0].primitives.size() == 2);
  CHECK(scene->warnings.empty());
}

TEST_CASE("several material files may stand on one line") {
  TempFolder folder;
  folder.write("a.mtl", "newmtl a\n");
  folder.write("b.mtl", "newmtl b\nd 0.5\n");
  const Result<Scene> scene =
      read_model(folder.write("m.obj", "mtllib a.mtl b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl b\nf 1 2 3\n"));
  REQUIRE(scene.ok());
  REQUIRE(scene->materials.size() == 2);
  CHECK(scene->meshes[0].primitives[0].material == 1);
  CHECK(scene->materials[1].base_color_factor.w == 0.5F);
  CHECK(scene->materials[1].alpha_mode == AlphaMode::blend);
}

TEST_CASE("d says how solid a material is, Tr only where d is absent") {
  const TempFolder folder;
  folder.write("m.mtl", "newmtl a\nd 1\nTr 1\nnewmtl b\nTr 0.25\nnewmtl c\nTr 1\nd 0.5\n");
  const Result<Scene> scene =
      read_model(folder.write("m.obj", "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n"));
  REQUIRE(scene.ok());
  REQUIRE(scene->materials.size() == 3);
  CHECK(scene->materials[0].base_color_factor.w == 1);
  CHECK(scene->materials[0].alpha_mode == AlphaMode::opaque);
  CHECK(scene->materials[1].base_color_factor.w == 0.75F);
  CHECK(scene->materials[2].base_color_factor.w == 0.5F);
}

TEST_CASE("a missing material file is a warning and the name stays") {
  TempFolder folder;
  const Result<Scene> scene =
      read_model(folder.write("m.obj", "mtllib gone.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"));
  REQUIRE(scene.ok());
  CHECK(has_warning(*scene, "material_file_missing"));
  CHECK(scene->materials.at(0).name == "red");
  REQUIRE(scene->dependencies.size() == 1);
  CHECK(scene->dependencies[0].missing);
}

TEST_CASE("a material file outside the model's folder is not opened") {
  TempFolder folder;
  folder.write("secret.mtl", "newmtl red\nKd 1 0 0\n");
  const Result<Scene> scene =
      read_model(folder.write("in/m.obj", "mtllib ../secret.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"));
  REQUIRE(scene.ok());
  CHECK(has_warning(*scene, "material_file_missing"));
  CHECK(scene->materials.at(0).base_color_factor == Vec4f{1, 1, 1, 1});
}

// expected figures of case 04-concave-ngon: 10 triangles, area 10, all facing +z, none over a notch
TEST_CASE("concave polygons are cut exactly, a continued face line too") {
  const auto file = shared_path("cases/04-concave-ngon/plates.obj");
  if (!is_there(file)) return;
  const Result<Scene> scene = read_model(file);
  REQUIRE(scene.ok());
  CHECK(triangle_count(*scene) == 10);
  CHECK(triangle_area(*scene) == doctest::Approx(10).epsilon(1e-6));
  for (const Mesh& mesh : scene->meshes)
    for (const Primitive& primitive : mesh.primitives)
      for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
        const Vec3f a = primitive.vertices.positions[primitive.indices[i]];
        const Vec3f b = primitive.vertices.positions[primitive.indices[i + 1]];
        const Vec3f c = primitive.vertices.positions[primitive.indices[i + 2]];
        CHECK((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0);
        const float x = (a.x + b.x + c.x) / 3, y = (a.y + b.y + c.y) / 3;
        CHECK_FALSE((x > 1 && x < 2 && y > 1 && y < 2));
        CHECK_FALSE((x > 6 && x < 7 && y > 1 && y < 3));
      }
}

TEST_CASE("names outside ASCII come through") {
  TempFolder folder;
  folder.write("Bezüge.mtl", "newmtl Bezug_grün\nKd 0.1 0.7 0.2\n");
  const Result<Scene> scene = read_model(
      folder.write("Stühle №4 椅子.obj",
                   "mtllib Bezüge.mtl\no Stühle_Größe_L\nv 0 0 0\nv 1 0 0\nv 0 2 0\nusemtl Bezug_grün\nf 1 3 2\n"));
  REQUIRE(scene.ok());
  CHECK(scene->meshes.at(0).name == "Stühle_Größe_L");
  CHECK(scene->materials.at(0).name == "Bezug_grün");
}

// expected figures of case 13-uv-wrap-seam
TEST_CASE("u beyond 1 is kept and vertices part only at the seam") {
  const auto file = shared_path("cases/13-uv-wrap-seam/barrel.obj");
  if (!is_there(file)) return;
  const Result<Scene> scene = read_model(file);
  REQUIRE(scene.ok());
  CHECK(triangle_count(*scene) == 512);
  CHECK(vertex_count(*scene) == 297);
  float low = 9, high = -9;
  for (const Vec2f& uv : scene->meshes.at(0).primitives.at(0).vertices.uvs.at(0)) {
    low = std::min(low, uv.x);
    high = std::max(high, uv.x);
  }
  CHECK(low == 0);
  CHECK(high == 4);
}

TEST_CASE("v runs downwards, as in glTF, and a texture's scale and offset follow it") {
  TempFolder folder;
  folder.write("m.mtl", "newmtl m\nmap_Kd -s 2 3 1 -o 0.1 0.2 -clamp on a b.png\n");
  const Result<Scene> scene = read_model(
      folder.write("m.obj", "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 0.25\nusemtl m\nf 1/1 2/1 3/1\n"));
  REQUIRE(scene.ok());
  CHECK(scene->meshes.at(0).primitives.at(0).vertices.uvs.at(0).at(0) == Vec2f{0.5F, 0.75F});
  const TextureReference& texture = scene->materials.at(0).textures.at(0);
  CHECK(texture.path == "a b.png");
  CHECK(texture.wrap_s == 33071);
  CHECK(texture.scale == Vec2f{2, 3});
  CHECK(texture.offset.x == doctest::Approx(0.1));
  // upwards: 0.2 + 3 * 0.25 = 0.95; downwards 0.05 = offset + 3 * 0.75
  CHECK(texture.offset.y + 3 * 0.75F == doctest::Approx(0.05));
}

// expected figures of case 19-far-from-origin
TEST_CASE("map coordinates keep their quarter metres") {
  for (const char* name : {"cases/19-far-from-origin/survey.obj", "cases/19-far-from-origin/survey_50km.obj"}) {
    const auto file = shared_path(name);
    if (!is_there(file)) return;
    const Result<Scene> scene = read_model(file);
    REQUIRE(scene.ok());
    CHECK(triangle_count(*scene) == 128);
    CHECK(vertex_count(*scene) == 81);
    const std::vector<Mat4d> world = world_transforms(scene->nodes);
    std::set<double> rows;
    for (std::size_t n = 0; n < scene->nodes.size(); ++n) {
      if (scene->nodes[n].mesh == no_index) continue;
      for (const Vec3f& p : scene->meshes[scene->nodes[n].mesh].primitives[0].vertices.positions) {
        CHECK(std::abs(p.x) < 10);
        CHECK(std::abs(p.z) < 10);
        const Vec3d placed = transform_point(world[n], {p.x, p.y, p.z});
        CHECK(std::abs(placed.z * 4 - std::round(placed.z * 4)) < 0.01);
        rows.insert(std::round(placed.z * 4));
      }
    }
    CHECK(rows.size() == 9);
  }
}

TEST_CASE("an error's place is the model and the line") {
  const TempFolder folder;
  const Result<Scene> scene = read_model(folder.write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 three\n"));
  REQUIRE_FALSE(scene.ok());
  CHECK(scene.error().code == ErrorCode::malformed);
  CHECK(scene.error().place == "m.obj: line 4");
}

// counts and kinds of the corpus's own table
constexpr GoodModel good_models[] = {{"static/nefertiti-lowres.obj", 70000},
                                     {"static/spot.obj", 5856},
                                     {"multi-material/electricGuitar.obj", 40348},
                                     {"multi-material/kitchenaid.obj", 50390},
                                     {"multi-material/link6.obj", 21620},
                                     {"formats/spider.obj", 1368},
                                     {"seams/pizza.obj", 49954},
                                     {"seams/fuze.obj", 1000},
                                     {"seams/WusonOBJ.obj", 3732},
                                     {"degenerate/joined_tetrahedra.obj", 8},
                                     {"degenerate/wallhole.obj", 66},
                                     {"degenerate/nancolor.obj", 12},
                                     {"malformed/spider_no_mtl.obj", 1368}};
constexpr BrokenModel broken_models[] = {{"malformed/spider_cut_60.obj", ErrorCode::truncated},
                                         {"malformed/spider_bad_index.obj", ErrorCode::invalid_index},
                                         {"malformed/spider_zero_index.obj", ErrorCode::invalid_index},
                                         {"malformed/spider_nan.obj", ErrorCode::non_finite},
                                         {"malformed/spider_inf.obj", ErrorCode::non_finite},
                                         {"malformed/spider_words.obj", ErrorCode::malformed},
                                         {"malformed/building_as_obj.obj", ErrorCode::malformed}};

TEST_CASE("real and broken OBJ files of the corpus") {
  check_good(good_models);
  check_broken(broken_models);
}

TEST_CASE("lines beside faces are left out with a warning") {
  const auto file = shared_path("corpus/multi-material/kitchenaid.obj");
  if (!is_there(file)) return;
  const Result<Scene> scene = read_model(file);
  REQUIRE(scene.ok());
  CHECK(has_warning(*scene, "lines_left_out"));
}

}  // namespace
}  // namespace lodcook::cooker
