#pragma once

#include <mutex>

namespace lodcook {

#if defined(_LIBCPP_HAS_NO_THREADS)
/// Nothing to guard against: WebAssembly's libc++ is built without threads and has no std::mutex.
struct Mutex {};
struct Lock {
  explicit Lock(Mutex& /*mutex*/) noexcept {}
  ~Lock() {}  // NOLINT(modernize-use-equals-default): so that no compiler finds it unused
};
#else
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
#endif

}  // namespace lodcook
