#include <doctest/doctest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "formats/src/container_write.h"
#include "tests/golden/container_walk.h"
#include "tests/golden/golden_content.h"
#include "tests/golden/random_change.h"

using namespace lodcook;

namespace {

std::size_t live_bytes = 0;
std::size_t peak_bytes = 0;

void* count(void* memory) noexcept {
  if (memory == nullptr) return nullptr;
  live_bytes += malloc_usable_size(memory);
  peak_bytes = std::max(peak_bytes, live_bytes);
  return memory;
}

void discount(void* memory) noexcept {
  if (memory != nullptr) live_bytes -= malloc_usable_size(memory);
  std::free(memory);
}

void* aligned(std::size_t size, std::align_val_t alignment) noexcept {
  const std::size_t unit = static_cast<std::size_t>(alignment);
  return count(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}

/// The most heap that was in use beyond what was when it was made.
class HeapPeak {
 public:
  HeapPeak() noexcept : start_(live_bytes) { peak_bytes = live_bytes; }
  [[nodiscard]] std::size_t bytes() const noexcept { return peak_bytes - start_; }

 private:
  std::size_t start_;
};

}  // namespace

void* operator new(std::size_t size) {
  void* const memory = count(std::malloc(size));
  if (memory == nullptr) std::abort();
  return memory;
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return aligned(size, alignment);
}
void operator delete(void* memory) noexcept { discount(memory); }
void operator delete(void* memory, std::size_t) noexcept { discount(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { discount(memory); }

namespace {

constexpr std::size_t mebibyte = 1 << 20;
/// Texts of errors and lists of a tile's streams, which no budget counts.
constexpr std::size_t small_change = 16 << 10;

/// The file opens or fails within 1 MiB; each tile loads or fails within the budget.
void check_heap(const std::vector<std::byte>& file, const Limits& limits) {
  const HeapPeak opening;
  const Result<Container> container = Container::open(borrow_memory(file), limits);
  REQUIRE(opening.bytes() <= mebibyte);
  if (!container) return;
  for (std::uint32_t t = 0; t < container->tiles().size(); ++t) {
    const HeapPeak loading;
    const Result<DecodedTile> tile = container->load_tile(t);
    REQUIRE(loading.bytes() <= limits.memory_budget_bytes + small_change);
  }
}

}  // namespace

TEST_CASE("whatever its numbers say, a small file opens within 1 MiB and loads within the budget") {
  std::mt19937 random(7);
  const std::vector<std::byte> file = *write_container(test::golden_scene(), {});
  Limits limits;
  limits.memory_budget_bytes = mebibyte;
  for (int round = 0; round < 5'000; ++round) {
    CAPTURE(round);
    std::vector<std::byte> changed = file;
    for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) test::change_something(changed, random);
    test::repair_hashes(changed);
    check_heap(changed, limits);
  }
}

TEST_CASE("64 KiB of records that grow most when they are read open within 1 MiB") {
  ContainerContent content = test::golden_square();
  content.objects[0].morph_names.resize(7'800);
  const std::vector<std::byte> file = *write_container(content, {});
  REQUIRE(file.size() > 60'000);
  REQUIRE(file.size() <= 65'536);
  check_heap(file, {});
  CHECK(test::open_and_load_all(file).ok());
}

TEST_CASE("a tile's budget holds to the byte") {
  const std::vector<std::byte> file = *write_container(test::golden_square(), {});
  Limits limits;
  std::size_t loaded = 0;
  for (limits.memory_budget_bytes = 0; limits.memory_budget_bytes < 20'000; limits.memory_budget_bytes += 7) {
    check_heap(file, limits);
    if (test::open_and_load_all(file, limits).ok()) ++loaded;
  }
  CHECK(loaded > 0);
}
