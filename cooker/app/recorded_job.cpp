#include "cooker/app/recorded_job.h"

#include <utility>

#include "cooker/app/configuration.h"
#include "cooker/app/level_files.h"

namespace lodcook::cooker {
namespace {

Result<CookSettings> recorded_settings(const manifest::AssetManifest& manifest, const std::filesystem::path& root) {
  Result<Configuration> configuration = Configuration::load(root, std::nullopt, {});
  if (!configuration) return std::move(configuration).error();
  Result<CookSettings> settings = configuration->settings_for(manifest.source.path);
  if (!settings) return settings;
  settings->levels.clear();  // an empty list is not recorded
  for (const manifest::Setting& setting : manifest.settings) {
    if (Status status = apply_override(*settings, {setting.key, setting.json}, "settings"); !status) {
      return std::move(status).error();
    }
  }
  return settings;
}

}  // namespace

Result<CookJob> recorded_job(const manifest::AssetManifest& manifest, const std::filesystem::path& root) {
  Result<CookSettings> settings = recorded_settings(manifest, root);
  if (!settings) return std::move(settings).error();
  CookJob job;
  job.file = root / manifest.source.path;
  job.root = root;
  job.source = manifest.source.path;
  job.outputs.container = manifest.container_path;
  job.settings = std::move(*settings);
  job.level_files = recorded_level_files(manifest, job.settings);
  return job;
}

}  // namespace lodcook::cooker
