#include "cooker/scene/parallel.h"

#include <algorithm>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace lodcook::cooker {

void with_threads(std::uint32_t threads, const std::function<void()>& body) {
  const int wanted = static_cast<int>(std::min(threads, 1024U));
  tbb::task_arena arena(std::clamp(wanted, 1, std::max(1, tbb::info::default_concurrency())));
  arena.execute([&body] { body(); });
}

std::size_t usable_threads() { return static_cast<std::size_t>(std::max(1, tbb::this_task_arena::max_concurrency())); }

void for_each_index(std::size_t count, const std::function<void(std::size_t)>& body) {
  tbb::parallel_for(std::size_t{0}, count, [&body](std::size_t i) { body(i); });
}

void for_ranges(std::size_t count, std::size_t most, const std::function<void(std::size_t, std::size_t)>& body) {
  if (count <= most) return count > 0 ? body(0, count) : void();
  for_each_index((count - 1) / most + 1,
                 [&](std::size_t i) { body(i * most, i * most + std::min(most, count - i * most)); });
}

void apart(const std::function<void()>& body) {
  tbb::this_task_arena::isolate([&body] { body(); });
}

}  // namespace lodcook::cooker
