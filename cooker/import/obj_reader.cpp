#include "cooker/import/obj_reader.h"

#include <cmath>
#include <map>
#include <utility>

#include "cooker/import/local_origin.h"
#include "cooker/import/mtl_file.h"
#include "cooker/import/obj_file.h"
#include "cooker/import/obj_primitive.h"
#include "cooker/import/text_lines.h"

namespace lodcook::cooker {
namespace {

class ObjScene {
 public:
  ObjScene(const ObjFile& file, const ImportOptions& options, Jail& jail)
      : file_(file), options_(options), jail_(jail) {}

  Result<Scene> build() {
    read_libraries();
    const Vec3d origin = choose_local_origin(file_.positions);
    Mat4d place;
    place.m[12] = origin.x;
    place.m[13] = origin.y;
    place.m[14] = origin.z;
    add_node(jail_.model_name(), no_index, place);
    if (Status faces = add_faces(origin); !faces.ok()) return std::move(faces).error();
    warn();
    return std::move(scene_);
  }

 private:
  using Key = std::pair<std::uint32_t, std::uint32_t>;  ///< Node and material.

  void read_libraries();
  void read_library(std::string_view name);
  Status add_faces(Vec3d origin);
  std::uint32_t add_node(const std::string& name, std::uint32_t parent, const Mat4d& local);
  std::uint32_t child(std::uint32_t parent, const std::string& name);
  std::uint32_t node_of(const ObjRun& run);
  std::uint32_t material_of(const std::string& name);
  void warn();

  const ObjFile& file_;
  const ImportOptions& options_;
  Jail& jail_;
  Scene scene_;
  std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> children_;
  std::map<std::string, std::uint32_t> materials_;
  std::size_t unknown_materials_ = 0;
  std::uint64_t crossing_polygons_ = 0;
};

void ObjScene::read_library(std::string_view name) {
  const Result<FileBytes> bytes = jail_.read(name, Spelling::path);
  if (!bytes.ok()) {
    scene_.warnings.push_back({"material_file_missing", bytes.error().message});
    return;
  }
  std::string buffer;
  const Result<std::string_view> text = text_of(bytes->span(), buffer);
  if (text.ok())
    read_materials(*text, jail_, scene_.materials);
  else
    scene_.warnings.push_back({"material_file_unreadable", std::string(name) + ": " + text.error().message});
}

/// The rest of an mtllib line may be one name with blanks or several names.
void ObjScene::read_libraries() {
  for (const std::string& names : file_.material_libraries) {
    std::string_view rest = names, first = take_word(rest);
    const bool several =
        !trimmed(rest).empty() && !jail_.exists(names, Spelling::path) && jail_.exists(first, Spelling::path);
    if (!several) {
      read_library(names);
      continue;
    }
    for (; !first.empty(); first = take_word(rest)) read_library(first);
  }
  for (std::uint32_t i = 0; i < scene_.materials.size(); ++i) materials_.try_emplace(scene_.materials[i].name, i);
}

std::uint32_t ObjScene::material_of(const std::string& name) {
  if (name.empty()) return no_index;
  const auto [found, is_new] = materials_.try_emplace(name, static_cast<std::uint32_t>(scene_.materials.size()));
  if (is_new) {
    scene_.materials.emplace_back().name = name;
    ++unknown_materials_;
  }
  return found->second;
}

std::uint32_t ObjScene::add_node(const std::string& name, std::uint32_t parent, const Mat4d& local) {
  Node node;
  node.name = name;
  node.parent = parent;
  node.local = local;
  scene_.nodes.push_back(std::move(node));
  return static_cast<std::uint32_t>(scene_.nodes.size() - 1);
}

std::uint32_t ObjScene::child(std::uint32_t parent, const std::string& name) {
  if (name.empty()) return parent;
  const auto found = children_.find({parent, name});
  if (found != children_.end()) return found->second;
  const std::uint32_t node = add_node(name, parent, Mat4d{});
  children_.emplace(std::pair(parent, name), node);
  return node;
}

std::uint32_t ObjScene::node_of(const ObjRun& run) { return child(child(0, run.object), run.group); }

Status ObjScene::add_faces(Vec3d origin) {
  ObjPrimitiveBuilder builder(file_, origin, options_.max_triangles);
  std::map<Key, std::vector<std::pair<std::size_t, std::size_t>>> ranges;
  for (std::size_t r = 0; r < file_.runs.size(); ++r) {
    const ObjRun& run = file_.runs[r];
    const std::size_t end = r + 1 < file_.runs.size() ? file_.runs[r + 1].first_face : file_.face_ends.size();
    ranges[{node_of(run), material_of(run.material)}].emplace_back(run.first_face, end);
  }
  if (scene_.nodes.size() > options_.max_meshes)
    return Error{
        ErrorCode::over_mesh_limit, "more than " + std::to_string(options_.max_meshes) + " objects and groups", {}};
  for (const auto& [key, faces] : ranges) {
    Result<Primitive> primitive = builder.build(faces);
    if (!primitive.ok()) return std::move(primitive).error();
    primitive->material = key.second;
    Node& node = scene_.nodes[key.first];
    if (node.mesh == no_index) {
      node.mesh = static_cast<std::uint32_t>(scene_.meshes.size());
      scene_.meshes.emplace_back().name = node.name;
    }
    scene_.meshes[node.mesh].primitives.push_back(std::move(*primitive));
  }
  crossing_polygons_ = builder.crossing_polygons();
  return Done{};
}

void ObjScene::warn() {
  const auto count = [&](const char* id, std::uint64_t n, const char* what) {
    if (n > 0) scene_.warnings.push_back({id, std::to_string(n) + what});
  };
  count("unknown_material", unknown_materials_, " materials are used but described nowhere");
  count("points_left_out", file_.points, " points are left out: only triangles are cooked");
  count("lines_left_out", file_.lines, " lines are left out: only triangles are cooked");
  count("curves_left_out", file_.curves, " curves and curved surfaces are left out: only polygons are cooked");
  count("crossing_polygon", crossing_polygons_,
        " polygons cross themselves; some of their triangles face the other way");
}

}  // namespace

Result<Scene> read_obj(const FileBytes& bytes, const ImportOptions& options, Jail& jail) {
  std::string buffer;
  const Result<std::string_view> text = text_of(bytes.span(), buffer);
  if (!text.ok()) return jail.at_model(text.error());
  const Result<ObjFile> file = parse_obj(*text);
  if (!file.ok()) return jail.at_model(file.error());
  Result<Scene> scene = ObjScene(*file, options, jail).build();
  return scene.ok() ? std::move(scene) : jail.at_model(scene.error());
}

}  // namespace lodcook::cooker
