#include "cooker/app/worker_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

extern char** environ;

namespace lodcook::cooker {
namespace {

struct Pipe {
  int read = -1, write = -1;
};

bool open_pipe(Pipe& out) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  out = {ends[0], ends[1]};
  return true;
}

void close_descriptor(int& descriptor) noexcept {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

Error system_error(const char* what, int number) {
  return {ErrorCode::internal, std::string("cannot start a worker: ") + what + ": " + std::strerror(number), {}};
}

/// A group of its own keeps the terminal's interrupt from the child: the parent decides.
void set_attributes(posix_spawnattr_t& attributes) {
  sigset_t defaults, none;
  sigemptyset(&defaults);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE}) sigaddset(&defaults, number);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
}

int spawn_worker(int job, int reply, bool show_output, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, job, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, reply, worker_reply_descriptor);
  if (show_output) {
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  set_attributes(attributes);
  char name[] = "lodcook", command[] = "worker";
  char* arguments[] = {name, command, nullptr};
  const int failed = posix_spawn(&pid, "/proc/self/exe", &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

/// Keeps a descriptor off the numbers that the child's own streams get.
bool move_above_standard(int& descriptor) {
  if (descriptor > worker_reply_descriptor) return true;
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, worker_reply_descriptor + 1);
  if (moved < 0) return false;
  close(descriptor);
  descriptor = moved;
  return true;
}

}  // namespace

Result<WorkerProcess> WorkerProcess::start(bool show_output) {
  Pipe jobs, replies;
  if (!open_pipe(jobs)) return system_error("pipe", errno);
  WorkerProcess made(-1, jobs.write, -1);
  if (!open_pipe(replies)) {
    const int number = errno;
    close_descriptor(jobs.read);
    return system_error("pipe", number);
  }
  made.reply_ = replies.read;
  int failed = EMFILE;
  pid_t pid = -1;
  if (move_above_standard(jobs.read) && move_above_standard(replies.write) && move_above_standard(made.job_) &&
      move_above_standard(made.reply_)) {
    failed = spawn_worker(jobs.read, replies.write, show_output, pid);
  }
  close_descriptor(jobs.read);
  close_descriptor(replies.write);
  if (failed != 0) return system_error("posix_spawn", failed);
  made.pid_ = pid;
  fcntl(made.reply_, F_SETFL, O_NONBLOCK);
  return made;
}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      job_(std::exchange(other.job_, -1)),
      reply_(std::exchange(other.reply_, -1)) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(job_, other.job_);
  std::swap(reply_, other.reply_);
  return *this;
}

WorkerProcess::~WorkerProcess() {
  if (pid_ > 0) reap(0);
  close_descriptor(job_);
  close_descriptor(reply_);
}

bool WorkerProcess::send(std::string_view frame) const {
  while (!frame.empty()) {
    const ssize_t written = write(job_, frame.data(), frame.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    frame.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool WorkerProcess::receive(std::string& out) const {
  char buffer[1 << 16];
  while (true) {
    const ssize_t got = read(reply_, buffer, sizeof buffer);
    if (got > 0) {
      out.append(buffer, static_cast<std::size_t>(got));
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    return got < 0 && errno == EAGAIN;
  }
}

void WorkerProcess::ask_to_end() const noexcept {
  if (pid_ > 0) kill(pid_, SIGTERM);
}

int WorkerProcess::reap(int patience_ms) {
  if (pid_ <= 0) return 0;
  int status = 0;
  constexpr int step_ms = 2;
  for (int waited = 0; waited < patience_ms; waited += step_ms) {
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return status;
    }
    poll(nullptr, 0, step_ms);
  }
  kill(pid_, SIGKILL);
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

std::string describe_wait_status(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    const char* name = sigabbrev_np(number);
    return "ended by signal " + std::to_string(number) + (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
  }
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace lodcook::cooker
