#include <malloc.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "cooker/app/commands.h"
#include "cooker/app/memory_limit.h"
#include "cooker/app/wire.h"
#include "cooker/app/worker_messages.h"
#include "cooker/app/worker_process.h"

namespace lodcook::cooker {
namespace {

void answer(const WorkerAnswer& what) {
  const std::string frame = encode_answer(what);
  std::string_view rest = frame;
  while (!rest.empty()) {
    const ssize_t written = write(worker_reply_descriptor, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(0);  // nobody listens any more
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

void run_job(const CookJob& job) {
  const WorkerLimits& limits = job.settings.worker;
  malloc_trim(0);  // what the job before needed does not count against this one
  const std::uint64_t import_limit = address_space_bytes() + (limits.memory_mib << 20);
  limit_address_space(import_limit);
  const CookOutcome outcome = cook_file(job, [&](std::uint64_t triangles) {
    // a scene of more is refused, and must not have bought time and memory for that
    const std::uint64_t counted = std::min(triangles, job.settings.scene.max_triangles);
    limit_address_space(import_limit + counted * limits.memory_bytes_per_triangle);
    answer(Imported{counted});
  });
  if (outcome.ok()) {
    answer(*outcome);
  } else {
    answer(outcome.error());
  }
}

/// The C library would hand freed blocks of many pages back to the system at once and get them anew, zeroed, for the
/// next array of a level.
void keep_freed_memory() {
  constexpr int largest_kept = 32 << 20, largest_trimmed = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, largest_kept);
  mallopt(M_TRIM_THRESHOLD, largest_trimmed);
}

void prepare_process() {
  keep_freed_memory();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  end_when_out_of_memory();
}

}  // namespace

int run_worker() {
  prepare_process();
  FrameAssembler frames;
  char buffer[1 << 16];
  while (true) {
    const ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    frames.add({buffer, static_cast<std::size_t>(got)});
    while (const auto payload = frames.next()) {
      const auto job = decode_job(*payload);
      if (!job) return 1;
      run_job(*job);
    }
  }
}

}  // namespace lodcook::cooker
