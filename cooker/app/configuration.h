#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lodcook/result.h>

#include "cooker/app/cook_settings.h"
#include "cooker/app/nearest_key.h"
#include "manifest/json_value.h"

namespace lodcook::cooker {

/// A setting given on the command line: a key of lodcook.json ("ratio", "view.fov_y_degrees") and its value as JSON, or
/// as bare text where a word is expected ("group", "node").
struct SettingOverride {
  std::string key, value;
};

/// The settings of every asset below one INPUT folder. They come, each winning over the one before it, from the
/// defaults, the lodcook.json of the INPUT folder and of each folder on the way down to the asset (its keys, then those
/// of its `rules` whose glob matches the asset's path relative to INPUT, in order), and the command line. Keys of an
/// object are set one by one; arrays are replaced. Errors are unknown_key (naming the nearest known key) and
/// invalid_value (for a file that is no JSON too), with file, line and key as the place, and cannot_open, cannot_read
/// or over_file_size_limit for the file itself.
class Configuration {
 public:
  /// `input` is a folder, or a file whose folder is taken. With `config_file` that file is read in place of every
  /// lodcook.json. Fails where that file, the INPUT folder's or an override is wrong.
  static Result<Configuration> load(const std::filesystem::path& input,
                                    const std::optional<std::filesystem::path>& config_file,
                                    std::vector<SettingOverride> overrides);

  /// Settings of one asset, its path relative to the INPUT folder with '/' between parts. Reads the lodcook.json of
  /// folders not met before; call it from one thread.
  Result<CookSettings> settings_for(const std::string& asset);

 private:
  using Document = std::shared_ptr<const manifest::JsonValue>;  // null: no such file
  Result<Document> document_of(const std::filesystem::path& file);
  [[nodiscard]] std::vector<std::filesystem::path> files_for(const std::string& asset) const;

  std::filesystem::path root_;
  std::optional<std::filesystem::path> config_file_;
  std::vector<SettingOverride> overrides_;
  std::map<std::filesystem::path, Document> documents_;
};

/// Applies one override; `place` names it in an error ("--set", "--ratio").
Status apply_override(CookSettings& settings, const SettingOverride& override, const std::string& place);

/// All keys that lodcook.json knows, nested ones joined by '.', sorted; for `--help` and messages.
std::vector<std::string> known_setting_keys();

}  // namespace lodcook::cooker
