#include "cooker/app/worker_pool.h"

#include <poll.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "cooker/app/interrupt.h"
#include "cooker/app/memory_limit.h"
#include "cooker/app/wire.h"
#include "cooker/app/worker_messages.h"
#include "cooker/app/worker_process.h"

namespace lodcook::cooker {
namespace {

using Clock = std::chrono::steady_clock;

// a worker costs about as much processor time as cooking so many bytes of model
constexpr std::uint64_t bytes_worth_a_worker = 256 << 10;
// a batch that is not done by then can use every worker it may have
constexpr std::chrono::milliseconds patience_before_growth{150};
constexpr int patience_at_end_ms = 1000;

struct Worker {
  WorkerProcess process;
  FrameAssembler frames;
  std::optional<std::size_t> job;
  bool imported = false;
  Clock::time_point deadline;
  double seconds_allowed = 0;
};

Clock::time_point after_seconds(double seconds) {
  constexpr double longest = 1e8;  // three years; a double of nanoseconds must still fit the clock
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::clamp(seconds, 0.0, longest)));
}

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", seconds);
  return text;
}

class Pool {
 public:
  Pool(const std::vector<CookJob>& jobs, const PoolOptions& options,
       const std::function<void(std::size_t, const CookOutcome&)>& finished)
      : jobs_(jobs), options_(options), finished_(finished), outcomes_(jobs.size()) {}

  Result<PoolResult> run() {
    while (done_ < jobs_.size() && !interrupted()) {
      const Status staffed = start_jobs();
      if (!staffed) return staffed.error();
      wait_for_news();
    }
    PoolResult result;
    result.interrupted = interrupted();
    for (const Worker& worker : workers_) worker.process.ask_to_end();
    for (Worker& worker : workers_) worker.process.reap(patience_at_end_ms);
    const Error never{ErrorCode::internal, "not cooked", {}};
    for (std::optional<CookOutcome>& outcome : outcomes_) result.outcomes.push_back(outcome.value_or(never));
    return result;
  }

 private:
  /// Few workers for little work; all of them once the batch has shown that it takes its time.
  std::size_t wanted_workers() const {
    std::uint64_t bytes = 0;
    for (std::size_t i = next_; i < jobs_.size() && bytes < options_.workers * bytes_worth_a_worker; ++i) {
      bytes += jobs_[i].bytes;
    }
    const bool slow = Clock::now() - started_ > patience_before_growth;
    const std::uint64_t by_bytes = slow ? jobs_.size() : 1 + bytes / bytes_worth_a_worker;
    return static_cast<std::size_t>(
        std::min<std::uint64_t>({by_bytes, options_.workers, busy() + jobs_.size() - next_}));
  }

  std::size_t busy() const {
    return static_cast<std::size_t>(
        std::count_if(workers_.begin(), workers_.end(), [](const Worker& worker) { return worker.job.has_value(); }));
  }

  Status start_jobs() {
    for (Worker& worker : workers_) {
      if (!worker.job && next_ < jobs_.size()) assign(worker);
    }
    const std::size_t wanted = next_ < jobs_.size() ? wanted_workers() : 0;
    while (workers_.size() < wanted && next_ < jobs_.size()) {
      Result<WorkerProcess> process = WorkerProcess::start(options_.show_worker_output);
      if (!process && workers_.empty()) return std::move(process).error();
      if (!process) break;
      workers_.push_back({std::move(*process), {}, {}, false, {}, 0});
      assign(workers_.back());
    }
    return Done{};
  }

  void assign(Worker& worker) {
    worker.job = next_++;
    worker.imported = false;
    allow_seconds(worker, job_of(worker).settings.worker.time_seconds);
    // a worker that is gone already shows at its other pipe
    [[maybe_unused]] const bool sent = worker.process.send(encode_job(job_of(worker)));
  }

  const CookJob& job_of(const Worker& worker) const { return jobs_[*worker.job]; }

  void allow_seconds(Worker& worker, double seconds) {
    worker.seconds_allowed = seconds;
    worker.deadline = after_seconds(seconds);
  }

