#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "cooker/app/cook_file.h"

namespace lodcook::cooker {

struct PoolOptions {
  std::size_t workers = 1;          ///< At most so many processes at once.
  bool show_worker_output = false;  ///< What libraries print, on stderr.
};

/// What became of a batch of jobs.
struct PoolResult {
  std::vector<CookOutcome> outcomes;  ///< In the order of the jobs; meaningless where interrupted.
  bool interrupted = false;
};

/// Cooks every job in worker processes, the given order being the order of starting. Whatever a job does to its worker
/// costs that job only: a crash is importer_crashed (internal after the import), a job over its time is
/// importer_timeout (over_limit after the import), one over its memory over_memory_limit, and the worker is replaced.
/// `finished` is called for each job as it ends. After an interrupt all workers are ended and nothing more is started.
/// Fails only where no worker can be started at all.
Result<PoolResult> cook_in_workers(const std::vector<CookJob>& jobs, const PoolOptions& options,
                                   const std::function<void(std::size_t, const CookOutcome&)>& finished);

}  // namespace lodcook::cooker
