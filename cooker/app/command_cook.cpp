#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "cooker/app/commands.h"
#include "cooker/app/counted.h"
#include "cooker/app/interrupt.h"
#include "cooker/app/log.h"
#include "cooker/app/plan_cook.h"
#include "cooker/app/progress.h"
#include "cooker/app/worker_pool.h"
#include "cooker/publish/sweep.h"
#include "manifest/cook_report.h"

namespace lodcook::cooker {
namespace {

PoolResult cook_here(const std::vector<CookJob>& jobs, Progress& progress) {
  PoolResult result;
  for (const CookJob& job : jobs) {
    if (interrupted()) break;
    result.outcomes.push_back(cook_file(job, [](std::uint64_t) {}));
    progress.finished(job.source, result.outcomes.back());
  }
  result.interrupted = interrupted();
  return result;
}

/// Workers that have no asset of their own help with the tiles of others'.
void share_threads(std::vector<CookJob>& jobs, std::size_t workers) {
  const std::size_t count = std::max<std::size_t>(1, jobs.size());
  for (CookJob& job : jobs)
    job.settings.threads = static_cast<std::uint32_t>(std::max<std::size_t>(1, workers / count));
}

Result<PoolResult> cook_all(std::vector<CookJob>& jobs, const CookCommand& command) {
  Progress progress(jobs.size());
  PoolOptions options;
  options.workers = command.jobs != 0 ? command.jobs : std::max(1U, std::thread::hardware_concurrency());
  share_threads(jobs, options.workers);
  if (command.in_process) return cook_here(jobs, progress);
  options.show_worker_output = current_verbosity() == Verbosity::verbose;
  return cook_in_workers(jobs, options, [&](std::size_t job, const CookOutcome& outcome) {
    progress.finished(jobs[job].source, outcome);
  });
}

Status prepare_output(const std::filesystem::path& output) {
  const Status made = create_folder(output);
  if (!made) return made;
  if (access(output.c_str(), W_OK | X_OK) != 0) {
    return Error{ErrorCode::cannot_write, std::strerror(errno), output.string()};
  }
  const Result<std::uint64_t> swept = sweep_leftovers(output);
  if (!swept) return swept.error();
  if (*swept != 0) log_detail("removed " + counted(*swept, "leftover") + " of a cook that was killed");
  return Done{};
}

manifest::FolderIndex make_index(CookPlan& plan, const std::vector<CookOutcome>& outcomes) {
  manifest::FolderIndex index;
  index.skipped = std::move(plan.skipped);
  index.failed = std::move(plan.failed);
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) {
    const std::string& source = plan.jobs[i].source;
    if (outcomes[i]) {
      index.assets.push_back(
          {source, manifest_name(source), container_name(source), outcomes[i]->levels, outcomes[i]->triangles});
    } else {
      index.failed.push_back({source, outcomes[i].error()});
    }
  }
  const auto by_source = [](const auto& a, const auto& b) { return a.source < b.source; };
  std::sort(index.assets.begin(), index.assets.end(), by_source);
  std::sort(index.failed.begin(), index.failed.end(), by_source);
  return index;
}

manifest::CookReport make_report(const manifest::FolderIndex& index) {
  manifest::CookReport report;
  for (const manifest::IndexedAsset& asset : index.assets) {
    report.cooked.push_back({asset.source, asset.manifest, asset.container});
  }
  report.skipped = index.skipped;
  report.failed = index.failed;
  return report;
}

void summarise(const manifest::FolderIndex& index) {
  for (const manifest::SkippedSource& skipped : index.skipped) {
    log_note("skipped " + skipped.source + ": " + skipped.reason);
  }
  for (const manifest::FailedSource& failed : index.failed) {
    log_error("not cooked: " + failed.source + ": " + to_string(failed.error));
  }
  const manifest::IndexTotals sums = totals(index);
  log_note("cooked " + std::to_string(sums.assets) + ", skipped " + std::to_string(sums.skipped) + ", failed " +
           std::to_string(sums.failed) + "; " + counted(sums.triangles, "triangle") + ", " +
           counted(sums.levels, "level"));
  if (sums.assets + sums.failed == 0) log_warning("no models found");
}

}  // namespace

Result<int> run_cook(const CookCommand& command) {
  catch_interrupts();
  Result<CookPlan> plan = plan_cook(command);
  if (!plan) return std::move(plan).error();
  const Status prepared = prepare_output(command.output);
  if (!prepared) return prepared.error();
  const Result<PoolResult> cooked = cook_all(plan->jobs, command);
  if (!cooked) return cooked.error();
  if (cooked->interrupted) {
    log_error("interrupted");
    return exit_interrupted;
  }
  const manifest::FolderIndex index = make_index(*plan, cooked->outcomes);
  const Status published = publish_file(command.output / "manifest.json", to_json(index));
  if (!published) return published.error();
  summarise(index);
  if (command.json) {
    const Status printed = print_result(to_json(make_report(index)));
    if (!printed) return printed.error();
  }
  return index.failed.empty() ? exit_done : exit_invalid_input;
}

}  // namespace lodcook::cooker
