#include "cooker/app/verify_record.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "cooker/app/configuration.h"
#include "cooker/app/json_differences.h"
#include "manifest/json_value.h"

namespace lodcook::cooker {
namespace {

using manifest::AssetManifest;

bool is_reason(std::string_view word) {
  constexpr std::array<std::string_view, 8> reasons = {"level_cap", "triangle_floor", "step_error", "no_progress",
                                                       "max_error", "empty",          "collapsed",  "authored"};
  return std::find(reasons.begin(), reasons.end(), word) != reasons.end();
}

void check_settings(const AssetManifest& manifest, std::vector<std::string>& found) {
  CookSettings settings;
  for (const manifest::Setting& setting : manifest.settings) {
    const Status applied = apply_override(settings, {setting.key, setting.json}, "settings");
    if (!applied) found.push_back(to_string(applied.error()));
  }
  if (!found.empty()) return;
  const std::vector<manifest::Setting> recorded = canonical_settings(settings);
  if (recorded.size() != manifest.settings.size()) {
    found.emplace_back("settings: some are missing");
    return;
  }
  for (std::size_t i = 0; i < recorded.size(); ++i) {
    const auto said = manifest::parse_json(manifest.settings[i].json), is = manifest::parse_json(recorded[i].json);
    if (said.ok() && is.ok() && recorded[i].key == manifest.settings[i].key && json_differences(*said, *is, 1).empty())
      continue;
    found.push_back("settings." + manifest.settings[i].key + " would be recorded otherwise");
  }
  const manifest::ReferenceView& view = settings.view;
  if (view.fov_y_degrees != manifest.view.fov_y_degrees || view.height_px != manifest.view.height_px ||
      view.pixel_error != manifest.view.pixel_error) {
    found.emplace_back("view is another than that of the settings");
  }
}

}  // namespace

std::vector<std::string> verify_record(const std::string& text, const AssetManifest& manifest) {
  std::vector<std::string> found;
  check_settings(manifest, found);
  const auto said = manifest::parse_json(text), is = manifest::parse_json(to_json(manifest));
  if (said.ok() && is.ok()) {
    for (const JsonDifference& d : json_differences(*said, *is, 1)) {
      found.push_back(d.path + " is not as lodcook writes it");
    }
  }
  for (const manifest::ObjectFacts& object : manifest.objects) {
    if (!is_reason(object.stopped)) found.push_back("\"" + object.stopped + "\" is no reason to stop");
  }
  return found;
}

}  // namespace lodcook::cooker
