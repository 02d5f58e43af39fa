#include <doctest/doctest.h>
#include <signal.h>

#include "cooker/app/worker_process.h"

using namespace lodcook::cooker;

TEST_CASE("the end of a process is told in words") {
  // statuses of waitpid on Linux: the signal in the low bits, the exit status above them
  CHECK(describe_wait_status(SIGSEGV) == "ended by signal 11 (SIGSEGV)");
  CHECK(describe_wait_status(SIGKILL) == "ended by signal 9 (SIGKILL)");
  CHECK(describe_wait_status(3 << 8) == "ended with status 3");
}
