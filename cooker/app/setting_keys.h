#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cooker/app/cook_settings.h"
#include "manifest/json_value.h"

namespace lodcook::cooker {

/// One key of lodcook.json, by its path from the root ("view.fov_y_degrees").
struct SettingKey {
  std::string path;

  /// Sets it, or leaves the settings alone and says what is expected instead. Paths are taken relative to `folder`.
  std::function<std::string(CookSettings& settings, const manifest::JsonValue& value,
                            const std::filesystem::path& folder)>
      set;

  /// Its value as JSON; empty for a key that can only refuse an asset, never change its output.
  std::function<std::string(const CookSettings& settings)> recorded;
};

/// All of them, sorted by path.
const std::vector<SettingKey>& setting_keys();

}  // namespace lodcook::cooker
