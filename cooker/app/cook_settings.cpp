#include "cooker/app/cook_settings.h"

#include "cooker/app/setting_keys.h"

namespace lodcook::cooker {

std::vector<manifest::Setting> canonical_settings(const CookSettings& settings) {
  std::vector<manifest::Setting> recorded;
  for (const SettingKey& key : setting_keys()) {
    if (!key.recorded) continue;
    const std::string value = key.recorded(settings);
    if (value.empty()) continue;
    const std::size_t dot = key.path.find('.');
    const std::string name = key.path.substr(0, dot);
    if (dot == std::string::npos) {
      recorded.push_back({name, value});
      continue;
    }
    // keys of one object follow each other: '.' sorts below every letter and '_'
    const bool same = !recorded.empty() && recorded.back().key == name;
    if (!same) recorded.push_back({name, "{}"});
    std::string& object = recorded.back().json;
    object.pop_back();
    object.append(same ? ",\"" : "\"").append(key.path, dot + 1).append("\":").append(value).append("}");
  }
  return recorded;
}

}  // namespace lodcook::cooker
