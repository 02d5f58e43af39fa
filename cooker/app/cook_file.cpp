#include "cooker/app/cook_file.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "cooker/app/cook_asset.h"
#include "cooker/app/describe_asset.h"
#include "cooker/app/hash_file.h"
#include "cooker/app/level_files.h"
#include "cooker/scene/ascii.h"
#include "cooker/scene/parallel.h"

namespace lodcook::cooker {
namespace fs = std::filesystem;
namespace {

/// Whether a path could go on with this character, so that what follows it is no path of its own.
bool continues_path(char c) {
  const bool beyond_ascii = static_cast<unsigned char>(c) >= 0x80;
  return beyond_ascii || is_ascii_alphanumeric(c) || std::string_view("./_-").find(c) != std::string_view::npos;
}

void erase_prefix(std::string& text, const std::string& prefix) {
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    if (at > 0 && continues_path(text[at - 1])) {
      ++at;
    } else {
      text.erase(at, prefix.size());
    }
  }
}

/// Whoever reads the error is told the source beside it: its name is taken from the front of the place.
std::string place_within(const std::string& place, const CookJob& job) {
  for (const std::string& name : {job.source, job.file.filename().string()}) {
    if (place == name) return {};
    if (place.starts_with(name + ": ")) return place.substr(name.size() + 2);
  }
  return place;
}

Error relative_error(Error error, const CookJob& job) {
  error.message = without_root(std::move(error.message), job.root);
  error.place = place_within(without_root(std::move(error.place), job.root), job);
  return error;
}

/// A dependency's path seen from INPUT. Its bytes are hashed where it is there to be read.
manifest::FileHash hash_dependency(const Dependency& dependency, const CookJob& job) {
  const fs::path path = (fs::path(job.source).parent_path() / dependency.path).lexically_normal();
  manifest::FileHash out{path.generic_string(), {}};
  if (dependency.missing) return out;
  Result<std::string> hash = hash_file(job.root / path);
  if (hash) out.hash = std::move(*hash);
  return out;
}

std::vector<manifest::FileHash> hash_dependencies(const std::vector<Dependency>& dependencies, const CookJob& job) {
  std::vector<manifest::FileHash> out;
  for (const Dependency& dependency : dependencies) out.push_back(hash_dependency(dependency, job));
  const auto goes_first = [](const manifest::FileHash& a, const manifest::FileHash& b) { return a.path < b.path; };
  const auto same = [](const manifest::FileHash& a, const manifest::FileHash& b) { return a.path == b.path; };
  std::stable_sort(out.begin(), out.end(), goes_first);
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

CookFacts facts_of(const manifest::AssetManifest& manifest) {
  CookFacts facts;
  facts.bytes = manifest.container_size;
  facts.warnings = manifest.warnings;
  for (const manifest::ObjectFacts& object : manifest.objects) {
    facts.levels += object.levels.size();
    if (!object.levels.empty()) facts.triangles += object.levels.front().triangles;
  }
  return facts;
}

Result<manifest::AssetManifest> describe(const CookedAsset& cooked, const CookJob& job, std::string source_hash) {
  const Result<Container> container = Container::open(borrow_memory(cooked.container));
  if (!container) {
    return Error{ErrorCode::internal, "the container just written is refused: " + to_string(container.error()), {}};
  }
  AssetNames names;
  names.source = {job.source, std::move(source_hash)};
  names.dependencies = hash_dependencies(cooked.dependencies, job);
  names.container = job.outputs.container.filename().string();
  manifest::AssetManifest out = describe_asset(cooked, *container, job.settings, std::move(names));
  for (manifest::ManifestWarning& warning : out.warnings) {
    warning.message = without_root(std::move(warning.message), job.root);
  }
  return out;
}

/// What a file of another folder names, seen from the folder of the asset.
void rebase(Scene& scene, const std::string& folder) {
  if (folder.empty() || folder == ".") return;
  const auto moved = [&](const std::string& path) {
    return (fs::path(folder) / path).lexically_normal().generic_string();
  };
  for (Dependency& dependency : scene.dependencies) dependency.path = moved(dependency.path);
  for (Material& material : scene.materials) {
    for (TextureReference& texture : material.textures) {
      if (!texture.path.empty()) texture.path = moved(texture.path);
    }
  }
}

/// Level 0 and the files of the coarser levels, which are dependencies of the first.
Result<std::vector<Scene>> import_levels(const CookJob& job) {
  std::vector<Scene> levels;
  Result<Scene> finest = import_scene(job.file, job.settings.import);
  if (!finest) return std::move(finest).error();
  levels.push_back(std::move(*finest));
  for (const std::string& file : job.level_files) {
    Result<Scene> scene = import_scene(job.root / file, job.settings.import);
    if (!scene) return std::move(scene).error();
    const fs::path from_asset = fs::path(file).lexically_relative(fs::path(job.source).parent_path());
    const fs::path seen = from_asset.empty() ? fs::path(file) : from_asset;
    rebase(*scene, seen.parent_path().generic_string());
    levels.push_back(std::move(*scene));
    levels.front().dependencies.push_back({seen.generic_string(), {}, true, false});
  }
  if (!job.settings.scene.authored || !job.settings.levels.empty()) return levels;
  for (Warning& warning : check_level_files(job.root, job.source, job.level_files)) {
    levels.front().warnings.push_back(std::move(warning));
  }
  return levels;
}

/// What is read of a source.
struct Source {
  Result<std::string> hash = std::string();
  Result<std::vector<Scene>> levels = std::vector<Scene>();
};

Source read_source(const CookJob& job) {
  Source source;
  std::error_code failed;
  if (!fs::is_regular_file(job.file, failed)) {  // a pipe or device could keep the reader for ever
    source.hash = Error{ErrorCode::cannot_open, "not a regular file", job.file.string()};
    return source;
  }
  with_threads(job.settings.threads, [&] {
    for_each_index(2, [&](std::size_t i) {
      if (i == 0) source.hash = hash_file(job.file);
      if (i == 1) source.levels = import_levels(job);
    });
  });
  return source;
}

Result<CookedFile> cook(const CookJob& job, const std::function<void(std::uint64_t)>& imported) {
  Source source = read_source(job);
  Result<std::string>& source_hash = source.hash;
  Result<std::vector<Scene>>& levels = source.levels;
  if (!source_hash) return std::move(source_hash).error();
  if (!levels) return std::move(levels).error();
  std::uint64_t triangles = 0;
  for (const Scene& scene : *levels) triangles += count_triangles(scene);
  imported(triangles);
  Result<CookedAsset> cooked = cook_scenes(std::move(*levels), job.settings);
  if (!cooked) return std::move(cooked).error();
  Result<manifest::AssetManifest> described = describe(*cooked, job, std::move(*source_hash));
  if (!described) return std::move(described).error();
  return CookedFile{std::move(cooked->container), std::move(*described)};
}

CookOutcome cook_and_publish(const CookJob& job, const std::function<void(std::uint64_t)>& imported) {
  const Result<CookedFile> cooked = cook(job, imported);
  if (!cooked) return cooked.error();
  const Status published = publish_pair(job.outputs, cooked->container, to_json(cooked->manifest));
  if (!published) return published.error();
  return facts_of(cooked->manifest);
}

}  // namespace

std::string without_root(std::string text, const fs::path& root) {
  std::error_code failed;
  for (const fs::path& path : {root, fs::canonical(root, failed), fs::absolute(root, failed).lexically_normal()}) {
    std::string prefix = path.string();
    if (prefix.empty() || prefix == "/") continue;
    if (prefix.back() != '/') prefix += '/';
    erase_prefix(text, prefix);
  }
  return text;
}

Result<CookedFile> cook_unpublished(const CookJob& job, const std::function<void(std::uint64_t)>& imported) {
  Result<CookedFile> cooked = cook(job, imported);
  if (!cooked) return relative_error(std::move(cooked).error(), job);
  return cooked;
}

CookOutcome cook_file(const CookJob& job, const std::function<void(std::uint64_t)>& imported) {
  CookOutcome outcome = cook_and_publish(job, imported);
  if (!outcome) return relative_error(std::move(outcome).error(), job);
  return outcome;
}

}  // namespace lodcook::cooker
