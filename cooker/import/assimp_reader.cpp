#include <assimp/config.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <algorithm>
#include <exception>
#include <initializer_list>
#include <new>
#include <optional>
#include <span>

#include "cooker/import/assimp_files.h"
#include "cooker/import/assimp_scene.h"
#include "cooker/import/collada_text.h"
#include "cooker/import/obj_reader.h"
#include "cooker/import/off_reader.h"
#include "cooker/import/ply_reader.h"
#include "cooker/import/readers.h"
#include "cooker/import/reference_path.h"
#include "cooker/import/whole_file.h"

namespace lodcook::cooker {
namespace {

/// Some importers make names of files beside the model from its path, and need a folder in it for that.
std::string given_path(const Jail& jail) { return "./" + jail.model_name(); }

/// Assimp says what went wrong in words only.
Error import_error(const std::string& reason, const Jail& jail) {
  const auto says = [&](const char* words) { return reason.find(words) != std::string::npos; };
  if (says("bad_alloc"))
    return {ErrorCode::over_memory_limit, "reading it needs more memory than there is", jail.model_name()};
  // a file beside the model that could not be had explains more than what came of it
  if (jail.first_refusal()) return *jail.first_refusal();
  ErrorCode code = ErrorCode::malformed;
  if (says("nsupported") || says("not supported")) code = ErrorCode::unsupported_feature;
  if (says("No suitable reader")) code = ErrorCode::unsupported_format;
  if (says("End of file") || says("end of file") || says("block offset is out of range")) code = ErrorCode::truncated;
  std::string message = as_utf8(reason);
  const std::size_t path = message.find(given_path(jail));
  if (path != std::string::npos) message.erase(path, 2);
  return {code, std::move(message), jail.model_name()};
}

Result<Scene> read_and_convert(std::span<const std::byte> bytes, const ImportOptions& options, Jail& jail) {
  Assimp::Importer importer;
  importer.SetIOHandler(new JailedFiles(jail, bytes));  // owned by the importer
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  // post-processing is left out: it validates too strictly, loses or reorders what the scene stage wants to see
  const aiScene* source = importer.ReadFile(given_path(jail), 0);
  if (source == nullptr) return import_error(importer.GetErrorString(), jail);
  return convert_assimp_scene(*source, options, jail);
}

std::string extension_of(const std::string& file) {
  std::string out = file.substr(std::min(file.rfind('.'), file.size()));
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

bool is_one_of(const std::string& extension, std::initializer_list<const char*> list) {
  return std::any_of(list.begin(), list.end(), [&](const char* e) { return extension == e; });
}

/// What Assimp leaves out, or cannot know, without a word.
void add_doubts(const std::string& extension, const FileBytes& bytes, const Jail& jail, Scene& scene) {
  const char last = static_cast<char>(bytes.memory[bytes.size - 1]);
  if (is_one_of(extension, {".raw", ".nff", ".enff"}) && last != '\n' && last != '\r')
    scene.warnings.push_back(
        {"may_be_cut", "the format has no end mark and the last line no end: the file may have been cut"});
  if (is_one_of(extension, {".md2", ".md3", ".mdc", ".vta"}))
    scene.warnings.push_back({"first_frame_only", "of the frames of this format only one is read"});
  // what is merely not there may be an animation that could have stood beside the model
  const std::optional<Error>& refusal = jail.first_refusal();
  if (refusal && refusal->code != ErrorCode::missing_dependency)
    scene.warnings.push_back({"reference_left_out", refusal->message});
}

/// Formats that Assimp reads wrongly without saying so have readers of their own.
Result<Scene> read_by_format(const FileBytes& bytes, const ImportOptions& options, Jail& jail) {
  const std::string extension = extension_of(jail.model_name());
  if (extension == ".obj") return read_obj(bytes, options, jail);
  if (extension == ".off") return read_off(bytes, options, jail);
  if (extension == ".ply") return read_ply(bytes, options, jail);
  if (Status whole = check_whole_file(extension, bytes.span()); !whole.ok()) {
    whole.error().place = jail.model_name();
    return std::move(whole).error();
  }
  const std::optional<std::string> rewritten = extension == ".dae" ? readable_collada(bytes.span()) : std::nullopt;
  const std::span<const std::byte> content = rewritten ? std::as_bytes(std::span(*rewritten)) : bytes.span();
  Result<Scene> scene = read_and_convert(content, options, jail);
  // scenes that are put together from other models are wrong without one of them
  if (scene.ok() && jail.first_refusal() && is_one_of(extension, {".lws", ".irr", ".mdl"}))
    return *jail.first_refusal();
  if (scene.ok()) add_doubts(extension, bytes, jail, *scene);
  return scene;
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
