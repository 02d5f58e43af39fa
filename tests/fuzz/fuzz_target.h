#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

/// One input; returns 0. Aborts where a promise is broken. libFuzzer calls it, and replay_main.cpp.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace lodcook::test {

/// Ends the program so that both libFuzzer and a replay notice.
inline void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

}  // namespace lodcook::test