  int milliseconds_to_wait() const {
    auto until = Clock::now() + std::chrono::hours(1);
    for (const Worker& worker : workers_) {
      if (worker.job) until = std::min(until, worker.deadline);
    }
    if (next_ < jobs_.size() && workers_.size() < options_.workers) {
      until = std::min(until, std::max(started_, Clock::now()) + patience_before_growth);
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
  }

  void wait_for_news() {
    std::vector<pollfd> descriptors;
    for (const Worker& worker : workers_) descriptors.push_back({worker.process.descriptor(), POLLIN, 0});
    descriptors.push_back({interrupt_descriptor(), POLLIN, 0});
    poll(descriptors.data(), descriptors.size(), milliseconds_to_wait());
    if (interrupted()) return;
    // backwards, for a worker that ends is taken out
    for (std::size_t i = workers_.size(); i-- > 0;) {
      const bool alive = descriptors[i].revents == 0 || listen(workers_[i]);
      if (!alive) {
        bury(i, {});
      } else if (workers_[i].job && Clock::now() >= workers_[i].deadline) {
        bury(i, time_error(workers_[i]));
      }
    }
  }

  /// False when the worker is gone or talks nonsense.
  bool listen(Worker& worker) {
    std::string bytes;
    const bool open = worker.process.receive(bytes);
    worker.frames.add(bytes);
    while (const auto payload = worker.frames.next()) {
      const auto answer = decode_answer(*payload);
      if (!answer || !worker.job) return false;
      take_answer(worker, *answer);
    }
    return open && !worker.frames.broken();
  }

  void take_answer(Worker& worker, const WorkerAnswer& answer) {
    if (const auto* imported = std::get_if<Imported>(&answer)) {
      const WorkerLimits& limits = job_of(worker).settings.worker;
      worker.imported = true;
      const double milliseconds = limits.time_ms_per_triangle * static_cast<double>(imported->triangles);
      allow_seconds(worker, limits.time_seconds + milliseconds / 1000);
      return;
    }
    const std::size_t job = *std::exchange(worker.job, std::nullopt);
    if (const auto* facts = std::get_if<CookFacts>(&answer)) {
      finish(job, *facts);
    } else {
      finish(job, std::get<Error>(answer));
    }
  }

  void finish(std::size_t job, const CookOutcome& outcome) {
    outcomes_[job] = outcome;
    ++done_;
    finished_(job, outcome);
  }

  Error time_error(const Worker& worker) const {
    if (worker.imported) {
      return {ErrorCode::over_limit, "cooking took longer than " + seconds_text(worker.seconds_allowed), {}};
    }
    return {ErrorCode::importer_timeout, "the import took longer than " + seconds_text(worker.seconds_allowed), {}};
  }

  Error death_error(const Worker& worker, int status) const {
    const std::string stage = worker.imported ? "cooking" : "the import";
    if (WIFEXITED(status) && WEXITSTATUS(status) == out_of_memory_status) {
      const std::uint64_t limit = job_of(worker).settings.worker.memory_mib;
      return {ErrorCode::over_memory_limit,
              stage + " needs more memory than its limit, " + std::to_string(limit) + " MiB" +
                  (worker.imported ? " and what its triangles add" : ""),
              {}};
    }
    return {worker.imported ? ErrorCode::internal : ErrorCode::importer_crashed,
            stage + " crashed: its process " + (is_fault(status) ? "ended by a fault" : describe_wait_status(status)),
            {}};
  }

  /// Which signal a fault ends with depends on what lies in memory, and what the index says must not.
  static bool is_fault(int status) {
    if (!WIFSIGNALED(status)) return false;
    const int number = WTERMSIG(status);
    return number == SIGSEGV || number == SIGBUS || number == SIGABRT || number == SIGILL || number == SIGFPE;
  }

  /// Ends a worker and fails its job: with `reason`, or with what its end says.
  void bury(std::size_t index, std::optional<Error> reason) {
    Worker worker = std::move(workers_[index]);
    workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(index));
    // at a closed pipe the end is near; over a limit there is nothing to wait for
    const int status = worker.process.reap(reason ? 0 : patience_at_end_ms);
    if (worker.job) finish(*worker.job, reason ? *reason : death_error(worker, status));
  }

  const std::vector<CookJob>& jobs_;
  const PoolOptions& options_;
  const std::function<void(std::size_t, const CookOutcome&)>& finished_;
  std::vector<std::optional<CookOutcome>> outcomes_;
  std::vector<Worker> workers_;
  std::size_t next_ = 0, done_ = 0;
  Clock::time_point started_ = Clock::now();
};

}  // namespace

Result<PoolResult> cook_in_workers(const std::vector<CookJob>& jobs, const PoolOptions& options,
                                   const std::function<void(std::size_t, const CookOutcome&)>& finished) {
  return Pool(jobs, options, finished).run();
}

}  // namespace lodcook::cooker
