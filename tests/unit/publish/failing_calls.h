#pragma once

#include <signal.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <new>

#include "cooker/publish/file_calls.h"

namespace lodcook::cooker {

/// The real calls, counted across forked children, of which one fails with a given error.
class FailingCalls : public FileCalls {
 public:
  static constexpr int short_write = 0;    ///< In place of an error number: only a write is short, nothing fails.
  static constexpr int kill_instead = -1;  ///< In place of an error number: the process ends there.

  /// `fail_at` counts from 0. Without `forks` every fork fails.
  FailingCalls(int fail_at, int error_number, bool forks = true)
      : fail_at_(fail_at), error_number_(error_number), forks_(forks) {
    void* page = ::mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    count_ = new (page) std::atomic<int>(0);
  }
  FailingCalls(const FailingCalls&) = delete;
  FailingCalls& operator=(const FailingCalls&) = delete;
  ~FailingCalls() override { ::munmap(count_, sizeof(std::atomic<int>)); }

  [[nodiscard]] int count() const { return *count_; }

  int open(const char* path, int flags, mode_t mode) override {
    return fails() ? -1 : FileCalls::open(path, flags, mode);
  }
  ssize_t write(int file, const void* bytes, std::size_t size) override {
    if (error_number_ == short_write) return FileCalls::write(file, bytes, is_its_turn() ? size / 2 + 1 : size);
    return fails() ? -1 : FileCalls::write(file, bytes, size);
  }
  int fsync(int file) override { return fails() ? -1 : FileCalls::fsync(file); }
  int close(int file) override {
    // a close that fails has closed the file all the same
    const bool failing = fails();
    const int result = FileCalls::close(file);
    return failing ? -1 : result;
  }
  int flock(int file, int operation) override { return fails() ? -1 : FileCalls::flock(file, operation); }
  long link_count(int file) override { return fails() ? -1 : FileCalls::link_count(file); }
  int link(const char* from, const char* to) override { return fails() ? -1 : FileCalls::link(from, to); }
  int rename(const char* from, const char* to) override { return fails() ? -1 : FileCalls::rename(from, to); }
  int exchange(const char* a, const char* b) override { return fails() ? -1 : FileCalls::exchange(a, b); }
  int unlink(const char* path) override { return fails() ? -1 : FileCalls::unlink(path); }
  int mkdir(const char* path, mode_t mode) override { return fails() ? -1 : FileCalls::mkdir(path, mode); }
  int pipe(int ends[2]) override { return fails() ? -1 : FileCalls::pipe(ends); }
  pid_t fork() override {
    if (!forks_) errno = EAGAIN;
    return !forks_ || fails() ? -1 : FileCalls::fork();
  }

 private:
  bool is_its_turn() { return (*count_)++ == fail_at_; }
  bool fails() {
    if (!is_its_turn() || error_number_ == short_write) return false;
    if (error_number_ == kill_instead) ::raise(SIGKILL);
    errno = error_number_;
    return true;
  }

  int fail_at_, error_number_;
  bool forks_;
  std::atomic<int>* count_;
};

}  // namespace lodcook::cooker
