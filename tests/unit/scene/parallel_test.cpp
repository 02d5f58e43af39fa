#include "cooker/scene/parallel.h"

#include <atomic>
#include <mutex>
#include <vector>

#include <doctest/doctest.h>

using namespace lodcook::cooker;

TEST_CASE("every index is met once, whatever the threads") {
  for (const std::uint32_t threads : {0U, 1U, 2U, 5000U}) {
    CAPTURE(threads);
    std::vector<std::atomic<int>> met(1000);
    with_threads(threads, [&] { for_each_index(met.size(), [&](std::size_t i) { ++met[i]; }); });
    for (const std::atomic<int>& times : met) CHECK(times == 1);
  }
}

TEST_CASE("ranges hold every index once and are no longer than asked for") {
  for (const std::size_t count : {0U, 1U, 7U, 8U, 9U, 1000U}) {
    CAPTURE(count);
    std::vector<std::atomic<int>> met(count);
    std::atomic<bool> too_long = false;
    for_ranges(count, 8, [&](std::size_t first, std::size_t last) {
      if (last - first > 8 || first >= last) too_long = true;
      for (std::size_t i = first; i < last; ++i) ++met[i];
    });
    CHECK(!too_long);
    for (const std::atomic<int>& times : met) CHECK(times == 1);
  }
}

TEST_CASE("a thread that waits apart under a lock takes up no work that wants the lock") {
  std::mutex mutex;  // taken by its own holder again it would never be had
  std::atomic<int> calls = 0;
  with_threads(2, [&] {
    for_each_index(200, [&](std::size_t) {
      const std::lock_guard lock(mutex);
      apart([&] { for_each_index(64, [&](std::size_t) { ++calls; }); });
    });
  });
  CHECK(calls == 200 * 64);
}

TEST_CASE("nothing is called for no index, and indices may be met within others") {
  std::atomic<int> calls = 0;
  for_each_index(0, [&](std::size_t) { ++calls; });
  CHECK(calls == 0);
  for_each_index(10, [&](std::size_t) { for_each_index(10, [&](std::size_t) { ++calls; }); });
  CHECK(calls == 100);
}

TEST_CASE("one thread is usable where one was allowed") {
  std::size_t usable = 0;
  with_threads(1, [&] { usable = usable_threads(); });
  CHECK(usable == 1);
}
