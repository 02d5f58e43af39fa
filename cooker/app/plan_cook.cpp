#include "cooker/app/plan_cook.h"

#include <algorithm>
#include <utility>

#include "cooker/app/configuration.h"
#include "cooker/app/discover.h"
#include "cooker/app/level_files.h"

namespace lodcook::cooker {
namespace {

Result<std::vector<Configuration>> load_configurations(const CookCommand& command) {
  std::vector<Configuration> out;
  for (const std::filesystem::path& input : command.inputs) {
    Result<Configuration> loaded = Configuration::load(input, command.config, command.overrides);
    if (!loaded) return std::move(loaded).error();
    out.push_back(std::move(*loaded));
  }
  return out;
}

CookJob make_job(PlannedModel&& planned, const CookCommand& command) {
  const FoundModel& model = planned.model;
  CookJob job;
  job.file = model.file;
  job.root = input_root(command.inputs[model.input]);
  job.source = model.source;
  job.bytes = model.bytes;
  job.outputs = {command.output / container_name(model.source), command.output / manifest_name(model.source)};
  job.level_files = std::move(planned.level_files);
  job.settings = std::move(planned.settings);
  return job;
}

bool goes_first(const CookJob& a, const CookJob& b) {
  return a.bytes != b.bytes ? a.bytes > b.bytes : a.source < b.source;
}

}  // namespace

Result<CookPlan> plan_cook(const CookCommand& command) {
  Result<Discovery> found = discover(command.inputs, command.output);
  if (!found) return std::move(found).error();
  Result<std::vector<Configuration>> configurations = load_configurations(command);
  if (!configurations) return std::move(configurations).error();
  std::vector<PlannedModel> models;
  for (FoundModel& model : found->models) {
    Result<CookSettings> settings = (*configurations)[model.input].settings_for(model.source);
    if (!settings) return std::move(settings).error();
    models.push_back({std::move(model), std::move(*settings), {}});
  }
  join_level_files(models, command.inputs, found->failed);
  CookPlan plan;
  for (PlannedModel& planned : models) plan.jobs.push_back(make_job(std::move(planned), command));
  std::sort(plan.jobs.begin(), plan.jobs.end(), goes_first);
  plan.skipped = std::move(found->skipped);
  plan.failed = std::move(found->failed);
  const auto by_source = [](const auto& a, const auto& b) { return a.source < b.source; };
  std::stable_sort(plan.failed.begin(), plan.failed.end(), by_source);
  return plan;
}

std::string manifest_name(const std::string& source) { return source + ".lod.json"; }

std::string container_name(const std::string& source) { return source + ".lodc"; }

}  // namespace lodcook::cooker
