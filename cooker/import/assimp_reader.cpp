#include <assimp/config.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <exception>
#include <new>

#include "cooker/import/assimp_files.h"
#include "cooker/import/assimp_scene.h"
#include "cooker/import/obj_reader.h"
#include "cooker/import/ply_reader.h"
#include "cooker/import/readers.h"
#include "cooker/import/reference_path.h"

namespace lodcook::cooker {
namespace {

Result<Scene> read_and_convert(const FileBytes& bytes, const ImportOptions& options, Jail& jail) {
  Assimp::Importer importer;
  importer.SetIOHandler(new JailedFiles(jail, bytes));  // owned by the importer
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  // post-processing is left out: it validates too strictly, loses or reorders what the scene stage wants to see
  const aiScene* source = importer.ReadFile(jail.model_name(), 0);
  if (source == nullptr) {
    const std::string reason = importer.GetErrorString();
    if (reason.find("bad_alloc") != std::string::npos)
      return Error{ErrorCode::over_memory_limit, "reading it needs more memory than there is", jail.model_name()};
    return Error{ErrorCode::malformed, as_utf8(reason), jail.model_name()};
  }
  return convert_assimp_scene(*source, options, jail);
}

std::string extension_of(const std::string& file) {
  std::string out = file.substr(std::min(file.rfind('.'), file.size()));
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

/// Formats that Assimp reads wrongly without saying so have readers of their own.
Result<Scene> read_by_format(const FileBytes& bytes, const ImportOptions& options, Jail& jail) {
  const std::string extension = extension_of(jail.model_name());
  if (extension == ".obj") return read_obj(bytes, options, jail);
  if (extension == ".ply") return read_ply(bytes, options, jail);
  return read_and_convert(bytes, options, jail);
}

}  // namespace

Result<Scene> read_with_assimp(const std::filesystem::path&, const ImportOptions& options, Jail& jail) {
  try {
    Result<FileBytes> bytes = jail.read_model();
    if (!bytes.ok()) return std::move(bytes).error();
    if (bytes->size == 0) return Error{ErrorCode::truncated, "the file is empty", jail.model_name()};
    return read_by_format(*bytes, options, jail);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::over_memory_limit, "reading it needs more memory than there is", jail.model_name()};
  } catch (const std::exception& failure) {
    return Error{ErrorCode::library_failure, as_utf8(failure.what()), jail.model_name()};
  } catch (...) {
    return Error{ErrorCode::library_failure, "the importer failed without a reason", jail.model_name()};
  }
}

}  // namespace lodcook::cooker
