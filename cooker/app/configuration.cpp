#include "cooker/app/configuration.h"

#include <algorithm>
#include <system_error>

#include <lodcook/byte_source.h>

#include "cooker/app/glob.h"
#include "cooker/app/nearest_key.h"
#include "cooker/app/setting_keys.h"
#include "manifest/json_writer.h"

namespace lodcook::cooker {

namespace {

namespace fs = std::filesystem;
using manifest::JsonValue;

constexpr const char* file_name = "lodcook.json";
constexpr manifest::JsonLimits json_limits{1U << 20, 1U << 16, 16, true};  // written by hand: never near these

/// Where values come from: the text an error begins with, and the folder that paths are relative to.
struct Origin {
  std::string place;
  fs::path folder;
};

std::string place_of(const Origin& origin, const JsonValue& value, const std::string& path) {
  std::string place = origin.place;
  if (value.line > 0) place.append(":").append(std::to_string(value.line));
  return place.append(": ").append(path);
}

const SettingKey* key_at(const std::string& path) {
  const auto& keys = setting_keys();
  const auto found = std::lower_bound(keys.begin(), keys.end(), path,
                                      [](const SettingKey& key, const std::string& p) { return key.path < p; });
  return found != keys.end() && found->path == path ? &*found : nullptr;
}

bool is_group(const std::string& path) {
  return std::any_of(setting_keys().begin(), setting_keys().end(),
                     [&](const SettingKey& key) { return key.path.starts_with(path + "."); });
}

Error unknown(const std::string& path, std::string place, std::vector<std::string> also_known) {
  std::vector<std::string> known = known_setting_keys();
  for (const SettingKey& key : setting_keys()) {
    const std::size_t dot = key.path.find('.');
    if (dot != std::string::npos) known.push_back(key.path.substr(0, dot));
  }
  known.insert(known.end(), also_known.begin(), also_known.end());
  return {ErrorCode::unknown_key, "unknown key, did you mean \"" + nearest_key(path, known) + "\"?", std::move(place)};
}

Status apply_members(CookSettings& settings, const JsonValue& object, const std::string& prefix, const Origin& origin);

Status apply(CookSettings& settings, const std::string& path, const JsonValue& value, const Origin& origin,
             const std::vector<std::string>& also_known) {
  if (const SettingKey* key = key_at(path)) {
    const std::string expected = key->set(settings, value, origin.folder);
    if (expected.empty()) return Done{};
    const std::string found = value.kind == JsonValue::Kind::array || value.kind == JsonValue::Kind::object
                                  ? ""
                                  : ", not " + manifest::compact_json(value);
    return Error{ErrorCode::invalid_value, expected + " is expected" + found, place_of(origin, value, path)};
  }
  if (!is_group(path)) return unknown(path, place_of(origin, value, path), also_known);
  if (value.kind == JsonValue::Kind::object) return apply_members(settings, value, path + ".", origin);
  return Error{ErrorCode::invalid_value, "an object is expected", place_of(origin, value, path)};
}

Status apply_members(CookSettings& settings, const JsonValue& object, const std::string& prefix, const Origin& origin) {
  for (std::size_t i = 0; i < object.keys.size(); ++i) {
    auto applied = apply(settings, prefix + object.keys[i], object.elements[i], origin, {});
    if (!applied) return applied;
  }
  return Done{};
}

/// `asset` null: the rule is only checked.
Status apply_rule(CookSettings& settings, const JsonValue& rule, const std::string& path, const Origin& origin,
                  const std::string* asset) {
  const JsonValue* match = rule.find("match");
  if (match == nullptr || match->kind != JsonValue::Kind::string || !is_valid_glob(match->string)) {
    return Error{ErrorCode::invalid_value, "a rule is an object with a glob as its \"match\"",
                 place_of(origin, match != nullptr ? *match : rule, path)};
  }
  if (asset != nullptr && !glob_matches(match->string, *asset)) return Done{};
  for (std::size_t i = 0; i < rule.keys.size(); ++i) {
    if (rule.keys[i] == "match") continue;
    auto applied = apply(settings, rule.keys[i], rule.elements[i], origin, {"match"});
    if (!applied) return applied;
  }
  return Done{};
}

Status apply_rules(CookSettings& settings, const JsonValue& rules, const Origin& origin, const std::string* asset) {
  if (rules.kind != JsonValue::Kind::array) {
    return Error{ErrorCode::invalid_value, "a list of rules is expected", place_of(origin, rules, "rules")};
  }
  for (std::size_t i = 0; i < rules.elements.size(); ++i) {
    const std::string path = "rules[" + std::to_string(i) + "]";
    auto applied = apply_rule(settings, rules.elements[i], path, origin, asset);
    if (!applied) return applied;
  }
  return Done{};
}

Status apply_document(CookSettings& settings, const JsonValue& document, const Origin& origin,
                      const std::string* asset) {
  if (document.kind != JsonValue::Kind::object) {
    return Error{ErrorCode::invalid_value, "an object is expected", origin.place};
  }
  for (std::size_t i = 0; i < document.keys.size(); ++i) {
    if (document.keys[i] == "rules") continue;
    auto applied = apply(settings, document.keys[i], document.elements[i], origin, {"rules"});
    if (!applied) return applied;
  }
  const JsonValue* rules = document.find("rules");
  return rules == nullptr ? Status(Done{}) : apply_rules(settings, *rules, origin, asset);
}

Origin origin_of(const fs::path& file) {
  return {file.string(), file.has_parent_path() ? file.parent_path() : fs::path(".")};
}

Result<std::string> read_file(const fs::path& file) {
  auto source = open_file(file.string());
  if (!source) return std::move(source).error();
  if ((*source)->size() > json_limits.max_bytes) {
    return Error{ErrorCode::over_file_size_limit, "a configuration of more than 1 MiB", file.string()};
  }
  std::string text(static_cast<std::size_t>((*source)->size()), '\0');
  auto read = (*source)->read(0, std::as_writable_bytes(std::span(text)));
  if (!read) return std::move(read).error();
  return text;
}

/// Parsed, and checked down to the last rule.
Result<JsonValue> read_document(const fs::path& file) {
  auto text = read_file(file);
  if (!text) return std::move(text).error();
  auto document = manifest::parse_json(*text, json_limits);
  if (!document) {
    Error error = std::move(document).error();
    // a broken configuration is a wrong use, not a broken input
    error.code = ErrorCode::invalid_value;
    error.place = error.place.empty() ? file.string() : file.string() + ", " + error.place;
    return error;
  }
  CookSettings checked;
  auto applied = apply_document(checked, *document, origin_of(file), nullptr);
  if (!applied) return std::move(applied).error();
  return document;
}

/// Bare text where it is no JSON: words need no quotes on a command line.
JsonValue value_of(const std::string& text) {
  if (auto parsed = manifest::parse_json(text, json_limits)) {
    JsonValue value = std::move(parsed).value();
    value.line = 0;
    return value;
  }
  JsonValue word;
  word.kind = JsonValue::Kind::string;
  word.string = text;
  return word;
}

}  // namespace

Result<Configuration> Configuration::load(const fs::path& input, const std::optional<fs::path>& config_file,
                                          std::vector<SettingOverride> overrides) {
  Configuration configuration;
  std::error_code ignored;
  const bool folder = fs::is_directory(input, ignored);
  configuration.root_ = folder ? input : input.has_parent_path() ? input.parent_path() : fs::path(".");
  configuration.config_file_ = config_file;
  configuration.overrides_ = std::move(overrides);
  auto settings = configuration.settings_for("");
  if (!settings) return std::move(settings).error();
  return configuration;
}

Result<Configuration::Document> Configuration::document_of(const fs::path& file) {
  const auto known = documents_.find(file);
  if (known != documents_.end()) return known->second;
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  Document document;
  if (status.type() == fs::file_type::not_found && !config_file_) return documents_[file] = document;
  if (status.type() != fs::file_type::regular) {
    return Error{ErrorCode::cannot_open, error ? error.message() : "not a regular file", file.string()};
  }
  auto read = read_document(file);
  if (!read) return std::move(read).error();
  document = std::make_shared<const JsonValue>(std::move(read).value());
  documents_[file] = document;
  return document;
}

std::vector<fs::path> Configuration::files_for(const std::string& asset) const {
  if (config_file_) return {*config_file_};
  std::vector<fs::path> files{root_ / file_name};
  fs::path folder = root_;
  for (const fs::path& part : fs::path(asset).parent_path()) {
    folder /= part;
    files.push_back(folder / file_name);
  }
  return files;
}

Result<CookSettings> Configuration::settings_for(const std::string& asset) {
  CookSettings settings;
  for (const fs::path& file : files_for(asset)) {
    auto document = document_of(file);
    if (!document) return std::move(document).error();
    if (*document == nullptr) continue;
    auto applied = apply_document(settings, **document, origin_of(file), &asset);
    if (!applied) return std::move(applied).error();
  }
  for (const SettingOverride& override : overrides_) {
    auto applied = apply_override(settings, override, "command line");
    if (!applied) return std::move(applied).error();
  }
  return settings;
}

Status apply_override(CookSettings& settings, const SettingOverride& override, const std::string& place) {
  return apply(settings, override.key, value_of(override.value), {place, "."}, {});
}

std::vector<std::string> known_setting_keys() {
  std::vector<std::string> paths;
  for (const SettingKey& key : setting_keys()) paths.push_back(key.path);
  return paths;
}

}  // namespace lodcook::cooker
