#include "cooker/app/level_files.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "cooker/scene/authored_nodes.h"
#include "cooker/scene/level_name.h"

namespace lodcook::cooker {
namespace fs = std::filesystem;
namespace {

struct SourceLevel {
  LevelName name;
  fs::path folder;
  std::string extension;
};

std::optional<SourceLevel> level_of(const fs::path& source) {
  std::optional<LevelName> name = level_name(source.stem().string());
  if (!name) return std::nullopt;
  return SourceLevel{std::move(*name), source.parent_path(), source.extension().string()};
}

/// Whether two names are levels of one thing.
bool same_thing(const SourceLevel& a, const SourceLevel& b) {
  return a.name.base == b.name.base && a.folder == b.folder && a.extension == b.extension;
}

/// Of a name that is a level's.
std::uint32_t number_of(const std::string& source) { return level_of(source)->name.number; }

/// A file that an asset's setting `levels` lists, seen from INPUT.
std::string listed_source(const std::string& source, const std::string& level) {
  return (fs::path(source).parent_path() / level).lexically_normal().generic_string();
}

class LevelFiles {
 public:
  LevelFiles(std::vector<PlannedModel>& models, std::span<const fs::path> inputs,
             std::vector<manifest::FailedSource>& failed)
      : models_(models), inputs_(inputs), failed_(failed) {}

  void join() {
    join_listed();
    erase_taken();
    add_named();
    erase_taken();
  }

 private:
  using Place = std::pair<std::size_t, std::string>;  // INPUT and source

  /// What another model lists is its level, and what that lists itself does not count.
  void join_listed() {
    std::vector<PlannedModel*> open;
    for (PlannedModel& planned : models_) {
      if (!planned.settings.levels.empty()) open.push_back(&planned);
    }
    while (!open.empty()) {
      std::set<Place> wanted;
      for (const PlannedModel* planned : open) {
        for (Place& level : listed(*planned)) wanted.insert(std::move(level));
      }
      const auto finest = std::stable_partition(open.begin(), open.end(),
                                                [&](const PlannedModel* p) { return wanted.count(place_of(*p)) > 0; });
      if (finest == open.end()) break;
      for (auto at = finest; at != open.end(); ++at) add_listed(**at);
      open.erase(finest, open.end());
      std::erase_if(open, [&](const PlannedModel* p) { return taken_.count(place_of(*p)) > 0; });
    }
    for (const PlannedModel* planned : open) {
      fail(*planned, {ErrorCode::invalid_value, "models list each other as levels", "levels"});
    }
  }

  static Place place_of(const PlannedModel& planned) { return {planned.model.input, planned.model.source}; }

  /// Itself in its own list does not count.
  static std::vector<Place> listed(const PlannedModel& planned) {
    std::vector<Place> places;
    for (const std::string& level : planned.settings.levels) {
      Place place{planned.model.input, listed_source(planned.model.source, level)};
      if (place != place_of(planned)) places.push_back(std::move(place));
    }
    return places;
  }

  static bool link_leaves(const fs::path& root, const std::string& source) {
    std::error_code missing;
    const fs::path target = fs::canonical(root / source, missing);
    return !missing && !lies_below(target, fs::canonical(root, missing));
  }

  void fail(const PlannedModel& planned, Error error) {
    failed_.push_back({planned.model.source, std::move(error)});
    taken_.insert(place_of(planned));
  }

  void add_listed(PlannedModel& planned) {
    const fs::path root = input_root(inputs_[planned.model.input]);
    for (const std::string& level : planned.settings.levels) {
      const std::string source = listed_source(planned.model.source, level);
      if (source == planned.model.source) continue;
      std::error_code error;
      const bool outside = source.starts_with("../") || fs::path(source).is_absolute() || link_leaves(root, source);
      if (outside || !fs::is_regular_file(root / source, error)) {
        const char* reason = outside ? "a listed level lies outside the input folder" : "no such file";
        return fail(planned, {outside ? ErrorCode::invalid_value : ErrorCode::not_found, reason, "levels: " + level});
      }
      add(planned, source);
    }
  }

  void add(PlannedModel& planned, const std::string& source) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(input_root(inputs_[planned.model.input]) / source, error);
    planned.model.bytes += error ? 0 : bytes;
    planned.level_files.push_back(source);
    taken_.insert({planned.model.input, source});
  }

  void erase_taken() {
    std::erase_if(models_, [&](const PlannedModel& p) { return taken_.count({p.model.input, p.model.source}) > 0; });
  }

