#include "cooker/publish/commit.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>

#include "cooker/publish/temporary_file.h"
#include "cooker/publish/write_error.h"

namespace lodcook::cooker {

namespace {

/// Everything a change needs, made beforehand: a forked child of a program with threads must not allocate.
struct Step {
  std::string to, from, backup;
  bool backed_up = false;
  bool is_new = false;  ///< There was no old file.
  bool done = false;
};

enum class Deed : std::uint8_t { keep, replace, remove, sync_folder };

struct Outcome {
  int error_number = 0;
  Deed deed = Deed::keep;
  std::size_t step = 0;
};

const char* words(Deed deed) {
  switch (deed) {
    case Deed::keep: return "keep the old file";
    case Deed::replace: return "put the new file into place";
    case Deed::remove: return "remove";
    case Deed::sync_folder: return "sync the folder";
  }
  return "write";
}

bool has_no_links(int error_number) {
  return error_number == EPERM || has_no_locks(error_number) || error_number == EMLINK;
}

int link_backup(const Step& step, FileCalls& calls) {
  int result = 0;
  do {
    result = calls.link(step.to.c_str(), step.backup.c_str());
  } while (result != 0 && errno == EINTR);
  return result;
}

int keep_old(Step& step, FileCalls& calls) {
  int result = link_backup(step, calls);
  if (result != 0 && errno == EEXIST) {
    // we hold the folder's lock, so the name is a leftover of a cook that was killed
    remove_quietly(step.backup.c_str(), calls);
    result = link_backup(step, calls);
  }
  step.backed_up = result == 0;
  step.is_new = result != 0 && errno == ENOENT;
  return step.backed_up || step.is_new || has_no_links(errno) ? 0 : errno;
}

int make_change(Step& step, FileCalls& calls) {
  const bool removal = step.from.empty();
  int result = 0;
  do {
    result = removal ? calls.unlink(step.to.c_str()) : calls.rename(step.from.c_str(), step.to.c_str());
  } while (result != 0 && errno == EINTR);
  step.done = result == 0;
  return step.done || (removal && errno == ENOENT) ? 0 : errno;
}

Outcome try_steps(std::vector<Step>& steps, const FolderLock& lock, FileCalls& calls) {
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (const int error = keep_old(steps[i], calls)) return {error, Deed::keep, i};
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Deed deed = steps[i].from.empty() ? Deed::remove : Deed::replace;
    if (const int error = make_change(steps[i], calls)) return {error, deed, i};
  }
  if (const int error = lock.sync()) return {error, Deed::sync_folder, 0};
  return {};
}

void undo(std::vector<Step>& steps, const FolderLock& lock, FileCalls& calls) {
  bool changed = false;
  for (std::size_t i = steps.size(); i-- > 0;) {
    Step& step = steps[i];
    if (!step.done) continue;
    changed = true;
    if (step.backed_up) {
      step.backed_up = calls.rename(step.backup.c_str(), step.to.c_str()) != 0;
    } else if (step.is_new) {
      remove_quietly(step.to.c_str(), calls);
    }
  }
  if (changed) lock.sync();
}

void remove_backups(const std::vector<Step>& steps, FileCalls& calls) {
  for (const Step& step : steps) {
    if (step.backed_up) remove_quietly(step.backup.c_str(), calls);
  }
}

Outcome run(std::vector<Step>& steps, const FolderLock& lock, FileCalls& calls) {
  const Outcome outcome = try_steps(steps, lock, calls);
  if (outcome.error_number != 0) undo(steps, lock, calls);
  remove_backups(steps, calls);
  return outcome;
}

bool exists(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

/// After the child ended without a word, somewhere in between: completes what it completed, undoes the rest.
Outcome settle(std::vector<Step>& steps, const FolderLock& lock, FileCalls& calls) {
  bool all_done = true;
  for (Step& step : steps) {
    step.done = !exists(step.from.empty() ? step.to : step.from);
    step.backed_up = exists(step.backup);
    step.is_new = !step.backed_up;
    all_done = all_done && step.done;
  }
  Outcome outcome;
  if (!all_done) {
    undo(steps, lock, calls);
    outcome = {EINTR, Deed::replace, 0};
  }
  remove_backups(steps, calls);
  return outcome;
}

[[noreturn]] void run_as_child(int reply, std::vector<Step>& steps, const FolderLock& lock, FileCalls& calls) {
  ::setpgid(0, 0);
  const Outcome outcome = run(steps, lock, calls);
  const ssize_t sent = ::write(reply, &outcome, sizeof(outcome));
  ::_exit(sent == static_cast<ssize_t>(sizeof(outcome)) ? 0 : 1);
}

std::optional<Outcome> receive(int reply) {
  Outcome outcome;
  ssize_t size = 0;
  do {
    // a pipe passes so few bytes in one piece
    size = ::read(reply, &outcome, sizeof(outcome));
  } while (size < 0 && errno == EINTR);
  if (size != static_cast<ssize_t>(sizeof(outcome))) return std::nullopt;
  return outcome;
}

void wait_for(pid_t child) {
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Outcome run_shielded(std::vector<Step>& steps, const FolderLock& lock, FileCalls& calls) {
  int ends[2] = {-1, -1};
  if (calls.pipe(ends) != 0) return run(steps, lock, calls);
  const pid_t child = calls.fork();
  if (child == 0) run_as_child(ends[1], steps, lock, calls);
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    return run(steps, lock, calls);
  }
  const std::optional<Outcome> outcome = receive(ends[0]);
  ::close(ends[0]);
  wait_for(child);
  return outcome ? *outcome : settle(steps, lock, calls);
}

/// Only the holder of the folder's lock uses such names, process 0 is nobody's.
std::string backup_path(const std::filesystem::path& folder, std::size_t step) {
  return (folder / (".lodcook-0-" + std::to_string(::getpid()) + "-" + std::to_string(step) + ".tmp")).string();
}

}  // namespace

Status commit(const std::vector<NameChange>& changes, const std::filesystem::path& folder, const FolderLock& lock,
              Shield shield, FileCalls& calls) {
  std::vector<Step> steps;
  for (const NameChange& change : changes) {
    Step step;
    step.to = change.to.string();
    step.from = change.from.string();
    step.backup = backup_path(folder, steps.size());
    steps.push_back(std::move(step));
  }
  const Outcome outcome = shield == Shield::child ? run_shielded(steps, lock, calls) : run(steps, lock, calls);
  if (outcome.error_number == 0) return Done{};
  const bool at_folder = outcome.deed == Deed::sync_folder;
  return write_error(at_folder ? folder : changes[outcome.step].to, words(outcome.deed), outcome.error_number);
}

}  // namespace lodcook::cooker
