#pragma once

#include <sys/types.h>

#include <cstddef>

namespace lodcook::cooker {

/// The system calls that publishing makes, so that tests can let each of them fail. Every call does and returns what
/// the system call of its name does and sets errno.
class FileCalls {
 public:
  virtual ~FileCalls() = default;
  virtual int open(const char* path, int flags, mode_t mode);
  virtual ssize_t write(int file, const void* bytes, std::size_t size);
  virtual int fsync(int file);
  virtual int close(int file);
  virtual int flock(int file, int operation);
  /// Number of names the open file has, or -1 (fstat).
  virtual long link_count(int file);
  virtual int link(const char* from, const char* to);
  virtual int rename(const char* from, const char* to);
  /// Exchanges two names at once (renameat2 with RENAME_EXCHANGE).
  virtual int exchange(const char* a, const char* b);
  virtual int unlink(const char* path);
  virtual int mkdir(const char* path, mode_t mode);
  virtual int pipe(int ends[2]);
  virtual pid_t fork();
};

/// The real ones.
FileCalls& system_file_calls();

}  // namespace lodcook::cooker
