#include "cooker/import/ply_reader.h"

#include "cooker/import/ply_mesh.h"

namespace lodcook::cooker {
namespace {

void add_material(const PlyHeader& header, const PlyMesh& mesh, Jail& jail, Scene& scene) {
  if (header.texture_files.empty() || scene.meshes.empty()) return;
  TextureReference texture;
  texture.slot = TextureSlot::base_color;
  texture.path = jail.name_texture(header.texture_files[0], Spelling::path);
  if (texture.path.empty()) return;
  scene.materials.emplace_back().textures.push_back(std::move(texture));
  scene.meshes[0].primitives[0].material = 0;
  if (mesh.several_textures)
    scene.warnings.push_back({"textures_left_out", "only the first of several textures is kept"});
}

Result<Scene> build(const FileBytes& bytes, const ImportOptions& options, Jail& jail) {
  const Result<PlyHeader> header = parse_ply_header(bytes.span());
  if (!header.ok()) return header.error();
  const Result<PlyMesh> mesh = read_ply_mesh(bytes.span(), *header);
  if (!mesh.ok()) return mesh.error();
  Result<Scene> scene = scene_of(*mesh, jail.model_name(), options.max_triangles);
  if (scene.ok()) add_material(*header, *mesh, jail, *scene);
  return scene;
}

}  // namespace

Result<Scene> read_ply(const FileBytes& bytes, const ImportOptions& options, Jail& jail) {
  Result<Scene> scene = build(bytes, options, jail);
  return scene.ok() ? std::move(scene) : jail.at_model(std::move(scene).error());
}

}  // namespace lodcook::cooker
