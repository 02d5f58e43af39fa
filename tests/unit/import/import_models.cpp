#include "tests/unit/import/import_models.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "cooker/import/readers.h"

namespace lodcook::cooker {

Result<Scene> read_model(const std::filesystem::path& file) {
  const ImportOptions options;
  Result<Jail> jail = Jail::around(file, options);
  if (!jail.ok()) return std::move(jail).error();
  Result<Scene> scene = read_with_assimp(file, options, *jail);
  if (!scene.ok()) return scene;
  scene->dependencies = jail->dependencies();
  scene->warnings.insert(scene->warnings.end(), jail->warnings().begin(), jail->warnings().end());
  return scene;
}

std::filesystem::path shared_path(const std::string& relative) {
  const char* const folder = std::getenv("LODCOOK_SHARED");
  return std::filesystem::path(folder != nullptr ? folder : LODCOOK_SHARED_DEFAULT) / relative;
}

bool is_there(const std::filesystem::path& file) {
  const bool there = std::filesystem::exists(file);
  if (!there) std::cout << "skipped, not there: " << file.string() << '\n';
  return there;
}

std::size_t triangle_count(const Scene& scene) {
  std::size_t out = 0;
  for (const Mesh& mesh : scene.meshes)
    for (const Primitive& primitive : mesh.primitives) out += primitive.indices.size() / 3;
  return out;
}

std::size_t vertex_count(const Scene& scene) {
  std::size_t out = 0;
  for (const Mesh& mesh : scene.meshes)
    for (const Primitive& primitive : mesh.primitives) out += primitive.vertices.vertex_count();
  return out;
}

double triangle_area(const Scene& scene) {
  double out = 0;
  for (const Mesh& mesh : scene.meshes)
    for (const Primitive& primitive : mesh.primitives)
      for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
        const Vec3f a = primitive.vertices.positions[primitive.indices[i]];
        const Vec3f b = primitive.vertices.positions[primitive.indices[i + 1]];
        const Vec3f c = primitive.vertices.positions[primitive.indices[i + 2]];
        const double ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
        const double vx = c.x - a.x, vy = c.y - a.y, vz = c.z - a.z;
        out += std::hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
      }
  return out;
}

bool has_warning(const Scene& scene, const std::string& id) {
  return std::any_of(scene.warnings.begin(), scene.warnings.end(), [&](const Warning& w) { return w.id == id; });
}

void check_good(std::span<const GoodModel> models) {
  for (const GoodModel& model : models) {
    const auto file = shared_path(std::string("corpus/") + model.file);
    if (!is_there(file)) continue;
    CAPTURE(model.file);
    const Result<Scene> scene = read_model(file);
    REQUIRE(scene.ok());
    CHECK(triangle_count(*scene) == model.triangles);
    for (std::size_t n = 0; n < scene->nodes.size(); ++n)
      CHECK((scene->nodes[n].parent == no_index || scene->nodes[n].parent < n));
  }
}

void check_broken(std::span<const BrokenModel> models) {
  for (const BrokenModel& model : models) {
    const auto file = shared_path(std::string("corpus/") + model.file);
    if (!is_there(file)) continue;
    CAPTURE(model.file);
    const Result<Scene> scene = read_model(file);
    REQUIRE_FALSE(scene.ok());
    CHECK(scene.error().code == model.code);
    CHECK(scene.error().place.starts_with(file.filename().string()));
  }
}

}  // namespace lodcook::cooker
