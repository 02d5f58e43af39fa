#include "cooker/app/plan_cook.h"

#include <algorithm>
#include <utility>

#include "cooker/app/configuration.h"
#include "cooker/app/discover.h"

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

CookJob make_job(const FoundModel& model, const CookCommand& command, CookSettings settings) {
  CookJob job;
  job.file = model.file;
  job.root = input_root(command.inputs[model.input]);
  job.source = model.source;
  job.bytes = model.bytes;
  job.outputs = {command.output / container_name(model.source), command.output / manifest_name(model.source)};
  job.settings = std::move(settings);
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
  CookPlan plan;
  for (const FoundModel& model : found->models) {
    Result<CookSettings> settings = (*configurations)[model.input].settings_for(model.source);
    if (!settings) return std::move(settings).error();
    plan.jobs.push_back(make_job(model, command, std::move(*settings)));
  }
  std::sort(plan.jobs.begin(), plan.jobs.end(), goes_first);
  plan.skipped = std::move(found->skipped);
  plan.failed = std::move(found->failed);
  return plan;
}

std::string manifest_name(const std::string& source) { return source + ".lod.json"; }

std::string container_name(const std::string& source) { return source + ".lodc"; }

}  // namespace lodcook::cooker
