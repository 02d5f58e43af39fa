#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include <lodcook/result.h>

namespace lodcook::cooker {

/// One child process running this executable's `worker` command: frames go in through its stdin, answers come back
/// through descriptor `worker_reply_descriptor`. Ends with its owner: the destructor kills and reaps it.
class WorkerProcess {
 public:
  /// Starts one. What the child's libraries print is thrown away unless `show_output`. Fails with internal where the
  /// system gives no process or pipe.
  static Result<WorkerProcess> start(bool show_output);

  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();

  /// Sends a whole frame; false where the child is gone.
  [[nodiscard]] bool send(std::string_view frame) const;

  /// Appends what can be read at once to `out`; false at the end of the stream, which means the child is gone.
  [[nodiscard]] bool receive(std::string& out) const;

  /// Readable when there is something to receive.
  [[nodiscard]] int descriptor() const noexcept { return reply_; }

  /// Asks it to end (SIGTERM), which it does after a publication under way.
  void ask_to_end() const noexcept;

  /// Waits for the end, at most `patience_ms`, then kills. Returns the status of waitpid.
  int reap(int patience_ms);

 private:
  WorkerProcess(pid_t pid, int job, int reply) noexcept : pid_(pid), job_(job), reply_(reply) {}

  pid_t pid_ = -1;
  int job_ = -1, reply_ = -1;
};

/// Where a worker writes its answers: not stdout, on which libraries may print.
constexpr int worker_reply_descriptor = 3;

/// What a status of waitpid says, in words: "ended by signal 11 (SIGSEGV)", "ended with status 3".
std::string describe_wait_status(int status);

}  // namespace lodcook::cooker
