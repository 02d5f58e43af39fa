#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace lodcook::cooker {

/// Calls `body`; what it runs in parallel uses at most `threads` threads (0 counts as 1), this one among them.
void with_threads(std::uint32_t threads, const std::function<void()>& body);

/// How many threads for_each_index and for_ranges may use where this is called.
[[nodiscard]] std::size_t usable_threads();

/// Calls `body(0)` to `body(count - 1)`, each once, in any order and some at the same time; returns when all are done.
/// `body` must not throw.
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& body);

/// Calls body(first, last) for ranges of at most `most` that together are [0, count), in the same way.
void for_ranges(std::size_t count, std::size_t most, const std::function<void(std::size_t, std::size_t)>& body);

/// Runs `body`. A thread that waits for others inside of it takes up no work from outside, which might wait in turn for
/// what `body` is about to make: a thread must not wait while it makes something once, or holds a lock, but in here.
void apart(const std::function<void()>& body);

}  // namespace lodcook::cooker
