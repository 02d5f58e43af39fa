#include "cooker/app/memory_limit.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>

namespace lodcook::cooker {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool address_sanitizer = true;
#elif defined(__has_feature)
constexpr bool address_sanitizer = __has_feature(address_sanitizer);
#else
constexpr bool address_sanitizer = false;
#endif

}  // namespace

std::uint64_t address_space_bytes() {
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  unsigned long pages = 0;
  const int read = std::fscanf(file, "%lu", &pages);
  std::fclose(file);
  return read == 1 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

void limit_address_space(std::uint64_t bytes) {
  if (address_sanitizer) return;
  rlimit limit = {};
  if (getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  setrlimit(RLIMIT_AS, &limit);
}

void end_when_out_of_memory() {
  std::set_new_handler([] { _exit(out_of_memory_status); });
}

}  // namespace lodcook::cooker