  /// Of several models that are levels of one thing the one with the lowest number takes the others.
  void add_named() {
    using Key = std::tuple<std::string, std::string, std::string>;  // folder, base, extension
    std::map<Key, std::map<std::uint32_t, PlannedModel*>> chains;
    for (PlannedModel& planned : models_) {
      if (!planned.settings.scene.authored || !planned.settings.levels.empty()) continue;
      const std::optional<SourceLevel> level = level_of(planned.model.source);
      if (!level) continue;
      // an INPUT that is a file counts as its folder, so that files named one by one come together
      const std::string root = input_root(inputs_[planned.model.input]).lexically_normal().string();
      chains[{root + "/" + level->folder.string(), level->name.base, level->extension}].try_emplace(level->name.number,
                                                                                                    &planned);
    }
    for (auto& [key, chain] : chains) {
      PlannedModel& head = *chain.begin()->second;
      std::map<std::uint32_t, std::string> sources;
      if (!fs::is_directory(inputs_[head.model.input])) sources = siblings(head.model);
      for (auto at = std::next(chain.begin()); at != chain.end(); ++at) {
        sources[at->first] = at->second->model.source;
        taken_.insert({at->second->model.input, at->second->model.source});
      }
      for (const auto& [number, source] : sources) add(head, source);
    }
  }

  /// Files beside a model that are coarser levels of it.
  [[nodiscard]] std::map<std::uint32_t, std::string> siblings(const FoundModel& model) const {
    std::map<std::uint32_t, std::string> found;
    for (std::string& file : other_level_files(input_root(inputs_[model.input]), model.source, {}, LevelsOf::file)) {
      found.try_emplace(number_of(file), std::move(file));
    }
    return found;
  }

  std::vector<PlannedModel>& models_;
  std::span<const fs::path> inputs_;
  std::vector<manifest::FailedSource>& failed_;
  std::set<Place> taken_;
};

}  // namespace

void join_level_files(std::vector<PlannedModel>& models, std::span<const fs::path> inputs,
                      std::vector<manifest::FailedSource>& failed) {
  LevelFiles(models, inputs, failed).join();
}

std::vector<std::string> recorded_level_files(const manifest::AssetManifest& manifest, const CookSettings& settings) {
  std::vector<std::string> files;
  for (const std::string& level : settings.levels) {
    std::string file = listed_source(manifest.source.path, level);
    if (file != manifest.source.path) files.push_back(std::move(file));
  }
  const std::optional<SourceLevel> finest = level_of(manifest.source.path);
  if (!settings.levels.empty() || !settings.scene.authored || !finest) return files;
  std::map<std::uint32_t, std::string> named;
  for (const manifest::FileHash& dependency : manifest.dependencies) {
    const std::optional<SourceLevel> level = level_of(dependency.path);
    if (!level || !same_thing(*level, *finest) || level->name.number <= finest->name.number) continue;
    named.try_emplace(level->name.number, dependency.path);
  }
  for (auto& [number, file] : named) files.push_back(std::move(file));
  return files;
}

std::vector<std::string> other_level_files(const fs::path& root, const std::string& source,
                                           std::span<const std::string> taken, LevelsOf levels) {
  std::vector<std::string> found;
  const std::optional<SourceLevel> wanted = level_of(source);
  if (!wanted) return found;
  std::set<std::uint32_t> numbers;
  for (const std::string& file : taken) {
    const std::optional<SourceLevel> level = level_of(file);
    if (level && same_thing(*level, *wanted)) numbers.insert(level->name.number);
  }
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(root / wanted->folder, error)) {
    std::string file = (wanted->folder / entry.path().filename()).generic_string();
    const std::optional<SourceLevel> level = level_of(file);
    if (!level || !same_thing(*level, *wanted) || file == source) continue;
    if (std::find(taken.begin(), taken.end(), file) != taken.end()) continue;
    const std::uint32_t number = level->name.number;
    if (levels == LevelsOf::file && (number <= wanted->name.number || numbers.count(number) > 0)) continue;
    if (entry.is_regular_file(error) && !entry.is_symlink(error)) found.push_back(std::move(file));
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<Warning> check_level_files(const fs::path& root, const std::string& source,
                                       std::span<const std::string> level_files) {
  const std::optional<SourceLevel> finest = level_of(source);
  if (!finest) return {};
  std::map<std::uint32_t, std::string> files{{finest->name.number, source}};
  for (const std::string& file : level_files) {
    if (level_of(file)) files.try_emplace(number_of(file), file);
  }
  std::set<std::uint32_t> numbers;
  for (const auto& [number, file] : files) numbers.insert(number);
  std::vector<Warning> out = check_numbers(finest->name.base, numbers);
  for (const std::string& other : other_level_files(root, source, level_files, LevelsOf::folder)) {
    const auto taken = files.find(number_of(other));
    if (taken == files.end()) continue;
    out.push_back({"authored_level_clash", other + " and " + taken->second + " have one number, " +
                                               std::to_string(taken->first) + "; the first is no level here"});
  }
  return out;
}

}  // namespace lodcook::cooker
