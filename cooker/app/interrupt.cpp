#include "cooker/app/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

namespace lodcook::cooker {
namespace {

volatile sig_atomic_t interrupt_count = 0;
int wake_pipe[2] = {-1, -1};

extern "C" void note_interrupt(int) {
  const int saved = errno;
  interrupt_count = 1;
  const char byte = 0;
  // a full pipe wakes the loop just as well
  [[maybe_unused]] const ssize_t written = write(wake_pipe[1], &byte, 1);
  errno = saved;
}

}  // namespace

void catch_interrupts() {
  if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return;
  struct sigaction action = {};
  action.sa_handler = note_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

bool interrupted() noexcept { return interrupt_count != 0; }

int interrupt_descriptor() noexcept { return wake_pipe[0]; }

}  // namespace lodcook::cooker
