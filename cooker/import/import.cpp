#include "cooker/import/import.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "cooker/import/characters.h"
#include "cooker/import/jail.h"
#include "cooker/import/readers.h"

namespace lodcook::cooker {
namespace {

// what stands here is read right or refused with a reason
constexpr std::string_view model_extensions[] = {
    ".3ds", ".3mf",     ".ac",  ".ac3d", ".acc",  ".amf", ".ase",  ".ask", ".b3d",     ".blend", ".bvh", ".cob", ".dae",
    ".dxf", ".enff",    ".fbx", ".glb",  ".gltf", ".hmp", ".ifc",  ".iqm", ".irrmesh", ".lwo",   ".lws", ".lxo", ".md2",
    ".md3", ".md5mesh", ".mdl", ".ms3d", ".ndo",  ".nff", ".obj",  ".off", ".ogex",    ".ply",   ".q3o", ".raw", ".sib",
    ".smd", ".stl",     ".ter", ".wrl",  ".x",    ".x3d", ".x3db", ".xgl", ".zae",     ".zgl"};

std::string lower_extension(const std::filesystem::path& file) { return lower_case(file.extension().string()); }

bool starts_like_glb(const std::filesystem::path& file) {
  Result<JailedFile> opened = JailedFile::open_named(file);
  if (!opened.ok()) return false;
  Result<FileBytes> start = opened->read_first(4);
  return start.ok() && start->size == 4 && std::memcmp(start->memory.get(), "glTF", 4) == 0;
}

Result<Scene> read_any(const std::filesystem::path& file, const ImportOptions& options, Jail& jail) {
  const std::string extension = lower_extension(file);
  if (extension != ".gltf" && extension != ".glb" && !starts_like_glb(file)) {
    return read_with_assimp(file, options, jail);
  }
  Result<Scene> scene = read_gltf(file, options, jail);
  const bool is_old = !scene.ok() && scene.error().code == ErrorCode::unsupported_format;
  return is_old ? read_with_assimp(file, options, jail) : std::move(scene);
}

}  // namespace

Result<Scene> import_scene(const std::filesystem::path& file, const ImportOptions& options) {
  Result<Jail> jail = Jail::around(file, options);
  if (!jail.ok()) return std::move(jail).error();
  Result<Scene> scene = read_any(file, options, *jail);
  if (!scene.ok()) return scene;
  scene->dependencies = jail->dependencies();
  const std::vector<Warning>& warnings = jail->warnings();
  scene->warnings.insert(scene->warnings.end(), warnings.begin(), warnings.end());
  return scene;
}

bool is_model_file(const std::filesystem::path& file) {
  const std::string name = lower_case(file.filename().string());
  if (name.ends_with(".mesh.xml")) return true;  // OGRE
  const std::string extension = lower_extension(file);
  return std::find(std::begin(model_extensions), std::end(model_extensions), extension) != std::end(model_extensions);
}

}  // namespace lodcook::cooker
