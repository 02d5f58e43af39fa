#include "cooker/scene/parallel.h"

#include <atomic>
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

TEST_CASE("nothing is called for no index, and indices may be met within others") {
  std::atomic<int> calls = 0;
  for_each_index(0, [&](std::size_t) { ++calls; });
  CHECK(calls == 0);
  for_each_index(10, [&](std::size_t) { for_each_index(10, [&](std::size_t) { ++calls; }); });
  CHECK(calls == 100);
}
