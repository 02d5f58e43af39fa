#include "cooker/publish/file_calls.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

namespace lodcook::cooker {

int FileCalls::open(const char* path, int flags, mode_t mode) { return ::open(path, flags, mode); }

ssize_t FileCalls::write(int file, const void* bytes, std::size_t size) { return ::write(file, bytes, size); }

int FileCalls::fsync(int file) { return ::fsync(file); }

int FileCalls::close(int file) { return ::close(file); }

int FileCalls::flock(int file, int operation) { return ::flock(file, operation); }

long FileCalls::link_count(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return -1;
  return static_cast<long>(status.st_nlink);
}

int FileCalls::link(const char* from, const char* to) { return ::link(from, to); }

int FileCalls::rename(const char* from, const char* to) { return ::rename(from, to); }

int FileCalls::exchange(const char* a, const char* b) { return ::renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE); }

int FileCalls::unlink(const char* path) { return ::unlink(path); }

int FileCalls::mkdir(const char* path, mode_t mode) { return ::mkdir(path, mode); }

int FileCalls::pipe(int ends[2]) { return ::pipe2(ends, O_CLOEXEC); }

pid_t FileCalls::fork() { return ::fork(); }

FileCalls& system_file_calls() {
  static FileCalls calls;
  return calls;
}

}  // namespace lodcook::cooker
