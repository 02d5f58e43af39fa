#include "cooker/import/import.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "cooker/import/jail.h"
#include "cooker/import/readers.h"

namespace lodcook::cooker {
namespace {

// sorted; what stands here is read right or refused with a reason
constexpr std::array<std::string_view, 37> model_extensions = {
    ".3ds",  ".3mf", ".ac",   ".ac3d",    ".ase", ".b3d", ".blend", ".bvh", ".cob", ".dae",     ".dxf", ".fbx",  ".glb",
    ".gltf", ".hmp", ".ifc",  ".irrmesh", ".lwo", ".lws", ".lxo",   ".md2", ".md3", ".md5mesh", ".mdl", ".ms3d", ".nff",
    ".obj",  ".off", ".ogex", ".ply",     ".q3o", ".smd", ".stl",   ".wrl", ".x",   ".x3d",     ".xgl"};

std::string lower_extension(const std::filesystem::path& file) {
  std::string text = file.extension().string();
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

bool starts_like_glb(const std::filesystem::path& file) {
  char start[4] = {};
  std::ifstream in(file, std::ios::binary);
  return in.read(start, sizeof start) && std::memcmp(start, "glTF", sizeof start) == 0;
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
  return std::find(model_extensions.begin(), model_extensions.end(), lower_extension(file)) != model_extensions.end();
}

}  // namespace lodcook::cooker
