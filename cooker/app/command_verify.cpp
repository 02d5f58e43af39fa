#include <algorithm>
#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "cooker/app/commands.h"
#include "cooker/app/counted.h"
#include "cooker/app/find_strays.h"
#include "cooker/app/log.h"
#include "cooker/app/read_text.h"
#include "cooker/app/verify_asset.h"
#include "manifest/folder_index.h"
#include "manifest/verify_report.h"

namespace lodcook::cooker {
namespace {

/// Levels that no cook has seen: neither in an asset nor tried as one.
void add_new_levels(std::vector<AssetVerdict>& verdicts, const manifest::FolderIndex& index) {
  std::set<std::string> seen;
  for (const AssetVerdict& verdict : verdicts) seen.insert(verdict.files.begin(), verdict.files.end());
  for (const manifest::IndexedAsset& asset : index.assets) seen.insert(asset.source);
  for (const manifest::FailedSource& failed : index.failed) seen.insert(failed.source);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    for (const std::string& level : verdicts[i].other_levels) {
      if (seen.count(level) > 0) continue;
      verdicts[i].differences.push_back(
          {level,
           {ErrorCode::verification_difference,
            "is named as a level of " + index.assets[i].source + ", which was cooked without it",
            {}}});
    }
  }
}

manifest::VerifyReport verify_all(const VerifyCommand& command, const manifest::FolderIndex& index) {
  std::vector<AssetVerdict> found(index.assets.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < index.assets.size(); i = next++) {
      found[i] = verify_asset(command.output, index.assets[i], command.sources, command.errors);
    }
  };
  const std::size_t most = command.jobs != 0 ? command.jobs : std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < std::min(most, index.assets.size()); ++i) threads.emplace_back(work);
  work();
  threads.clear();
  manifest::VerifyReport report;
  report.checked = index.assets.size();
  add_new_levels(found, index);
  for (AssetVerdict& verdict : found) {
    std::move(verdict.differences.begin(), verdict.differences.end(), std::back_inserter(report.differences));
  }
  for (const std::string& stray : find_strays(command.output, index)) {
    report.differences.push_back({stray, {ErrorCode::verification_difference, "the index does not name it", {}}});
  }
  return report;
}

Result<manifest::VerifyReport> verify_folder(const VerifyCommand& command) {
  const Result<std::string> text = read_text(command.output / "manifest.json");
  if (!text) return text.error();
  const Result<manifest::FolderIndex> index = manifest::parse_folder_index(*text);
  if (index) return verify_all(command, *index);
  manifest::VerifyReport report;
  report.differences.push_back({"manifest.json", index.error()});
  return report;
}

}  // namespace

Result<int> run_verify(const VerifyCommand& command) {
  const Result<manifest::VerifyReport> report = verify_folder(command);
  if (!report) return report.error();
  for (const manifest::Difference& difference : report->differences) {
    log_error(difference.path + ": " + to_string(difference.error));
  }
  log_note("checked " + counted(report->checked, "asset") + ": " + counted(report->differences.size(), "difference"));
  if (command.json) {
    const Status printed = print_result(to_json(*report));
    if (!printed) return printed.error();
  }
  return report->differences.empty() ? exit_done : exit_difference;
}

}  // namespace lodcook::cooker
