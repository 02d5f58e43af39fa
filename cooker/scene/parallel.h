#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace lodcook::cooker {

/// Calls `body`; what it runs in parallel uses at most `threads` threads (0 counts as 1), this one among them.
void with_threads(std::uint32_t threads, const std::function<void()>& body);

/// Calls `body(0)` to `body(count - 1)`, each once, in any order and some at the same time; returns when all are done.
/// `body` must not throw.
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& body);

}  // namespace lodcook::cooker
